package io.narabi.jms;

import io.narabi.jms.ConsumerCore.Patience;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import org.jspecify.annotations.Nullable;

/** A consumer of the classic API (Jakarta Messaging 3.1 §8). */
class ConsumerImpl implements MessageConsumer {

    private final ConsumerCore core;

    ConsumerImpl(ConsumerCore core) {
        this.core = core;
    }

    final ConsumerCore core() {
        return core;
    }

    @Override
    public final @Nullable String getMessageSelector() throws JMSException {
        core.checkOpen();
        return null;
    }

    @Override
    public final @Nullable MessageListener getMessageListener() throws JMSException {
        return core.listener();
    }

    @Override
    public final void setMessageListener(@Nullable MessageListener listener) throws JMSException {
        core.setListener(listener);
    }

    @Override
    public final @Nullable Message receive() throws JMSException {
        return core.receive(new Patience.ForEver(), message -> message);
    }

    @Override
    public final @Nullable Message receive(long timeout) throws JMSException {
        return core.receive(Patience.ofTimeout(timeout), message -> message);
    }

    @Override
    public final @Nullable Message receiveNoWait() throws JMSException {
        return core.receive(new Patience.None(), message -> message);
    }

    @Override
    public final void close() throws JMSException {
        core.close();
    }
}
