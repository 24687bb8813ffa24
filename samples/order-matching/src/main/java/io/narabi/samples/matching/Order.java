package io.narabi.samples.matching;

/**
 * What a trader submits.
 *
 * @param symbol which stock
 * @param number its number among the symbol's orders, from 1: what was submitted first comes first
 * @param kind what is asked
 * @param side buy or sell; of a cancellation, that of the order to be cancelled
 * @param price limit price in cents; 0 for none
 * @param quantity how many; 0 for a cancellation
 * @param cancels the number of the order to be cancelled; 0 for none
 */
record Order(String symbol, long number, Kind kind, Side side, long price, long quantity, long cancels) {

    enum Kind {
        /** Trade at this price or better; what is left rests in the book. */
        LIMIT,
        /** Trade at any price; what is left is dropped. */
        MARKET,
        /** Take a resting order out of the book. */
        CANCEL
    }

    enum Side {
        BUY,
        SELL
    }

    /** One line of text, as it travels. */
    String toText() {
        return String.join(
                ",",
                symbol,
                Long.toString(number),
                kind.name(),
                side.name(),
                Long.toString(price),
                Long.toString(quantity),
                Long.toString(cancels));
    }

    static Order parse(String text) {
        String[] parts = text.split(",", -1);
        if (parts.length != 7) {
            throw new IllegalArgumentException("Not an order: " + text);
        }
        return new Order(
                parts[0],
                Long.parseLong(parts[1]),
                Kind.valueOf(parts[2]),
                Side.valueOf(parts[3]),
                Long.parseLong(parts[4]),
                Long.parseLong(parts[5]),
                Long.parseLong(parts[6]));
    }
}
