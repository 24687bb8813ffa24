package io.narabi.ra.inbound;

import io.narabi.engine.Claim;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineXaResource;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import java.util.Optional;
import javax.transaction.xa.XAResource;

/**
 * Deliveries in the server's transactions (Jakarta Connectors 2.1 §13.5.6): {@code beforeDelivery} begins one and enlists the session,
 * then the message is handed over in its branch, and {@code afterDelivery} completes it. Settling is the branch's business alone.
 */
final class TransactedChannel extends Channel {

    private final EngineXaResource resource;

    TransactedChannel(
            Link link,
            EndpointPlan plan,
            EngineSession session,
            EngineConsumer consumer,
            EngineXaResource resource,
            Runnable rest) {
        super(link, plan, session, consumer, rest);
        this.resource = resource;
    }

    @Override
    XAResource endpointResource() {
        return resource;
    }

    @Override
    void fence() {
        resource.fence();
    }

    @Override
    Outcome settle() {
        return Outcome.NOTHING;
    }

    @Override
    Outcome deliver(Claim claim, MessageEndpoint target) {
        try {
            target.beforeDelivery(EndpointPlan.ON_MESSAGE);
        } catch (NoSuchMethodException | ResourceException | RuntimeException | LinkageError failure) {
            // Nothing was handed over: the message goes back uncounted. Whether the session was enlisted is unknown,
            // hence a new channel.
            putBack(claim);
            plan.trouble().report("the server could not begin a delivery", failure);
            return Outcome.BROKEN;
        }
        Outcome outcome = Outcome.BROKEN;
        try {
            outcome = resource.currentBranch().isPresent() ? inBranch(claim, target) : notEnlisted(claim);
        } finally {
            outcome = complete(target, outcome);
        }
        return outcome;
    }

    private Outcome notEnlisted(Claim claim) {
        putBack(claim);
        plan.trouble()
                .report(
                        "the server asked for a transaction but did not enlist the delivery's XAResource",
                        new ResourceException("no branch was started between beforeDelivery and onMessage"));
        return Outcome.RETRY;
    }

    private Outcome inBranch(Claim claim, MessageEndpoint target) {
        Message message;
        try {
            Optional<Delivery> delivery = handOver(claim);
            if (delivery.isEmpty()) {
                return Outcome.DELIVERED;
            }
            message = ReceivedMessages.toMessage(delivery.get(), link.url());
        } catch (Throwable failure) {
            // The listener does not run, and the server would commit: only a roll-back keeps the message.
            rollBackOnly();
            plan.trouble().report("a message could not be handed over", failure);
            return failure instanceof EngineException ? Outcome.RETRY : Outcome.DELIVERED;
        }
        try {
            ((MessageListener) target).onMessage(message);
        } catch (Throwable failure) {
            // As a rule the server logs it and rolls back; but some commit where they threw it themselves, before they
            // called the listener, and the message would be lost.
            LOG.debug("onMessage failed", failure);
            rollBackOnly();
            failed(failure);
        }
        return Outcome.DELIVERED;
    }

    private void rollBackOnly() {
        if (!plan.mark().rollbackOnly()) {
            resource.fence();
        }
    }

    private Outcome complete(MessageEndpoint target, Outcome outcome) {
        try {
            target.afterDelivery();
        } catch (ResourceException | RuntimeException | LinkageError failure) {
            LOG.warn(
                    "queue {}: the server failed to complete a delivery, it says {}; the transaction manager decides",
                    link.queue(),
                    failure.toString());
            LOG.debug("What the server threw", failure);
            dropEndpoint();
        }
        if (resource.currentBranch().isPresent()) {
            // A session cannot work in two branches. This one keeps its lanes until the transaction manager has
            // completed it.
            LOG.warn("queue {}: the server left a delivery's branch open; a new session takes its place", link.queue());
            return Outcome.BROKEN;
        }
        return outcome;
    }
}
