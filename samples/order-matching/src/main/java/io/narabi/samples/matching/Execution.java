package io.narabi.samples.matching;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What came of an order.
 *
 * @param order the order
 * @param trades the trades it caused, in order
 */
record Execution(Order order, List<Trade> trades) {

    String toText() {
        return order.toText() + "|" + trades.stream().map(Trade::toText).collect(Collectors.joining(";"));
    }

    static Execution parse(String text) {
        int bar = text.indexOf('|');
        String trades = text.substring(bar + 1);
        return new Execution(
                Order.parse(text.substring(0, bar)),
                trades.isEmpty()
                        ? List.of()
                        : Arrays.stream(trades.split(";", -1)).map(Trade::parse).toList());
    }
}
