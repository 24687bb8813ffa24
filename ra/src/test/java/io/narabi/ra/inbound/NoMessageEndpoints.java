package io.narabi.ra.inbound;

import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.lang.reflect.Method;
import javax.transaction.xa.XAResource;

/** Endpoints that must not be called. */
final class NoMessageEndpoints implements MessageEndpointFactory {

    @Override
    public MessageEndpoint createEndpoint(XAResource resource) {
        return new Endpoint();
    }

    @Override
    public MessageEndpoint createEndpoint(XAResource resource, long timeout) {
        return new Endpoint();
    }

    @Override
    public boolean isDeliveryTransacted(Method method) {
        return false;
    }

    @Override
    public String getActivationName() {
        return "none";
    }

    @Override
    public Class<?> getEndpointClass() {
        return Endpoint.class;
    }

    private static final class Endpoint implements MessageEndpoint, MessageListener {
        @Override
        public void beforeDelivery(Method method) {
            throw new AssertionError("called");
        }

        @Override
        public void afterDelivery() {
            throw new AssertionError("called");
        }

        @Override
        public void release() {}

        @Override
        public void onMessage(Message message) {
            throw new AssertionError("called");
        }
    }
}
