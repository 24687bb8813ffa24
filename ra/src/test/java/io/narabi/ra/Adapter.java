package io.narabi.ra;

import io.narabi.ra.container.TestBroker;
import io.narabi.ra.container.TestEndpoints;
import io.narabi.ra.container.TestServer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import jakarta.resource.ResourceException;
import java.util.function.Consumer;

/** A started adapter in a server, with a broker of its own. */
final class Adapter implements AutoCloseable {

    final TestServer server = new TestServer();
    final TestBroker broker = TestBroker.open();
    final NarabiResourceAdapter adapter = new NarabiResourceAdapter();

    private Adapter() {}

    static Adapter start() throws ResourceException {
        return start(adapter -> {});
    }

    static Adapter start(Consumer<NarabiResourceAdapter> change) throws ResourceException {
        return start(change, false);
    }

    /** @param registry whether the server has a TransactionSynchronizationRegistry */
    static Adapter start(Consumer<NarabiResourceAdapter> change, boolean registry) throws ResourceException {
        Adapter started = new Adapter();
        if (registry) {
            started.server.haveRegistry();
        }
        started.adapter.setUrl(started.broker.url());
        change.accept(started.adapter);
        started.adapter.start(started.server);
        return started;
    }

    NarabiActivationSpec spec(String queue) throws ResourceException {
        NarabiActivationSpec spec = new NarabiActivationSpec();
        spec.setResourceAdapter(adapter);
        spec.setDestination(queue);
        return spec;
    }

    NarabiActivationSpec activate(TestEndpoints bean, Consumer<NarabiActivationSpec> change) throws ResourceException {
        NarabiActivationSpec spec = spec("orders");
        change.accept(spec);
        adapter.endpointActivation(bean, spec);
        return spec;
    }

    NarabiActivationSpec activate(TestEndpoints bean) throws ResourceException {
        return activate(bean, spec -> {});
    }

    static String text(Message message) {
        try {
            return ((TextMessage) message).getText();
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    static int count(Message message) {
        try {
            return message.getIntProperty("JMSXDeliveryCount");
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        adapter.stop();
        server.close();
        broker.close();
    }
}
