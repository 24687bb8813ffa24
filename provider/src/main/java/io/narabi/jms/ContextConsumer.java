package io.narabi.jms;

import static io.narabi.jms.JmsExceptions.unchecked;
import static io.narabi.jms.JmsExceptions.uncheckedOrNull;

import io.narabi.jms.ConsumerCore.Patience;
import io.narabi.jms.message.NarabiMessage;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageListener;
import jakarta.jms.ObjectMessage;
import jakarta.jms.TextMessage;
import org.jspecify.annotations.Nullable;

/** A consumer of the simplified API (Jakarta Messaging 3.1 §8). */
final class ContextConsumer implements JMSConsumer {

    private final ConsumerCore core;

    ContextConsumer(ConsumerCore core) {
        this.core = core;
    }

    @Override
    public @Nullable String getMessageSelector() {
        return uncheckedOrNull(() -> {
            core.checkOpen();
            return null;
        });
    }

    @Override
    public @Nullable MessageListener getMessageListener() {
        return uncheckedOrNull(core::listener);
    }

    @Override
    public void setMessageListener(@Nullable MessageListener listener) {
        unchecked(() -> core.setListener(listener));
    }

    @Override
    public @Nullable Message receive() {
        return receive(new Patience.ForEver());
    }

    @Override
    public @Nullable Message receive(long timeout) {
        return receive(unchecked(() -> Patience.ofTimeout(timeout)));
    }

    @Override
    public @Nullable Message receiveNoWait() {
        return receive(new Patience.None());
    }

    private @Nullable Message receive(Patience patience) {
        return uncheckedOrNull(() -> core.receive(patience, message -> message));
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> c) {
        return body(c, new Patience.ForEver());
    }

    @Override
    public <T> @Nullable T receiveBody(Class<T> c, long timeout) {
        return body(c, unchecked(() -> Patience.ofTimeout(timeout)));
    }

    @Override
    public <T> @Nullable T receiveBodyNoWait(Class<T> c) {
        return body(c, new Patience.None());
    }

    private <T> @Nullable T body(Class<T> type, Patience patience) {
        return uncheckedOrNull(() -> core.receive(patience, message -> bodyOf(message, type)));
    }

    /** The body as one of the type (§8.6). */
    private static <T> T bodyOf(NarabiMessage message, Class<T> type) throws JMSException {
        boolean supported = message instanceof TextMessage
                || message instanceof BytesMessage
                || message instanceof MapMessage
                || message instanceof ObjectMessage;
        T body = supported && message.isBodyAssignableTo(type) ? message.getBody(type) : null;
        if (body == null) {
            throw new MessageFormatException(message + " has no body that can be received as " + type.getName()
                    + "; receive() gives the message itself (Jakarta Messaging 3.1 §8.6)");
        }
        return body;
    }

    @Override
    public void close() {
        unchecked(core::close);
    }
}
