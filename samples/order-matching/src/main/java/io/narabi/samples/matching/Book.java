package io.narabi.samples.matching;

import io.narabi.samples.matching.Order.Kind;
import io.narabi.samples.matching.Order.Side;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The order book of one symbol: price first, then time. The order in which orders arrive decides who trades with whom, so it may be used
 * by one thread at a time only, in the order of submission: that is what the message group is for.
 */
final class Book {

    private static final class Resting {
        private final long number;
        private long quantity;

        private Resting(long number, long quantity) {
            this.number = number;
            this.quantity = quantity;
        }
    }

    /** By price, the best first; at a price by number, the oldest first. */
    private final NavigableMap<Long, Map<Long, Resting>> buys = new TreeMap<>(Comparator.reverseOrder());

    private final NavigableMap<Long, Map<Long, Resting>> sells = new TreeMap<>();
    private final Map<Long, Order> resting = new LinkedHashMap<>();
    private long last;

    /** The number of the last order applied; 0 for none. */
    long last() {
        return last;
    }

    /**
     * Applies the next order.
     *
     * @throws IllegalStateException if it is not the next one
     */
    List<Trade> apply(Order order) {
        if (order.number() != last + 1) {
            throw new IllegalStateException(
                    order.symbol() + ": order " + order.number() + " came after " + last + ": out of order");
        }
        last = order.number();
        if (order.kind() == Kind.CANCEL) {
            cancel(order.cancels());
            return List.of();
        }
        List<Trade> trades = new ArrayList<>();
        long left = match(order, trades);
        if (left > 0 && order.kind() == Kind.LIMIT) {
            side(order.side())
                    .computeIfAbsent(order.price(), price -> new LinkedHashMap<>())
                    .put(order.number(), new Resting(order.number(), left));
            resting.put(order.number(), order);
        }
        return trades;
    }

    private long match(Order order, List<Trade> trades) {
        NavigableMap<Long, Map<Long, Resting>> opposite = side(order.side() == Side.BUY ? Side.SELL : Side.BUY);
        long left = order.quantity();
        while (left > 0 && !opposite.isEmpty()) {
            long price = opposite.firstKey();
            if (order.kind() == Kind.LIMIT
                    && (order.side() == Side.BUY ? price > order.price() : price < order.price())) {
                break;
            }
            Map<Long, Resting> level = Objects.requireNonNull(opposite.get(price));
            Resting first = level.values().iterator().next();
            long quantity = Math.min(left, first.quantity);
            trades.add(new Trade(first.number, order.number(), price, quantity));
            left -= quantity;
            first.quantity -= quantity;
            if (first.quantity == 0) {
                remove(opposite, price, first.number);
            }
        }
        return left;
    }

    private void cancel(long number) {
        Order order = resting.get(number);
        if (order != null) {
            remove(side(order.side()), order.price(), number);
        }
    }

    private void remove(NavigableMap<Long, Map<Long, Resting>> side, long price, long number) {
        Map<Long, Resting> level = Objects.requireNonNull(side.get(price));
        level.remove(number);
        resting.remove(number);
        if (level.isEmpty()) {
            side.remove(price);
        }
    }

    private NavigableMap<Long, Map<Long, Resting>> side(Side side) {
        return side == Side.BUY ? buys : sells;
    }
}
