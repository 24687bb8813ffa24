package io.narabi.store.journal;

import io.narabi.store.StoreRecord.NewMessage;
import java.util.zip.CRC32C;

/**
 * A message as its producer's thread has prepared it for the writer.
 *
 * @param group the message group; empty for none
 * @param encodedGroup its bytes as stored
 * @param flags see the constants
 * @param size bytes of the payload
 * @param body the payload as stored
 * @param crc CRC32C of {@code body}
 */
record EncodedMessage(
        int destination,
        int partition,
        int priority,
        int flags,
        long expiresAt,
        long deliverAt,
        String group,
        byte[] encodedGroup,
        int size,
        byte[] body,
        int crc)
        implements UnitItem {

    static final int PERSISTENT = 1;
    static final int COMPRESSED = 1 << 1;
    static final int GROUP_IS_UTF16 = 1 << 2;
    static final int HAS_EXPIRY = 1 << 3;
    static final int HAS_DELIVERY_TIME = 1 << 4;

    static final int MAX_GROUP = 0xFFFF;
    static final int MAX_PARTITION = 0xFFFF;

    private static final byte[] NO_GROUP = {};

    static EncodedMessage of(NewMessage message) {
        String group = message.group();
        int flags = message.persistent() ? PERSISTENT : 0;
        byte[] encodedGroup = NO_GROUP;
        if (!group.isEmpty()) {
            encodedGroup = RecordBuffer.encode(group);
            flags |= RecordBuffer.isUtf16(group) ? GROUP_IS_UTF16 : 0;
        }
        flags |= message.expiresAt() != 0 ? HAS_EXPIRY : 0;
        flags |= message.deliverAt() != 0 ? HAS_DELIVERY_TIME : 0;
        byte[] body = Compression.compress(message.payload());
        // The very array where it did not pay.
        flags |= body.length < message.payload().length ? COMPRESSED : 0;
        return new EncodedMessage(
                message.destination(),
                message.partition(),
                message.priority(),
                flags,
                message.expiresAt(),
                message.deliverAt(),
                group,
                encodedGroup,
                message.payload().length,
                body,
                crc(body));
    }

    boolean persistent() {
        return (flags & PERSISTENT) != 0;
    }

    byte[] payload() {
        return (flags & COMPRESSED) != 0 ? Compression.decompress(body, size) : body;
    }

    /** Bytes in a block. */
    int encodedSize() {
        return BlockCodec.ENTRY + variableSize() + body.length;
    }

    /** Bytes in the part of a block's directory that is not of fixed size. */
    int variableSize() {
        return 2
                + encodedGroup.length
                + ((flags & HAS_EXPIRY) != 0 ? 8 : 0)
                + ((flags & HAS_DELIVERY_TIME) != 0 ? 8 : 0);
    }

    static int crc(byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body, 0, body.length);
        return (int) crc.getValue();
    }
}
