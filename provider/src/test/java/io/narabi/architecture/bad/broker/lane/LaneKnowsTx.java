package io.narabi.architecture.bad.broker.lane;

import io.narabi.architecture.bad.broker.tx.Transactions;

/** Counter-example: a border that must not be crossed. */
public final class LaneKnowsTx {
    public String knows(Transactions transactions) {
        return transactions.toString();
    }
}
