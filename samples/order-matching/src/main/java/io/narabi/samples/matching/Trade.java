package io.narabi.samples.matching;

/**
 * A trade between a resting order and the one that came in.
 *
 * @param resting number of the order that was in the book
 * @param incoming number of the order that came in
 * @param price the resting order's price
 * @param quantity how many
 */
record Trade(long resting, long incoming, long price, long quantity) {

    String toText() {
        return resting + ":" + incoming + ":" + price + ":" + quantity;
    }

    static Trade parse(String text) {
        String[] parts = text.split(":", -1);
        return new Trade(
                Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }
}
