package io.narabi.jms;

import io.narabi.config.LaneRelease;
import io.narabi.config.NarabiUrl;
import io.narabi.config.UrlKey;
import io.narabi.engine.Credentials;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineProvider;
import io.narabi.engine.Engines;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.io.Serializable;
import java.time.Duration;
import java.util.Optional;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import org.jspecify.annotations.Nullable;

/**
 * What Narabi's connection factories have in common: the URL and its parameters (Jakarta Messaging 3.1 §4.1). Every setter sets the URL's
 * parameter of the same name, see {@link UrlKey}; a value that is not allowed is refused with an {@link IllegalArgumentException} that
 * says what is.
 *
 * <p>Thread-safe; a change concerns connections that are created later. Can be serialized and bound in JNDI; what is bound holds the
 * password, if one was set.
 */
public abstract sealed class NarabiFactory implements Serializable, Referenceable
        permits NarabiConnectionFactory, NarabiXAConnectionFactory {

    private static final long serialVersionUID = 1L;

    /** The {@link StringRefAddr} type that holds the URL in a {@link Reference}. */
    static final String URL = "url";

    /** In canonical form; empty for none. */
    private volatile String url;

    /** What the URL says, and who serves it; looked up when needed. */
    private transient volatile @Nullable Target target;

    /** The engine to use instead of the one that the URL finds; for tests. */
    private final transient @Nullable EngineProvider engine;

    private record Target(NarabiUrl url, EngineProvider engine) {}

    /** Without a URL: one has to be set. */
    NarabiFactory() {
        url = "";
        engine = null;
    }

    NarabiFactory(String url) {
        this.url = NarabiUrl.parse(url).canonical();
        engine = null;
    }

    NarabiFactory(String url, EngineProvider engine) {
        this.url = NarabiUrl.parse(url).canonical();
        this.engine = engine;
    }

    /** The URL with all parameters, in canonical form, the password among them; empty if none was set. */
    public final String getUrl() {
        return url;
    }

    /**
     * Sets the URL, with all parameters at once.
     *
     * @throws IllegalArgumentException if it is not valid
     */
    public final void setUrl(String url) {
        change(NarabiUrl.parse(url));
    }

    /** The value of a URL parameter as text; empty where it is not set. */
    public final Optional<String> getParameter(String key) {
        return Optional.ofNullable(parsed().parameters().get(key));
    }

    /**
     * Sets any parameter of the URL.
     *
     * @param value not percent-encoded
     * @throws IllegalArgumentException for an unknown key or a value that is not allowed
     */
    public final synchronized void setParameter(String key, String value) {
        change(parsed().withParameter(key, value));
    }

    private synchronized <T extends Object> void set(UrlKey<T> key, T value) {
        change(parsed().withParameter(key, value));
    }

    private synchronized void change(NarabiUrl changed) {
        url = changed.canonical();
        target = null;
    }

    /** Sets {@link UrlKey#USER}: who connects where {@code createConnection} names nobody. */
    public final void setUser(String user) {
        set(UrlKey.USER, user);
    }

    /** Sets {@link UrlKey#PASSWORD}. */
    public final void setPassword(String password) {
        set(UrlKey.PASSWORD, password);
    }

    /** Sets {@link UrlKey#CLIENT_ID}: only one connection can be open at a time then. */
    public final void setClientId(String clientId) {
        set(UrlKey.CLIENT_ID, clientId);
    }

    /** Sets {@link UrlKey#PREFETCH}, in messages. */
    public final void setPrefetch(int prefetch) {
        set(UrlKey.PREFETCH, prefetch);
    }

    /** Sets {@link UrlKey#ACK_WINDOW}, in acknowledgements. */
    public final void setAckWindow(int ackWindow) {
        set(UrlKey.ACK_WINDOW, ackWindow);
    }

    /** Sets {@link UrlKey#SEND_TIMEOUT}. */
    public final void setSendTimeout(Duration sendTimeout) {
        set(UrlKey.SEND_TIMEOUT, sendTimeout);
    }

    /** Sets {@link UrlKey#PEER_TIMEOUT}. */
    public final void setPeerTimeout(Duration peerTimeout) {
        set(UrlKey.PEER_TIMEOUT, peerTimeout);
    }

    /** Sets {@link UrlKey#PLACE}: whether messages say where they are stored. */
    public final void setPlace(boolean place) {
        set(UrlKey.PLACE, place);
    }

    /** Sets {@link UrlKey#LANE_RELEASE}. */
    public final void setLaneRelease(LaneRelease laneRelease) {
        set(UrlKey.LANE_RELEASE, laneRelease);
    }

    /** Sets {@link UrlKey#OBJECT_CLASSES}: packages and classes, separated by commas, or {@code *}. */
    public final void setObjectClasses(String packagesAndClasses) {
        set(UrlKey.OBJECT_CLASSES, packagesAndClasses);
    }

    private NarabiUrl parsed() {
        String current = url;
        if (current.isEmpty()) {
            throw new java.lang.IllegalStateException(
                    "The connection factory has no URL yet: set it first, for example to embedded:DIRECTORY");
        }
        return NarabiUrl.parse(current);
    }

    private Target target() throws JMSException {
        Target known = target;
        if (known != null) {
            return known;
        }
        synchronized (this) {
            if (url.isEmpty()) {
                throw new IllegalStateException(
                        "The connection factory has no URL: set one, for example embedded:DIRECTORY");
            }
            NarabiUrl parsed = parsed();
            try {
                EngineProvider given = engine;
                Target found = new Target(parsed, given == null ? Engines.forUrl(parsed) : given);
                target = found;
                return found;
            } catch (EngineException e) {
                throw JmsExceptions.of(e);
            }
        }
    }

    /** Connects as who the URL names. */
    final ConnectionCore connect() throws JMSException {
        Target to = target();
        return connect(to, new Credentials(to.url().user(), to.url().password()));
    }

    /** Connects as somebody; nobody if the user is null. */
    final ConnectionCore connect(@Nullable String user, @Nullable String password) throws JMSException {
        return connect(target(), new Credentials(Optional.ofNullable(user), Optional.ofNullable(password)));
    }

    private static ConnectionCore connect(Target to, Credentials credentials) throws JMSException {
        try {
            return new ConnectionCore(to.url(), to.engine().connect(to.url(), credentials));
        } catch (EngineException e) {
            throw JmsExceptions.of(e);
        }
    }

    /** A factory for connections without XA, otherwise as this one. */
    final NarabiConnectionFactory plain() {
        String current = url;
        if (current.isEmpty()) {
            return new NarabiConnectionFactory();
        }
        EngineProvider given = engine;
        return given == null ? new NarabiConnectionFactory(current) : new NarabiConnectionFactory(current, given);
    }

    /** For JNDI: {@link NarabiObjectFactory} makes an equal factory of it. */
    @Override
    public final Reference getReference() {
        return new Reference(
                getClass().getName(), new StringRefAddr(URL, url), NarabiObjectFactory.class.getName(), null);
    }

    /** Whether the other is a factory of the same kind with the same URL and parameters. */
    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof NarabiFactory that && getClass().equals(that.getClass()) && url.equals(that.url);
    }

    @Override
    public final int hashCode() {
        return url.hashCode();
    }

    /** With {@code ***} for the password. */
    @Override
    public final String toString() {
        String current = url;
        return getClass().getSimpleName() + "[" + (current.isEmpty() ? "no URL" : NarabiUrl.parse(current)) + "]";
    }
}
