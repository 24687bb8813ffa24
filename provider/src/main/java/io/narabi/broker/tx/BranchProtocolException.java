package io.narabi.broker.tx;

import io.narabi.store.BranchId;

/** A call that the branch's state does not allow (XAER_PROTO). */
public final class BranchProtocolException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BranchProtocolException(BranchId id, BranchState state, BranchEvent event) {
        super("XA branch " + id + " is " + state + ": " + event + " is not allowed now");
    }
}
