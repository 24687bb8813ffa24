package io.narabi.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Arrays that the application hands in, and bodies that cannot be read. */
final class Slices {

    private Slices() {}

    /**
     * A copy of a part of an array.
     *
     * @throws JMSException if the array is null, or offset and length are not within it
     */
    static byte[] copy(byte @Nullable [] array, int offset, int length) throws JMSException {
        return Arrays.copyOfRange(check(array, offset, length), offset, offset + length);
    }

    /** The array itself, after the checks of {@link #copy}. */
    static byte[] check(byte @Nullable [] array, int offset, int length) throws JMSException {
        byte[] present = need(array);
        // Written so that no sum can overflow.
        if (offset < 0 || length < 0 || offset > present.length - length) {
            throw new JMSException("Offset " + offset + " and length " + length + " are not within an array of "
                    + present.length + " bytes");
        }
        return present;
    }

    static byte[] need(byte @Nullable [] array) throws JMSException {
        if (array == null) {
            throw new JMSException("An array of bytes is needed, but was null");
        }
        return array;
    }

    static MessageFormatException damaged(NarabiMessage message, Exception cause) {
        MessageFormatException exception = new MessageFormatException(
                "The body of " + message + " cannot be read, as it is damaged or was not written by Narabi: " + cause);
        exception.setLinkedException(cause);
        exception.initCause(cause);
        return exception;
    }
}
