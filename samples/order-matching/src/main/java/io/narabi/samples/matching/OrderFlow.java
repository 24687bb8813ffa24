package io.narabi.samples.matching;

import io.narabi.samples.matching.Order.Kind;
import io.narabi.samples.matching.Order.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The orders of one symbol, drawn from a seed: the same seed gives the same orders. */
final class OrderFlow {

    private static final long MIDDLE = 10_000;

    private OrderFlow() {}

    static String symbol(int index) {
        return "SYM" + index;
    }

    static List<Order> of(int symbol, int count, long seed) {
        Random random = new Random(seed * 1_000_003 + symbol);
        List<Order> orders = new ArrayList<>(count);
        for (long number = 1; number <= count; number++) {
            Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            int what = random.nextInt(100);
            if (what < 10 && number > 1) {
                long cancels = 1 + random.nextInt((int) number - 1);
                orders.add(new Order(
                        symbol(symbol),
                        number,
                        Kind.CANCEL,
                        orders.get((int) cancels - 1).side(),
                        0,
                        0,
                        cancels));
            } else if (what < 25) {
                orders.add(new Order(symbol(symbol), number, Kind.MARKET, side, 0, 1 + random.nextInt(50), 0));
            } else {
                long price = MIDDLE + Math.round(random.nextGaussian() * 50);
                orders.add(new Order(symbol(symbol), number, Kind.LIMIT, side, price, 1 + random.nextInt(100), 0));
            }
        }
        return orders;
    }
}
