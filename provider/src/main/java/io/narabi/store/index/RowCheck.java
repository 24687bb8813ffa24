package io.narabi.store.index;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** The check of a row: HSQLDB keeps none, and gives what a damaged file says. Not thread-safe. */
final class RowCheck {

    private final ByteBuffer fixed = ByteBuffer.allocate(16 * Long.BYTES);
    private final CRC32C crc = new CRC32C();

    /** Of up to 16 numbers. */
    int of(long... values) {
        fixed.clear();
        for (long value : values) {
            fixed.putLong(value);
        }
        crc.reset();
        crc.update(fixed.flip());
        return (int) crc.getValue();
    }

    /** Of up to 16 numbers and what has any length. */
    int of(byte[] bytes, long... values) {
        of(values);
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** Of up to 16 numbers and a text, each of its chars as it is. */
    int of(String text, long... values) {
        ByteBuffer chars = ByteBuffer.allocate(text.length() * Character.BYTES);
        chars.asCharBuffer().put(text);
        return of(chars.array(), values);
    }
}
