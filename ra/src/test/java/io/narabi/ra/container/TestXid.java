package io.narabi.ra.container;

import javax.transaction.xa.Xid;

/** A branch of a transaction that the test itself manages. */
public record TestXid(int number) implements Xid {

    @Override
    public int getFormatId() {
        return 4711;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return new byte[] {(byte) number};
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {1};
    }
}
