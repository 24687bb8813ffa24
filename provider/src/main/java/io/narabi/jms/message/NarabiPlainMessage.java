package io.narabi.jms.message;

import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import jakarta.jms.Destination;
import java.util.Optional;

/** A message without a body (Jakarta Messaging 3.1 §3.11: {@code Message}). For one thread at a time. */
public final class NarabiPlainMessage extends NarabiMessage {

    /** A new message. */
    public NarabiPlainMessage() {}

    NarabiPlainMessage(MessageData data, Destination destination, DeliveryInfo info) {
        super(data, destination, info);
    }

    @Override
    Body body() {
        return Body.empty(BodyKind.NONE);
    }

    @Override
    void eraseBody() {
        // There is none.
    }

    @Override
    boolean hasNoBody() {
        return true;
    }

    @Override
    <T> Optional<T> bodyAs(Class<T> wanted) {
        return Optional.empty();
    }

    @Override
    boolean canBe(Class<?> wanted) {
        return false;
    }
}
