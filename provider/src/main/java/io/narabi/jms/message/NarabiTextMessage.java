package io.narabi.jms.message;

import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import io.narabi.engine.ValueReader;
import io.narabi.engine.ValueWriter;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message with a text of any content (Jakarta Messaging 3.1 §3.11), unpaired surrogates included. For one thread at a time. */
public final class NarabiTextMessage extends NarabiMessage implements TextMessage {

    private @Nullable String text;

    /** As received, until the body is cleared (only then can it be written); decoded on first use. */
    private @Nullable Body received;

    /** A new message; its text is null. */
    public NarabiTextMessage() {}

    /** A new message with a text, which may be null. */
    public NarabiTextMessage(@Nullable String text) {
        this.text = text;
    }

    NarabiTextMessage(MessageData data, Destination destination, DeliveryInfo info) {
        super(data, destination, info);
        received = new Body(data.kind(), data.body());
    }

    @Override
    public void setText(@Nullable String string) throws JMSException {
        needWritableBody();
        text = string;
    }

    @Override
    public @Nullable String getText() throws JMSException {
        if (text == null && received != null) {
            text = decode(received);
        }
        return text;
    }

    @Override
    Body body() {
        if (received != null) {
            return received;
        }
        String current = text;
        if (current == null) {
            return Body.empty(BodyKind.TEXT_NULL);
        }
        return ValueWriter.isWellFormed(current)
                ? new Body(BodyKind.TEXT_UTF8, current.getBytes(StandardCharsets.UTF_8))
                : new Body(BodyKind.TEXT_UTF16, ValueWriter.utf16(current));
    }

    @Override
    void eraseBody() {
        text = null;
        received = null;
    }

    @Override
    boolean hasNoBody() throws JMSException {
        return getText() == null;
    }

    @Override
    <T> Optional<T> bodyAs(Class<T> wanted) throws JMSException {
        return canBe(wanted) ? Optional.ofNullable(getText()).map(wanted::cast) : Optional.empty();
    }

    @Override
    boolean canBe(Class<?> wanted) {
        return wanted.isAssignableFrom(String.class);
    }

    private @Nullable String decode(Body body) throws JMSException {
        try {
            return switch (body.kind()) {
                case TEXT_NULL -> null;
                case TEXT_UTF16 -> ValueReader.ofUtf16(body.bytes());
                default -> new String(body.bytes(), StandardCharsets.UTF_8);
            };
        } catch (IllegalArgumentException e) {
            throw Slices.damaged(this, e);
        }
    }
}
