package io.narabi.store;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Identifies an XA branch. Equal by content.
 *
 * @param formatId the Xid's format
 * @param globalId the global transaction identifier; nobody changes the array
 * @param qualifier the branch qualifier; nobody changes the array
 */
public record BranchId(int formatId, byte[] globalId, byte[] qualifier) {

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchId that
                && formatId == that.formatId
                && Arrays.equals(globalId, that.globalId)
                && Arrays.equals(qualifier, that.qualifier);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * formatId + Arrays.hashCode(globalId)) + Arrays.hashCode(qualifier);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return formatId + ":" + hex.formatHex(globalId) + ":" + hex.formatHex(qualifier);
    }
}
