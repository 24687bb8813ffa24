package io.narabi.ra.container;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.Credentials;
import io.narabi.engine.DestinationName;
import io.narabi.engine.EngineAdmin;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineSession;
import io.narabi.engine.Engines;
import io.narabi.engine.MessageData;
import io.narabi.engine.MessageData.BodyKind;
import io.narabi.engine.MessageData.Correlation;
import io.narabi.engine.MessageData.Headers;
import io.narabi.engine.SendCommand;
import io.narabi.engine.SessionMode;
import io.narabi.engine.SubscriptionName;
import io.narabi.engine.SubscriptionStatus;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A broker in memory, looked at from outside. */
public final class TestBroker implements AutoCloseable {

    private static final AtomicLong IDS = new AtomicLong();

    private final NarabiUrl url;
    private final EngineConnection connection;
    private final EngineSession session;
    private final EngineAdmin admin;

    private TestBroker(NarabiUrl url) {
        this.url = url;
        this.connection = Engines.forUrl(url).connect(url, Credentials.NONE);
        this.session = connection.openSession(SessionMode.ACKNOWLEDGED);
        this.admin = Engines.forUrl(url).administer(url, Credentials.NONE);
    }

    /** A new broker of its own. */
    public static TestBroker open() {
        return at("memory:" + UUID.randomUUID());
    }

    public static TestBroker at(String url) {
        return new TestBroker(NarabiUrl.parse(url));
    }

    public String url() {
        return url.canonical();
    }

    public EngineAdmin admin() {
        return admin;
    }

    public EngineConnection connection() {
        return connection;
    }

    /** Sends {@code group:number} with the group; waits until it is stored. */
    public void send(String queue, String group, int number) {
        session.send(new SendCommand(DestinationName.queue(queue), message(group, group + ":" + number)))
                .toCompletableFuture()
                .join();
    }

    /** A text message of a group. */
    public static MessageData message(String group, String text) {
        return new MessageData(
                new Headers(
                        "ID:test-" + IDS.incrementAndGet(),
                        1,
                        Correlation.NONE,
                        Optional.empty(),
                        Optional.empty(),
                        true,
                        4,
                        0,
                        0),
                Map.of("JMSXGroupID", group),
                BodyKind.TEXT_UTF8,
                text.getBytes(StandardCharsets.UTF_8));
    }

    public SubscriptionStatus status(String queue) {
        return admin.status(SubscriptionName.ofQueue(queue));
    }

    /** Messages of the queue that are not settled; 0 if there is no such queue. */
    public long owed(String queue) {
        return admin.destination(DestinationName.queue(queue)).isEmpty()
                ? 0
                : status(queue).owed();
    }

    @Override
    public void close() {
        admin.close();
        connection.close();
    }
}
