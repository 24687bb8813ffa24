package io.narabi.ra.inbound;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineTransactions;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import javax.naming.NamingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One message-driven bean's deliveries, from its deployment to its end. A broker or a queue that is not there yet, or goes away, is
 * tried again until it is there. Thread-safe.
 */
public final class Activation {

    private static final Logger LOG = LoggerFactory.getLogger("io.narabi.ra");

    /** Longer than the longest pause of a slot. */
    private static final Duration QUIET = Duration.ofSeconds(15);

    /** How long nothing is delivered after the server refused to call a listener. */
    private static final Duration REST = Duration.ofSeconds(5);

    private final EndpointPlan plan;
    private final Trouble connecting;
    private final LinkOpener opener;
    private final Scheduler scheduler;
    private final Duration drainTimeout;
    private final List<Slot> slots = new ArrayList<>();
    private final BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10));

    /** The deployer's: a later lookup in JNDI may need it. */
    private final ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();

    /** Guarded by this for writing. */
    private volatile Optional<Link> link = Optional.empty();

    private final AtomicBoolean resting = new AtomicBoolean();

    /** Guarded by this. */
    private boolean stopped;

    private Activation(EndpointPlan plan, LinkOpener opener, Scheduler scheduler, Duration drainTimeout) {
        this.plan = plan;
        this.connecting =
                new Trouble("Message-driven bean on " + plan.settings().source(), Duration.ZERO, System::nanoTime);
        this.opener = opener;
        this.scheduler = scheduler;
        this.drainTimeout = drainTimeout;
        Host host = new Host();
        for (int i = 0; i < plan.settings().maxSessions(); i++) {
            slots.add(new Slot(host, scheduler, System::nanoTime));
        }
    }

    /**
     * Starts deliveries.
     *
     * @param adapterUrl the broker where the activation names no connection factory
     * @param urlOfFactory the broker of an object found in JNDI; empty if it is not a connection factory of Narabi's
     * @param mark how a delivery's transaction is kept from being committed
     * @param drainTimeout how long {@link #stop()} waits for listeners
     * @throws ResourceException if the activation can never work as it is configured
     */
    public static Activation start(
            ActivationSettings settings,
            MessageEndpointFactory factory,
            NarabiUrl adapterUrl,
            Function<Object, Optional<NarabiUrl>> urlOfFactory,
            Scheduler scheduler,
            TransactionMark mark,
            Duration drainTimeout)
            throws ResourceException {
        boolean transacted;
        try {
            transacted = factory.isDeliveryTransacted(EndpointPlan.ON_MESSAGE);
        } catch (NoSuchMethodException notAListener) {
            throw new ResourceException("The endpoint does not implement jakarta.jms.MessageListener", notAListener);
        }
        Trouble trouble = new Trouble("Message-driven bean on " + settings.source(), QUIET, System::nanoTime);
        Activation activation = new Activation(
                new EndpointPlan(settings, factory, transacted, mark, trouble),
                new LinkOpener(settings, adapterUrl, urlOfFactory),
                scheduler,
                drainTimeout);
        activation.begin();
        return activation;
    }

    private void begin() throws ResourceException {
        try {
            connect();
        } catch (ActivationRefusedException refused) {
            throw new ResourceException(refused.getMessage(), refused);
        } catch (NamingException | EngineException notYet) {
            connecting.report("not connected", notYet);
            tryAgain();
        }
    }

    private void connect() throws ActivationRefusedException, NamingException {
        Link opened = opener.open();
        synchronized (this) {
            if (stopped) {
                opened.connection().close();
                return;
            }
            link = Optional.of(opened);
            backOff.reset();
        }
        opened.connection().onFailure(failure -> scheduler.later(Duration.ZERO, () -> lost(opened, failure)));
        LOG.info(
                "Message-driven bean on queue {} of {}: up to {} endpoints, {}",
                opened.queue(),
                opened.url(),
                plan.settings().maxSessions(),
                plan.transacted() ? "in the server's transactions" : "without transactions");
        connecting.over("connected");
        slots.forEach(Slot::signal);
    }

    /**
     * Every message that is tried meanwhile would have a failed attempt more, and none succeeds: so nothing is, for a while. Before it is
     * over, the server has as a rule deactivated the endpoint.
     */
    private void rest() {
        if (resting.compareAndSet(false, true)) {
            LOG.info(
                    "Message-driven bean on {}: the server takes no deliveries now; the next is tried in {}",
                    plan.settings().source(),
                    REST);
            scheduler.later(REST, () -> {
                resting.set(false);
                slots.forEach(Slot::signal);
            });
        }
    }

    private synchronized void tryAgain() {
        if (!stopped) {
            scheduler.later(backOff.next(), () -> scheduler.work(this::reconnect, this::tryAgain));
        }
    }

    private void reconnect() {
        synchronized (this) {
            if (stopped || link.isPresent()) {
                return;
            }
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(contextLoader);
        try {
            connect();
        } catch (ActivationRefusedException | NamingException | EngineException notYet) {
            connecting.report("not connected", notYet);
            tryAgain();
        } catch (RuntimeException fault) {
            LOG.error("Connecting failed in an unforeseen way", fault);
            tryAgain();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private void lost(Link failed, EngineException failure) {
        synchronized (this) {
            if (stopped || link.filter(failed::equals).isEmpty()) {
                return;
            }
            link = Optional.empty();
        }
        connecting.report("the connection failed", failure);
        // Listeners that run now find out when they settle; their slots then take the next connection.
        slots.forEach(Slot::signal);
        failed.connection().close();
        tryAgain();
    }

    /** The branches of the broker that the activation is connected to, if it is another than {@code known}'s. */
    public Optional<EngineTransactions> otherBroker(NarabiUrl known) {
        return link.filter(l ->
                        l.url().scheme() != known.scheme() || !l.url().target().equals(known.target()))
                .map(l -> l.connection().transactions());
    }

    /**
     * Claims nothing more and waits for the listeners that run. What is still running when the time is over can no longer be committed;
     * its session closes when the listener has returned, so that nobody gets the message while it is still being worked on.
     */
    public void stop() {
        Optional<Link> last;
        synchronized (this) {
            stopped = true;
            last = link;
        }
        last.ifPresent(l -> quietly(l.connection()::stop));
        CompletableFuture<Void> all = allClosed(slots);
        all.whenComplete((done, failure) -> close(last));
        // Who undeploys from within a listener must not wait for himself.
        CompletableFuture<Void> others =
                allClosed(slots.stream().filter(slot -> !slot.isMine()).toList());
        try {
            others.get(drainTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException stillRunning) {
            LOG.warn(
                    "Message-driven bean on {}: {} listeners are still running after {}; their transactions will roll back",
                    plan.settings().source(),
                    slots.stream().filter(slot -> !slot.close().isDone()).count(),
                    drainTimeout);
            slots.forEach(slot -> quietly(slot::fence));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            slots.forEach(slot -> quietly(slot::fence));
        } catch (ExecutionException failed) {
            LOG.debug("A slot failed to close", failed);
        }
    }

    private static CompletableFuture<Void> allClosed(List<Slot> slots) {
        return CompletableFuture.allOf(slots.stream().map(Slot::close).toArray(CompletableFuture<?>[]::new));
    }

    /** Closes the connection even where a listener still runs: its transaction rolls back now. For the adapter's end. */
    public void abandon() {
        close(link);
    }

    private static void close(Optional<Link> last) {
        last.ifPresent(l -> quietly(l.connection()::close));
    }

    private static void quietly(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException failure) {
            LOG.debug("Failed while an activation ended", failure);
        }
    }

    private final class Host implements Slot.Host {

        @Override
        public Optional<Link> link() {
            return resting.get() ? Optional.empty() : link;
        }

        @Override
        public Channel open(Link current, Runnable signal) {
            return Channel.open(current, plan, Activation.this::rest, signal);
        }

        @Override
        public void delivered() {
            plan.trouble().over("deliveries go on");
        }

        @Override
        public void trouble(EngineException failure) {
            plan.trouble().report("no session", failure);
        }
    }
}
