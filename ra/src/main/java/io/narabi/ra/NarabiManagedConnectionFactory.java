package io.narabi.ra;

import io.narabi.config.NarabiUrl;
import io.narabi.jms.NarabiConnectionFactory;
import io.narabi.jms.NarabiXAConnectionFactory;
import io.narabi.jms.NarabiXAContext;
import io.narabi.ra.outbound.RaConnectionFactory;
import io.narabi.ra.outbound.RaManagedConnection;
import io.narabi.ra.outbound.SignOn;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.JMSSecurityRuntimeException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.CommException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.ResourceAdapterAssociation;
import jakarta.resource.spi.SecurityException;
import jakarta.resource.spi.TransactionSupport;
import jakarta.resource.spi.ValidatingManagedConnectionFactory;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Makes the sessions that a server pools, and the {@code jakarta.jms.ConnectionFactory} that its applications use. What is not set here
 * comes from the resource adapter.
 *
 * <p>Two are equal when they are configured alike and belong to equal adapters. Configured by one thread, then thread-safe.
 */
public class NarabiManagedConnectionFactory extends UrlProperties
        implements ManagedConnectionFactory,
                ResourceAdapterAssociation,
                ValidatingManagedConnectionFactory,
                TransactionSupport {

    private static final long serialVersionUID = 1L;

    private @Nullable NarabiResourceAdapter resourceAdapter;
    private transient @Nullable PrintWriter logWriter;

    /** Public because servers make it. */
    public NarabiManagedConnectionFactory() {}

    /** Another name of {@code user}, which servers' tools know. */
    public @Nullable String getUserName() {
        return getUser();
    }

    public void setUserName(@Nullable String userName) {
        setUser(userName);
    }

    @Override
    public @Nullable ResourceAdapter getResourceAdapter() {
        return resourceAdapter;
    }

    /**
     * {@inheritDoc}
     *
     * @throws ResourceException if it is not a {@link NarabiResourceAdapter}
     */
    @Override
    public void setResourceAdapter(@Nullable ResourceAdapter adapter) throws ResourceException {
        if (!(adapter instanceof NarabiResourceAdapter narabi)) {
            throw new ResourceException(
                    "A NarabiManagedConnectionFactory belongs to a NarabiResourceAdapter, not to " + adapter);
        }
        resourceAdapter = narabi;
    }

    /**
     * The broker that connections go to.
     *
     * @throws InvalidPropertyException if a property, or one of the adapter's, can never be valid
     */
    NarabiUrl brokerUrl() throws InvalidPropertyException {
        NarabiResourceAdapter adapter = resourceAdapter;
        return effectiveUrl(adapter == null || getUrl() != null ? Optional.empty() : Optional.of(adapter.brokerUrl()));
    }

    @Override
    public Object createConnectionFactory(ConnectionManager manager) {
        return new RaConnectionFactory(this, manager);
    }

    /** Without a server: the connection factory of Java SE, which neither pools nor enlists. */
    @Override
    public Object createConnectionFactory() throws ResourceException {
        return new NarabiConnectionFactory(brokerUrl().canonical());
    }

    /**
     * {@inheritDoc} Neither a subject nor a request is needed: recovery has none.
     *
     * @throws SecurityException if the broker refuses who signs on
     * @throws CommException if the broker cannot be reached
     */
    @Override
    public ManagedConnection createManagedConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo request)
            throws ResourceException {
        NarabiUrl url = brokerUrl();
        SignOn signOn = resolve(url, subject, request);
        try {
            NarabiXAConnectionFactory factory = new NarabiXAConnectionFactory(url.canonical());
            NarabiXAContext context = factory.createXAContext(
                    signOn.user().orElse(null), signOn.password().orElse(null));
            return new RaManagedConnection(context, signOn);
        } catch (JMSSecurityRuntimeException refused) {
            throw new SecurityException(
                    "The broker " + url + " refuses " + signOn + ": " + refused.getMessage(), refused);
        } catch (JMSRuntimeException failure) {
            throw new CommException("No connection to " + url + ": " + failure.getMessage(), failure);
        }
    }

    private SignOn resolve(NarabiUrl url, @Nullable Subject subject, @Nullable ConnectionRequestInfo request) {
        return SignOn.resolve(this, subject, request, new SignOn(url.user(), url.password()));
    }

    @Override
    public @Nullable ManagedConnection matchManagedConnections(
            Set candidates, @Nullable Subject subject, @Nullable ConnectionRequestInfo request)
            throws ResourceException {
        SignOn asked = resolve(brokerUrl(), subject, request);
        for (Object candidate : candidates) {
            if (candidate instanceof RaManagedConnection managed && managed.matches(asked)) {
                return managed;
            }
        }
        return null;
    }

    /** Those of the connections that are known to have failed. */
    @Override
    public Set<ManagedConnection> getInvalidConnections(Set connections) {
        Set<ManagedConnection> invalid = new HashSet<>();
        for (Object connection : connections) {
            if (connection instanceof RaManagedConnection managed && !managed.isValid()) {
                invalid.add(managed);
            }
        }
        return invalid;
    }

    @Override
    public TransactionSupportLevel getTransactionSupport() {
        return TransactionSupportLevel.XATransaction;
    }

    /** Kept for the server; Narabi logs by SLF4J. */
    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof NarabiManagedConnectionFactory that
                && getClass() == that.getClass()
                && configuration().equals(that.configuration())
                && Objects.equals(resourceAdapter, that.resourceAdapter);
    }

    /** Of the own configuration alone: servers set the adapter after they have put the factory into their tables. */
    @Override
    public int hashCode() {
        return configuration().hashCode();
    }
}
