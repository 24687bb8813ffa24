package io.narabi.broker;

import io.narabi.config.NarabiUrl;

/**
 * Holds an embedded broker open. Optional: a broker is also held by every connection, administrator and resource adapter that uses it,
 * and opened by the first of them. What this adds is that it stays open in between, and that a {@code memory:} broker ends with it.
 * Thread-safe.
 */
public final class NarabiBroker implements AutoCloseable {

    private final NarabiUrl url;
    private final Brokers.Hold hold;

    private NarabiBroker(NarabiUrl url, Brokers.Hold hold) {
        this.url = url;
        this.hold = hold;
    }

    /**
     * Opens the broker, or holds the one that is open.
     *
     * @param url {@code embedded:DIRECTORY} or {@code memory:NAME}, with parameters
     * @throws IllegalArgumentException if the URL is wrong or of another scheme; it names the key
     * @throws io.narabi.engine.EngineException if the directory is in use elsewhere (naming the holder), damaged or not usable
     */
    public static NarabiBroker open(String url) {
        NarabiUrl parsed = NarabiUrl.parse(url);
        if (parsed.scheme() != NarabiUrl.Scheme.EMBEDDED && parsed.scheme() != NarabiUrl.Scheme.MEMORY) {
            throw new IllegalArgumentException(
                    "A broker is opened with embedded:DIRECTORY or memory:NAME, not with " + parsed);
        }
        return new NarabiBroker(parsed, Brokers.all().hold(parsed, true));
    }

    /** The URL it was opened with. */
    public String url() {
        return url.toString();
    }

    /** Lets the broker go; it closes, cleanly, when nobody holds it any more. Idempotent. */
    @Override
    public void close() {
        hold.release().run();
    }
}
