package io.narabi.jms.message;

import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.ObjectMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is a serialized object (Jakarta Messaging 3.1 §3.11). {@link #setObject} takes a snapshot; each {@link
 * #getObject} makes a new object of it, and not before: a message whose object cannot be read or is not allowed can still be received,
 * browsed, sent on and dead-lettered.
 *
 * <p>Of a received message only objects of the classes of an {@link ObjectAllowList} are made; the others are refused before their
 * classes are loaded. For one thread at a time.
 */
public final class NarabiObjectMessage extends NarabiMessage implements ObjectMessage {

    private static final byte[] NULL = {};

    /** What may be read; everything, once this side has set the object itself. */
    private ObjectAllowList allowed;

    private byte[] serialized = NULL;

    /** Of the object that was set; a last resort to find its class again. */
    private @Nullable ClassLoader loader;

    /** A new message; its object is null. */
    public NarabiObjectMessage() {
        allowed = ObjectAllowList.JDK;
    }

    /**
     * A new message with an object, which may be null.
     *
     * @throws MessageFormatException if it cannot be serialized
     */
    public NarabiObjectMessage(@Nullable Serializable object) throws JMSException {
        this();
        setObject(object);
    }

    NarabiObjectMessage(MessageData data, Destination destination, DeliveryInfo info, ObjectAllowList allowed) {
        super(data, destination, info);
        this.allowed = allowed;
        serialized = data.body();
    }

    @Override
    public void setObject(@Nullable Serializable object) throws JMSException {
        needWritableBody();
        serialized = object == null ? NULL : serialize(object);
        loader = object == null ? null : object.getClass().getClassLoader();
        // What this program wrote itself, it may read again.
        allowed = ObjectAllowList.JDK.plus(List.of(ObjectAllowList.EVERYTHING));
    }

    /**
     * A new copy of the object, or null.
     *
     * @throws MessageFormatException if it cannot be read: a class is missing, has changed, or is not allowed; the message names it
     */
    @Override
    public @Nullable Serializable getObject() throws JMSException {
        if (hasNoBody()) {
            return null;
        }
        try {
            return (Serializable) ObjectReader.read(serialized, allowed, fallbackLoader());
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError | StackOverflowError e) {
            MessageFormatException exception = new MessageFormatException("The object of " + this
                    + " cannot be read: " + e + ". The class must be on the class path, and on the allow-list of the"
                    + " connection");
            exception.initCause(e);
            if (e instanceof Exception linked) {
                exception.setLinkedException(linked);
            }
            throw exception;
        }
    }

    @Override
    Body body() {
        return new Body(BodyKind.OBJECT, serialized);
    }

    @Override
    void eraseBody() {
        serialized = NULL;
        loader = null;
    }

    @Override
    boolean hasNoBody() {
        return serialized.length == 0;
    }

    @Override
    <T> Optional<T> bodyAs(Class<T> wanted) throws JMSException {
        Serializable object = getObject();
        return wanted.isInstance(object) ? Optional.of(wanted.cast(object)) : Optional.empty();
    }

    @Override
    boolean canBe(Class<?> wanted) {
        try {
            return wanted.isInstance(getObject());
        } catch (JMSException e) {
            // As the javadoc of isBodyAssignableTo asks.
            return false;
        }
    }

    private @Nullable ClassLoader fallbackLoader() {
        return loader == null ? NarabiObjectMessage.class.getClassLoader() : loader;
    }

    private byte[] serialize(Serializable object) throws JMSException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            MessageFormatException exception = new MessageFormatException(
                    "An object of " + object.getClass().getName() + " cannot be serialized: " + e);
            exception.initCause(e);
            if (e instanceof Exception linked) {
                exception.setLinkedException(linked);
            }
            throw exception;
        }
        return bytes.toByteArray();
    }
}
