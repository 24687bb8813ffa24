package io.narabi.jms;

import java.nio.charset.StandardCharsets;
import javax.transaction.xa.Xid;

/** A branch of a name. */
record TestXid(String name) implements Xid {

    @Override
    public int getFormatId() {
        return 77;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
        return new byte[] {1};
    }
}
