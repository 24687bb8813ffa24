package io.narabi.broker.lane;

import java.util.Arrays;

/**
 * Sequences with priorities in ascending order, coded, about three bytes each: differences of sequences in groups of seven bits, lowest first.
 * The lowest bit of a difference says that a byte with the priority follows, because it is another than the message's before. The first
 * difference is to 0, so that the code can be read alone.
 */
final class Postings {

    /** A difference of 64 bits takes ten bytes; one more for the priority. */
    static final int LONGEST = 11;

    private byte[] data;
    private int start;
    private int end;
    private long lastWritten;
    private int lastWrittenPriority;
    private long sequence;
    private int priority;

    private Postings(byte[] data, int end) {
        this.data = data;
        this.end = end;
    }

    /** Empty ones that take at most this many bytes. */
    static Postings ofLength(int length) {
        return new Postings(new byte[length], 0);
    }

    /** Coded ones; nothing can be added. */
    static Postings of(byte[] code) {
        return new Postings(code, code.length);
    }

    /** Whether there may be no room for one more. */
    boolean isFull() {
        return data.length - end < LONGEST;
    }

    int length() {
        return data.length;
    }

    /** Gives back the bytes it does not need: it is full. */
    void trim() {
        data = Arrays.copyOf(data, end);
    }

    void add(long added, int addedPriority) {
        boolean other = addedPriority != lastWrittenPriority;
        write(((added - lastWritten) << 1) | (other ? 1 : 0));
        if (other) {
            data[end++] = (byte) addedPriority;
        }
        lastWritten = added;
        lastWrittenPriority = addedPriority;
    }

    private void write(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            data[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        data[end++] = (byte) rest;
    }

    /** Whether there are any that have not been read. */
    boolean hasNext() {
        return start < end;
    }

    /** Reads the next one: {@link #sequence} and {@link #priority} are its. */
    void next() {
        long coded = 0;
        int shift = 0;
        byte part;
        do {
            part = data[start++];
            coded |= (long) (part & 0x7F) << shift;
            shift += 7;
        } while (part < 0);
        if ((coded & 1) == 1) {
            priority = data[start++];
        }
        sequence += coded >>> 1;
    }

    long sequence() {
        return sequence;
    }

    int priority() {
        return priority;
    }

    /** A reader of its own of those not read yet. */
    Postings rest() {
        Postings rest = new Postings(data, end);
        rest.start = start;
        rest.sequence = sequence;
        rest.priority = priority;
        return rest;
    }

    /** The code of those not read yet. */
    byte[] toBytes() {
        if (start == 0 || start == end) {
            return Arrays.copyOfRange(data, start, end);
        }
        Postings following = rest();
        following.next();
        int left = end - following.start;
        Postings copy = ofLength(left + LONGEST);
        copy.add(following.sequence, following.priority);
        System.arraycopy(data, following.start, copy.data, copy.end, left);
        return Arrays.copyOf(copy.data, copy.end + left);
    }
}
