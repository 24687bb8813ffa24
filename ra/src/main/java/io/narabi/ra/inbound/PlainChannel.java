package io.narabi.ra.inbound;

import io.narabi.engine.Claim;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.engine.FailureCause;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries without a transaction (NotSupported, and beans that manage their own): acknowledged when the listener returns, failed when
 * it throws anything. With {@code Dups-ok-acknowledge} up to {@code ackWindow} acknowledgements are under way meanwhile.
 */
final class PlainChannel extends Channel {

    private final int window;
    private final Queue<CompletionStage<Void>> underWay = new ArrayDeque<>();

    PlainChannel(Link link, EndpointPlan plan, EngineSession session, EngineConsumer consumer, Runnable rest) {
        super(link, plan, session, consumer, rest);
        this.window = plan.settings().dupsOk()
                ? link.url().dupsOkAckWindow()
                : link.url().autoAckWindow();
    }

    @Override
    @Nullable
    XAResource endpointResource() {
        return null;
    }

    @Override
    void fence() {
        // There is no transaction: the message is acknowledged or failed when its listener returns.
    }

    @Override
    Outcome deliver(Claim claim, MessageEndpoint target) {
        try {
            Optional<Delivery> delivery = handOver(claim);
            if (delivery.isPresent()) {
                listen(delivery.get(), target);
            }
            return settleBut(window - 1);
        } catch (EngineException failure) {
            plan.trouble().report("a message could not be handed over or settled", failure);
            return Outcome.RETRY;
        }
    }

    private void listen(Delivery delivery, MessageEndpoint target) {
        try {
            Message message = ReceivedMessages.toMessage(delivery, link.url());
            ((MessageListener) target).onMessage(message);
        } catch (Throwable failure) {
            LOG.warn(
                    "The listener failed on message {} of {} (attempt {}): {}",
                    delivery.message().headers().messageId(),
                    delivery.subscription(),
                    delivery.attempt(),
                    failure.toString());
            LOG.debug("The listener's failure", failure);
            failed(failure);
            await(session.fail(List.of(delivery), FailureCause.of(FailureCause.Kind.LISTENER_FAILED, failure)));
            return;
        }
        underWay.add(session.acknowledge(List.of(delivery), false));
    }

    private Outcome settleBut(int open) {
        while (underWay.size() > open) {
            await(underWay.remove());
        }
        return Outcome.DELIVERED;
    }

    @Override
    Outcome settle() {
        try {
            settleBut(0);
            return Outcome.NOTHING;
        } catch (EngineException failure) {
            plan.trouble().report("an acknowledgement failed", failure);
            return Outcome.RETRY;
        }
    }
}
