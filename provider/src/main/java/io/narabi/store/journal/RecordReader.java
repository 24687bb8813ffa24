package io.narabi.store.journal;

import java.nio.ByteBuffer;

/** Reads what {@link RecordBuffer} wrote. Not thread-safe. */
final class RecordReader {

    private final ByteBuffer source;

    /** @param source from its position to its limit */
    RecordReader(ByteBuffer source) {
        this.source = source;
    }

    /** The bytes are not what they should be. */
    static final class MalformedRecordException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String what;

        MalformedRecordException(String message) {
            super(message);
            what = message;
        }

        /** What is wrong. */
        String what() {
            return what;
        }
    }

    int position() {
        return source.position();
    }

    /** Back to an earlier position. */
    void rewind(int position) {
        source.position(position);
    }

    int remaining() {
        return source.remaining();
    }

    int readByte() {
        need(1);
        return source.get() & 0xFF;
    }

    int readShort() {
        need(2);
        return source.getShort() & 0xFFFF;
    }

    int readInt() {
        need(4);
        return source.getInt();
    }

    long readLong() {
        need(8);
        return source.getLong();
    }

    long readVar() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = readByte();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new MalformedRecordException("a number is longer than any");
    }

    int readVarInt() {
        long value = readVar();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new MalformedRecordException("a number is larger than it can be: " + value);
        }
        return (int) value;
    }

    /** A number of things of which each takes at least {@code leastBytes}. */
    int readCount(int leastBytes) {
        int count = readVarInt();
        if ((long) count * leastBytes > remaining()) {
            throw new MalformedRecordException("a count is larger than its record: " + count);
        }
        return count;
    }

    byte[] readBytes(int size) {
        need(size);
        byte[] bytes = new byte[size];
        source.get(bytes);
        return bytes;
    }

    byte[] readVarBytes() {
        return readBytes(readCount(1));
    }

    String readString() {
        long header = readVar();
        long size = header >>> 1;
        if (size > remaining()) {
            throw new MalformedRecordException("a string is longer than its record: " + size);
        }
        return RecordBuffer.decode(readBytes((int) size), (header & 1) != 0);
    }

    /** The next bytes, not copied. */
    ByteBuffer slice(int size) {
        need(size);
        ByteBuffer slice = source.slice(source.position(), size);
        source.position(source.position() + size);
        return slice;
    }

    void end() {
        if (source.hasRemaining()) {
            throw new MalformedRecordException("a record is longer than its content by " + source.remaining());
        }
    }

    private void need(int size) {
        if (size < 0 || source.remaining() < size) {
            throw new MalformedRecordException("a record is shorter than its content");
        }
    }
}
