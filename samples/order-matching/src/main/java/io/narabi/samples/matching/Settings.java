package io.narabi.samples.matching;

import java.util.ArrayList;
import java.util.List;

/**
 * What is run.
 *
 * @param data directory of the broker
 * @param orders orders in all
 * @param symbols symbols; the orders are spread evenly over them
 * @param producers threads that submit, each for its own symbols
 * @param consumers threads that match
 * @param seed of the generator
 * @param haltAfter halts the JVM when so many orders have been matched; 0 for never
 */
record Settings(String data, int orders, int symbols, int producers, int consumers, long seed, long haltAfter) {

    static final String ORDERS = "orders";
    static final String EXECUTIONS = "executions";

    String url() {
        return "embedded:" + data + "?retention=0";
    }

    int ordersPerSymbol() {
        return Math.max(1, orders / symbols);
    }

    long total() {
        return (long) ordersPerSymbol() * symbols;
    }

    List<List<Order>> flows() {
        List<List<Order>> flows = new ArrayList<>();
        for (int symbol = 0; symbol < symbols; symbol++) {
            flows.add(OrderFlow.of(symbol, ordersPerSymbol(), seed));
        }
        return flows;
    }
}
