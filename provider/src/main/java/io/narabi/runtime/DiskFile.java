package io.narabi.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open file. Reads and writes at a position may be done from several threads at once, and by threads that are interrupted. It stays
 * the same file when it is renamed or deleted. Bytes between the end and a write behind it are zeros.
 */
public interface DiskFile extends AutoCloseable {

    /**
     * Reads from {@code position} until the buffer is full or the file ends.
     *
     * @return the number of bytes read; less than the buffer's remaining only at the end of the file; 0 at or past the end
     */
    int read(ByteBuffer target, long position) throws IOException;

    /** Writes all remaining bytes at {@code position}. After an exception any part of them may have been written. */
    void write(ByteBuffer source, long position) throws IOException;

    /**
     * Makes all that was written, and the length, durable. After an exception nothing is known about any byte written since the last
     * success, and a later success says nothing about them either: systems report a failed write once and then take it for done, and what
     * is read may come from their cache. Only what is written anew is forced by a later force.
     */
    void force() throws IOException;

    /** The length in bytes. */
    long size() throws IOException;

    /** Cuts the file to {@code size} bytes where it is longer. */
    void truncate(long size) throws IOException;

    @Override
    void close() throws IOException;
}
