package io.narabi.ra;

import io.narabi.config.InvalidOptionException;
import io.narabi.config.NarabiUrl;
import io.narabi.config.UrlKey;
import io.narabi.engine.EngineTransactions;
import io.narabi.engine.EngineXaResource;
import io.narabi.ra.inbound.Activation;
import io.narabi.ra.inbound.BrokerHold;
import io.narabi.ra.inbound.ServerScheduler;
import io.narabi.ra.inbound.TransactionMark;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resource adapter (Jakarta Connectors 2.1). Holds the broker of its URL open from start to stop. A server may run several for one
 * directory, in one class loader: they share the broker.
 *
 * <p>Two are equal when they are configured alike. Configured by one thread, then thread-safe.
 */
public class NarabiResourceAdapter extends UrlProperties implements ResourceAdapter {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(NarabiResourceAdapter.class);
    private static final String DEFAULT_DRAIN_TIMEOUT = "30s";

    private @Nullable String drainTimeout;
    private transient @Nullable Running running;

    /** Public because servers make it. */
    public NarabiResourceAdapter() {}

    /** How long an undeployment waits for listeners that run before their transactions can only roll back; default 30 s. */
    public @Nullable String getDrainTimeout() {
        return drainTimeout;
    }

    public void setDrainTimeout(@Nullable String drainTimeout) {
        this.drainTimeout = isBlank(drainTimeout) ? null : drainTimeout;
    }

    /**
     * Opens the broker; one that cannot be opened now is tried again in the background.
     *
     * @throws ResourceAdapterInternalException if a property can never be valid; the message names it
     */
    @Override
    public synchronized void start(BootstrapContext context) throws ResourceAdapterInternalException {
        if (running != null) {
            throw new ResourceAdapterInternalException("The resource adapter has been started already");
        }
        NarabiUrl url;
        Duration drain;
        try {
            url = effectiveUrl(Optional.empty());
            drain = drain();
        } catch (InvalidPropertyException refused) {
            throw new ResourceAdapterInternalException(refused.getMessage(), refused);
        }
        Running started = new Running(url, drain, new ServerScheduler(context), TransactionMark.of(context));
        running = started;
        boolean open = started.hold.open();
        LOG.info("Narabi resource adapter started: the broker is {}{}", url, open ? "" : " (not there yet)");
    }

    /** Ends what is still active, lets listeners finish for the drain time-out, and gives the broker up. */
    @Override
    public void stop() {
        Running stopping;
        List<Active> active;
        synchronized (this) {
            if (running == null) {
                return;
            }
            stopping = running;
            running = null;
            active = List.copyOf(stopping.active);
        }
        active.forEach(a -> a.activation().stop());
        active.forEach(a -> a.activation().abandon());
        stopping.hold.close();
        stopping.scheduler.close();
        LOG.info("Narabi resource adapter stopped: {}", stopping.url);
    }

    /**
     * Starts deliveries to a message-driven bean. What is not there yet, broker or queue, is tried again in the background.
     *
     * @throws ResourceException if the activation can never work as it is configured: the message names the property
     */
    @Override
    public void endpointActivation(MessageEndpointFactory factory, ActivationSpec spec) throws ResourceException {
        if (!(spec instanceof NarabiActivationSpec narabi)) {
            throw new NotSupportedException("Not a NarabiActivationSpec: " + spec);
        }
        Running now = started();
        Activation activation = Activation.start(
                narabi.toSettings(), factory, now.url, BrokerUrls::of, now.scheduler, now.mark, now.drain);
        synchronized (this) {
            if (running == now) {
                now.active.add(new Active(factory, spec, activation));
                return;
            }
        }
        activation.stop();
        throw new ResourceException("The resource adapter stopped while an endpoint was being activated");
    }

    /** Ends deliveries: returns when the listeners that run have finished, or after the drain time-out. */
    @Override
    public void endpointDeactivation(MessageEndpointFactory factory, ActivationSpec spec) {
        Optional<Active> ending;
        synchronized (this) {
            ending = running == null
                    ? Optional.empty()
                    : running.active.stream().filter(a -> a.is(factory, spec)).findFirst();
            ending.ifPresent(a -> {
                if (running != null) {
                    running.active.remove(a);
                }
            });
        }
        if (ending.isPresent()) {
            ending.get().activation().stop();
        } else {
            LOG.debug("Deactivated an endpoint that is not active: {}", spec);
        }
    }

    /**
     * The resources through which a transaction manager finishes branches in doubt: the adapter's own broker, and those of active beans
     * that have another, with or without {@code specs}. While a broker is not there, its resource fails with XAER_RMFAIL.
     *
     * @throws ResourceException if the adapter is not started
     */
    @Override
    public XAResource[] getXAResources(ActivationSpec @Nullable [] specs) throws ResourceException {
        Running now = started();
        List<EngineTransactions> brokers = new ArrayList<>();
        brokers.add(now.hold.transactions());
        List<Active> active;
        synchronized (this) {
            active = List.copyOf(now.active);
        }
        for (Active a : active) {
            a.activation().otherBroker(now.url).ifPresent(brokers::add);
        }
        return brokers.stream().map(EngineXaResource::forRecovery).toArray(XAResource[]::new);
    }

    /** The URL as configured. Errors as in {@link UrlProperties#effectiveUrl}. */
    NarabiUrl brokerUrl() throws InvalidPropertyException {
        return effectiveUrl(Optional.empty());
    }

    private synchronized Running started() throws ResourceException {
        if (running == null) {
            throw new ResourceException("The resource adapter is not started");
        }
        return running;
    }

    private Duration drain() throws InvalidPropertyException {
        String text = drainTimeout == null ? DEFAULT_DRAIN_TIMEOUT : drainTimeout;
        try {
            return UrlKey.SEND_TIMEOUT.parse(text);
        } catch (InvalidOptionException refused) {
            InvalidPropertyException failure = new InvalidPropertyException(
                    "drainTimeout=" + text + " is not valid: allowed is " + UrlKey.SEND_TIMEOUT.allowed(), refused);
            failure.setInvalidPropertyDescriptors(descriptors(NarabiResourceAdapter.class, "drainTimeout"));
            throw failure;
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NarabiResourceAdapter that
                && getClass() == that.getClass()
                && configuration().equals(that.configuration())
                && Objects.equals(drainTimeout, that.drainTimeout);
    }

    @Override
    public int hashCode() {
        return Objects.hash(configuration(), drainTimeout);
    }

    /** Between start and stop; compared by identity. The list of what is active is guarded by the adapter. */
    private static final class Running {

        private final NarabiUrl url;
        private final Duration drain;
        private final ServerScheduler scheduler;
        private final TransactionMark mark;
        private final BrokerHold hold;
        private final List<Active> active = new ArrayList<>();

        Running(NarabiUrl url, Duration drain, ServerScheduler scheduler, TransactionMark mark) {
            this.url = url;
            this.drain = drain;
            this.scheduler = scheduler;
            this.mark = mark;
            this.hold = new BrokerHold(url, scheduler);
        }
    }

    /** An activation is known by its factory and spec themselves: neither their names nor equality tell two apart. */
    private record Active(MessageEndpointFactory factory, ActivationSpec spec, Activation activation) {

        boolean is(MessageEndpointFactory otherFactory, ActivationSpec otherSpec) {
            return factory.equals(otherFactory) && spec == otherSpec;
        }
    }
}
