package io.narabi.ra.inbound;

import io.narabi.engine.Claim;
import io.narabi.engine.ConsumeCommand;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineXaResource;
import io.narabi.engine.SessionMode;
import jakarta.jms.MessageListener;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session, a consumer and an endpoint, through which messages go one at a time. The endpoint is made for the first message and kept,
 * until something goes wrong with it. Used by one thread at a time, but for {@link #fence()}.
 */
abstract sealed class Channel permits TransactedChannel, PlainChannel {

    static final Logger LOG = LoggerFactory.getLogger("io.narabi.ra");

    final Link link;
    final EndpointPlan plan;
    final EngineSession session;
    final EngineConsumer consumer;
    private final Runnable rest;
    private Optional<MessageEndpoint> endpoint = Optional.empty();

    Channel(Link link, EndpointPlan plan, EngineSession session, EngineConsumer consumer, Runnable rest) {
        this.link = link;
        this.plan = plan;
        this.session = session;
        this.consumer = consumer;
        this.rest = rest;
    }

    /**
     * Opens session and consumer.
     *
     * @param rest told, before the message goes back, that the server takes messages but calls no listener now
     * @param signal told when there may be something to claim
     * @throws EngineException if the broker refuses or is gone
     */
    static Channel open(Link link, EndpointPlan plan, Runnable rest, Runnable signal) {
        EngineSession session =
                link.connection().openSession(plan.transacted() ? SessionMode.XA : SessionMode.ACKNOWLEDGED);
        try {
            EngineConsumer consumer = session.consume(
                    ConsumeCommand.ofQueue(link.queue(), link.url().prefetch()), signal);
            Channel channel = plan.transacted()
                    ? new TransactedChannel(
                            link,
                            plan,
                            session,
                            consumer,
                            EngineXaResource.of(link.connection().transactions(), session),
                            rest)
                    : new PlainChannel(link, plan, session, consumer, rest);
            consumer.demand(EngineConsumer.Demand.LISTENER);
            return channel;
        } catch (RuntimeException failure) {
            session.close();
            throw failure;
        }
    }

    /** Takes the next message through. Throws nothing that is foreseen. */
    final Outcome deliver() {
        Optional<Claim> claim = consumer.claim();
        if (claim.isEmpty()) {
            Outcome settled = settle();
            return consumer.isClosed() ? Outcome.BROKEN : settled;
        }
        MessageEndpoint target;
        try {
            target = endpoint();
        } catch (ResourceException | RuntimeException unavailable) {
            putBack(claim.get());
            plan.trouble().report("the server has no endpoint", unavailable);
            return Outcome.RETRY;
        }
        return deliver(claim.get(), target);
    }

    /** Takes a claimed message through. */
    abstract Outcome deliver(Claim claim, MessageEndpoint target);

    /** Before the channel idles: waits for what is under way. {@link Outcome#NOTHING} if all is well. */
    abstract Outcome settle();

    /** The transactional resource for the endpoint; null for none, as the Connectors API has it. */
    abstract @Nullable XAResource endpointResource();

    /** What was handed over in a transaction that still runs can only be rolled back from now on. From any thread. */
    abstract void fence();

    private MessageEndpoint endpoint() throws ResourceException {
        if (endpoint.isPresent()) {
            return endpoint.get();
        }
        MessageEndpoint made = plan.factory().createEndpoint(endpointResource());
        if (!(made instanceof MessageListener)) {
            release(made);
            throw new ResourceException(
                    "The endpoint " + made.getClass().getName() + " is not a jakarta.jms.MessageListener");
        }
        endpoint = Optional.of(made);
        return made;
    }

    /**
     * What came out of {@code onMessage}. The server itself may have thrown it: WildFly does while it undeploys or suspends, before it
     * deactivates the endpoint. Known by name, as the class is WildFly's own.
     */
    final void failed(Throwable failure) {
        if (failure.getClass().getSimpleName().equals("EJBComponentUnavailableException")) {
            rest.run();
        }
    }

    /** Gives the endpoint up; the next message gets a new one. */
    final void dropEndpoint() {
        endpoint.ifPresent(Channel::release);
        endpoint = Optional.empty();
    }

    private static void release(MessageEndpoint made) {
        try {
            made.release();
        } catch (RuntimeException | LinkageError failure) {
            LOG.debug("The server failed to release an endpoint; it is forgotten", failure);
        }
    }

    final void putBack(Claim claim) {
        try {
            consumer.putBack(claim);
        } catch (EngineException gone) {
            LOG.debug("A claim could not be put back; it goes back with the session", gone);
        }
    }

    final Optional<Delivery> handOver(Claim claim) {
        return await(consumer.handOver(claim));
    }

    /** Waits for the engine. What fails, fails with {@link EngineException}. */
    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().join();
        } catch (CompletionException failed) {
            if (failed.getCause() instanceof EngineException cause) {
                throw cause;
            }
            throw failed;
        }
    }

    /** Releases the endpoint and closes the session: what is unsettled outside a branch has failed. */
    final void close() {
        dropEndpoint();
        try {
            consumer.close();
            settle();
            session.close();
        } catch (EngineException gone) {
            LOG.debug("A session was gone before it was closed", gone);
        }
    }
}
