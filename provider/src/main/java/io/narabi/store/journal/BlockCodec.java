package io.narabi.store.journal;

import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Blocks: messages of one group commit to one destination.
 *
 * <pre>
 * content  count 4, bytes of the variable part 4, bytes of the bodies 4, CRC32C of the directory 4
 *          directory: an entry a message (20 bytes), then the variable part: what is not of fixed size, message by message
 *          bodies, one after another
 * entry    lane hash 4, partition 2, priority 1, flags 1, bytes of the body 4, bytes of the payload 4, CRC32C of the body 4
 * variable bytes of the group 2, group, expiry 8 where there is one, delivery time 8 where there is one
 * place    destination 4, first sequence 8, number of partitions 2, for each: partition 2, offset 8; CRC32C 4
 * </pre>
 *
 * A block's record is a place, then a content; what a prepared branch stores is contents, and its commit the places.
 */
final class BlockCodec {

    /** What stands before the entries. */
    static final int CONTENT_HEADER = 16;

    static final int ENTRY = 20;

    private BlockCodec() {}

    /** Of a content with these messages. */
    static long contentSize(List<EncodedMessage> messages) {
        long size = CONTENT_HEADER;
        for (int i = 0; i < messages.size(); i++) {
            size += messages.get(i).encodedSize();
        }
        return size;
    }

    /**
     * Writes a content.
     *
     * @param head a buffer to use
     * @return bytes of the directory and what stands before it
     */
    static int writeContent(List<EncodedMessage> messages, RecordBuffer head, FrameWriter out) throws IOException {
        encodeHead(messages, head);
        out.put(head.array(), head.length());
        for (int i = 0; i < messages.size(); i++) {
            byte[] body = messages.get(i).body();
            out.put(body, body.length);
        }
        return head.length();
    }

    private static void encodeHead(List<EncodedMessage> messages, RecordBuffer head) {
        int count = messages.size();
        head.clear();
        head.reserve(CONTENT_HEADER);
        int bodies = 0;
        for (int i = 0; i < count; i++) {
            EncodedMessage message = messages.get(i);
            head.putInt(laneHash(message.group()));
            head.putShort(message.partition());
            head.putByte(message.priority());
            head.putByte(message.flags());
            head.putInt(message.body().length);
            head.putInt(message.size());
            head.putInt(message.crc());
            bodies = Math.addExact(bodies, message.body().length);
        }
        int variable = head.length();
        for (int i = 0; i < count; i++) {
            EncodedMessage message = messages.get(i);
            head.putShort(message.encodedGroup().length);
            head.putBytes(message.encodedGroup());
            if ((message.flags() & EncodedMessage.HAS_EXPIRY) != 0) {
                head.putLong(message.expiresAt());
            }
            if ((message.flags() & EncodedMessage.HAS_DELIVERY_TIME) != 0) {
                head.putLong(message.deliverAt());
            }
        }
        head.setInt(0, count);
        head.setInt(4, head.length() - variable);
        head.setInt(8, bodies);
        head.setInt(12, headCrc(ByteBuffer.wrap(head.array(), 0, head.length())));
    }

    /** Filters by group; 0 for none. Part of the stored format: as {@code String.hashCode} is specified. */
    static int laneHash(String group) {
        return group.hashCode();
    }

    /** Of a content's head (from position to limit), but for the field that holds it. */
    static int headCrc(ByteBuffer head) {
        CRC32C crc = new CRC32C();
        int start = head.position();
        crc.update(head.slice(start, 12));
        crc.update(head.slice(start + CONTENT_HEADER, head.remaining() - CONTENT_HEADER));
        return (int) crc.getValue();
    }

    /** Reads over a content, to what follows it. */
    static BlockHead readHead(RecordReader in) {
        int start = in.position();
        int count = in.readInt();
        int variable = in.readInt();
        int bodies = in.readInt();
        in.readInt();
        long length = (long) CONTENT_HEADER + (long) count * ENTRY + variable;
        if (count < 0 || variable < 0 || bodies < 0 || length - CONTENT_HEADER + bodies > in.remaining()) {
            throw new MalformedRecordException("a block is longer than its record");
        }
        in.rewind(start);
        BlockHead head = BlockHead.of(in.slice((int) length));
        in.slice(bodies);
        return head;
    }

    /** The messages of a content, as they would be written again. */
    static List<EncodedMessage> readMessages(int destination, RecordReader in) {
        int start = in.position();
        BlockHead head = readHead(in);
        int end = in.position();
        in.rewind(start);
        List<EncodedMessage> messages = new ArrayList<>(head.count());
        in.slice(head.length());
        for (int i = 0; i < head.count(); i++) {
            messages.add(head.message(destination, i, in.readBytes(head.bodyLength(i))));
        }
        if (in.position() != end) {
            throw new MalformedRecordException("the bodies of a block are not as long as they say");
        }
        return messages;
    }

    static byte[] encodePlace(BlockPlace place) {
        RecordBuffer out = new RecordBuffer(BlockPlace.encodedSize(place.partitions().length));
        putPlace(place, out);
        return out.toByteArray();
    }

    static void putPlace(BlockPlace place, RecordBuffer out) {
        int start = out.length();
        out.putInt(place.destination());
        out.putLong(place.firstSequence());
        out.putShort(place.partitions().length);
        for (int i = 0; i < place.partitions().length; i++) {
            out.putShort(place.partitions()[i]);
            out.putLong(place.offsets()[i]);
        }
        CRC32C crc = new CRC32C();
        crc.update(out.array(), start, out.length() - start);
        out.putInt((int) crc.getValue());
    }

    static BlockPlace readPlace(RecordReader in) {
        int start = in.position();
        int destination = in.readInt();
        long first = in.readLong();
        int count = in.readShort();
        int[] partitions = new int[count];
        long[] offsets = new long[count];
        for (int i = 0; i < count; i++) {
            partitions[i] = in.readShort();
            offsets[i] = in.readLong();
        }
        int end = in.position();
        in.rewind(start);
        CRC32C crc = new CRC32C();
        crc.update(in.slice(end - start));
        if (in.readInt() != (int) crc.getValue()) {
            throw new MalformedRecordException("a block's place has a wrong checksum");
        }
        return new BlockPlace(destination, first, partitions, offsets);
    }
}
