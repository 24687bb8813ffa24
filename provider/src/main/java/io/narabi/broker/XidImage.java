package io.narabi.broker;

import io.narabi.store.BranchId;
import javax.transaction.xa.Xid;

/**
 * An Xid of a branch as the store knows it.
 *
 * @param id its identifier
 */
record XidImage(BranchId id) implements Xid {

    static BranchId toId(Xid xid) {
        return new BranchId(
                xid.getFormatId(),
                xid.getGlobalTransactionId().clone(),
                xid.getBranchQualifier().clone());
    }

    @Override
    public int getFormatId() {
        return id.formatId();
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return id.globalId().clone();
    }

    @Override
    public byte[] getBranchQualifier() {
        return id.qualifier().clone();
    }
}
