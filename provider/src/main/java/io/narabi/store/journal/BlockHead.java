package io.narabi.store.journal;

import io.narabi.store.StoredEntry;
import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.nio.ByteBuffer;

/** A block's directory, read. Immutable, thread-safe. */
final class BlockHead {

    private final ByteBuffer bytes;
    private final int count;

    /** Where the variable part of each message begins. */
    private final int[] variable;

    /** Where each body begins, from the end of the head. */
    private final int[] bodies;

    /** How many messages of its partition stand before each. */
    private final int[] ranks;

    private BlockHead(ByteBuffer bytes, int count, int[] variable, int[] bodies, int[] ranks) {
        this.bytes = bytes;
        this.count = count;
        this.variable = variable;
        this.bodies = bodies;
        this.ranks = ranks;
    }

    /**
     * @param bytes from position to limit; nobody changes them
     * @throws MalformedRecordException if they are no directory
     */
    static BlockHead of(ByteBuffer bytes) {
        ByteBuffer head = bytes.slice();
        if (head.remaining() < BlockCodec.CONTENT_HEADER || head.getInt(12) != BlockCodec.headCrc(head)) {
            throw new MalformedRecordException("a block's directory has a wrong checksum");
        }
        int count = head.getInt(0);
        int[] variable = new int[count];
        int[] bodies = new int[count + 1];
        int at = BlockCodec.CONTENT_HEADER + count * BlockCodec.ENTRY;
        for (int i = 0; i < count; i++) {
            int entry = entryAt(i);
            variable[i] = at;
            int flags = head.get(entry + 7);
            at += 2 + (head.getShort(at) & 0xFFFF);
            at += (flags & EncodedMessage.HAS_EXPIRY) != 0 ? 8 : 0;
            at += (flags & EncodedMessage.HAS_DELIVERY_TIME) != 0 ? 8 : 0;
            bodies[i + 1] = bodies[i] + head.getInt(entry + 8);
        }
        if (at != head.limit()) {
            throw new MalformedRecordException("a block's directory is not as long as it says");
        }
        return new BlockHead(head, count, variable, bodies, ranks(head, count));
    }

    private static int[] ranks(ByteBuffer head, int count) {
        int[] ranks = new int[count];
        PartitionCounts counts = new PartitionCounts();
        for (int i = 0; i < count; i++) {
            ranks[i] = counts.next(head.getShort(entryAt(i) + 4) & 0xFFFF);
        }
        return ranks;
    }

    private static int entryAt(int index) {
        return BlockCodec.CONTENT_HEADER + index * BlockCodec.ENTRY;
    }

    int count() {
        return count;
    }

    /** Bytes of the directory and what stands before it. */
    int length() {
        return bytes.limit();
    }

    int partition(int index) {
        return bytes.getShort(entryAt(index) + 4) & 0xFFFF;
    }

    boolean persistent(int index) {
        return (flags(index) & EncodedMessage.PERSISTENT) != 0;
    }

    boolean hasNonPersistent() {
        for (int i = 0; i < count; i++) {
            if (!persistent(i)) {
                return true;
            }
        }
        return false;
    }

    /** Where the body begins, from the beginning of the content. */
    int bodyOffset(int index) {
        return bytes.limit() + bodies[index];
    }

    int bodyLength(int index) {
        return bytes.getInt(entryAt(index) + 8);
    }

    int[] partitions() {
        int[] partitions = new int[count];
        for (int i = 0; i < count; i++) {
            partitions[i] = partition(i);
        }
        return partitions;
    }

    /** How many messages there are of each partition of the place. */
    int[] counts(BlockPlace place) {
        PartitionCounts counts = new PartitionCounts();
        for (int i = 0; i < count; i++) {
            counts.next(partition(i));
        }
        int[] result = new int[place.partitions().length];
        for (int i = 0; i < result.length; i++) {
            result[i] = counts.of(place.partitions()[i]);
        }
        return result;
    }

    StoredEntry entry(int index, BlockPlace place) {
        int at = entryAt(index);
        int partition = partition(index);
        return new StoredEntry(
                place.firstSequence() + index,
                partition,
                offset(index, partition, place),
                group(index),
                bytes.get(at + 6),
                persistent(index),
                expiresAt(index),
                deliverAt(index),
                bytes.getInt(at + 12));
    }

    /** The message with this body, checked. */
    EncodedMessage message(int destination, int index, byte[] body) {
        int at = entryAt(index);
        int crc = bytes.getInt(at + 16);
        if (EncodedMessage.crc(body) != crc) {
            throw new MalformedRecordException("a body has a wrong checksum");
        }
        int groupLength = bytes.getShort(variable[index]) & 0xFFFF;
        byte[] group = new byte[groupLength];
        bytes.get(variable[index] + 2, group);
        return new EncodedMessage(
                destination,
                partition(index),
                bytes.get(at + 6),
                flags(index),
                expiresAt(index),
                deliverAt(index),
                RecordBuffer.decode(group, (flags(index) & EncodedMessage.GROUP_IS_UTF16) != 0),
                group,
                bytes.getInt(at + 12),
                body,
                crc);
    }

    private int flags(int index) {
        return bytes.get(entryAt(index) + 7);
    }

    private String group(int index) {
        byte[] group = new byte[bytes.getShort(variable[index]) & 0xFFFF];
        bytes.get(variable[index] + 2, group);
        return RecordBuffer.decode(group, (flags(index) & EncodedMessage.GROUP_IS_UTF16) != 0);
    }

    private long expiresAt(int index) {
        return (flags(index) & EncodedMessage.HAS_EXPIRY) == 0 ? 0 : bytes.getLong(afterGroup(index));
    }

    private long deliverAt(int index) {
        if ((flags(index) & EncodedMessage.HAS_DELIVERY_TIME) == 0) {
            return 0;
        }
        return bytes.getLong(afterGroup(index) + ((flags(index) & EncodedMessage.HAS_EXPIRY) != 0 ? 8 : 0));
    }

    private int afterGroup(int index) {
        return variable[index] + 2 + (bytes.getShort(variable[index]) & 0xFFFF);
    }

    /** The partition's first offset in the block, and the messages of that partition before this one. */
    private long offset(int index, int partition, BlockPlace place) {
        long offset = -1;
        for (int i = 0; i < place.partitions().length; i++) {
            if (place.partitions()[i] == partition) {
                offset = place.offsets()[i];
            }
        }
        if (offset < 0) {
            throw new MalformedRecordException("a block's place knows nothing of partition " + partition);
        }
        return offset + ranks[index];
    }
}
