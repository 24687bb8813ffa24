package io.narabi.admin;

import io.narabi.config.DestinationOptions;
import io.narabi.config.NarabiUrl;
import io.narabi.config.SubscriptionOptions;
import io.narabi.engine.Credentials;
import io.narabi.engine.DestinationName;
import io.narabi.engine.EngineAdmin;
import io.narabi.engine.Engines;
import io.narabi.engine.LaneView;
import io.narabi.engine.SubscriptionName;
import io.narabi.engine.SubscriptionStatus;
import java.util.List;
import java.util.Optional;

/**
 * Configures destinations and subscriptions, shows lanes, and decides about halted ones. Thread-safe. Every command is durable when it
 * returns; what is refused or fails is an {@link io.narabi.engine.EngineException} that says what to do.
 */
public final class NarabiAdmin implements AutoCloseable {

    private static final int MANY = 10_000;

    private final EngineAdmin engine;

    private NarabiAdmin(EngineAdmin engine) {
        this.engine = engine;
    }

    /**
     * Connects to the broker that the URL names, with its {@code user} and {@code password} if it has any. An embedded broker is held
     * open until {@link #close()}.
     *
     * @throws IllegalArgumentException if the URL is wrong; it names the key
     */
    public static NarabiAdmin connect(String url) {
        NarabiUrl parsed = NarabiUrl.parse(url);
        return new NarabiAdmin(
                Engines.forUrl(parsed).administer(parsed, new Credentials(parsed.user(), parsed.password())));
    }

    /** Creates the destination, or changes what is set in the options; what is not set stays. Also while it is in use. */
    public void configure(DestinationOptions options) {
        engine.configure(options);
    }

    /** Sets the options of a subscription; what is not set stays. */
    public void configure(SubscriptionOptions options) {
        engine.configure(options);
    }

    /** The queue's options as they were configured; empty if there is no such queue. */
    public Optional<DestinationOptions> queue(String name) {
        return engine.destination(DestinationName.queue(name));
    }

    /** The names of all queues, sorted. */
    public List<String> queues() {
        return engine.destinations().stream()
                .filter(name -> name.kind() == DestinationName.Kind.QUEUE)
                .map(DestinationName::name)
                .toList();
    }

    /** Numbers about a queue. */
    public SubscriptionStatus status(String queue) {
        return engine.status(SubscriptionName.ofQueue(queue));
    }

    /** The queue's lanes that are not simply ready: owned, kept, waiting, halted, in doubt. */
    public List<LaneView> lanes(String queue) {
        return engine.lanes(SubscriptionName.ofQueue(queue), MANY);
    }

    /** The queue's lanes that have come to a halt, and wait for a decision. */
    public List<HaltedLane> haltedLanes(String queue) {
        SubscriptionName subscription = SubscriptionName.ofQueue(queue);
        return engine.lanes(subscription, MANY).stream()
                .filter(lane -> lane.state().equals("HALTED"))
                .map(lane -> new HaltedLane(engine, subscription, lane))
                .toList();
    }

    @Override
    public void close() {
        engine.close();
    }
}
