package io.narabi.ra.inbound;

import io.narabi.config.DestinationOptions;
import io.narabi.config.NarabiUrl;
import io.narabi.config.OptionConflict;
import io.narabi.config.SubscriptionOptions;
import io.narabi.engine.Credentials;
import io.narabi.engine.DestinationName;
import io.narabi.engine.EngineAdmin;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineProvider;
import io.narabi.engine.Engines;
import io.narabi.jms.NarabiDestination;
import io.narabi.ra.inbound.ActivationSettings.Source;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Finds the queue and the broker of an activation, sets the subscription's options and connects. Whatever may become right by itself is
 * a {@link NamingException} or an {@link EngineException}; what cannot, an {@link ActivationRefusedException}.
 */
final class LinkOpener {

    private final ActivationSettings settings;
    private final NarabiUrl adapterUrl;
    private final Function<Object, Optional<NarabiUrl>> urlOfFactory;

    /**
     * @param adapterUrl the broker where no connection factory says otherwise
     * @param urlOfFactory the broker of an object found in JNDI; empty if it is not a connection factory of Narabi's
     */
    LinkOpener(ActivationSettings settings, NarabiUrl adapterUrl, Function<Object, Optional<NarabiUrl>> urlOfFactory) {
        this.settings = settings;
        this.adapterUrl = adapterUrl;
        this.urlOfFactory = urlOfFactory;
    }

    Link open() throws ActivationRefusedException, NamingException {
        NarabiUrl url = url();
        String queue = queue();
        try {
            EngineProvider provider = Engines.forUrl(url);
            Credentials credentials = settings.credentials().orElseGet(() -> BrokerHold.credentials(url));
            if (!settings.subscriptionOptions().isEmpty()) {
                try (EngineAdmin admin = provider.administer(url, credentials)) {
                    configure(admin, url, queue);
                }
            }
            return connect(provider, url, credentials, queue);
        } catch (EngineException failure) {
            if (failure.reason() == Reason.UNSUPPORTED || failure.reason() == Reason.INVALID_ARGUMENT) {
                throw new ActivationRefusedException(String.valueOf(failure.getMessage()), failure);
            }
            throw failure;
        }
    }

    private Link connect(EngineProvider provider, NarabiUrl url, Credentials credentials, String queue) {
        EngineConnection connection = provider.connect(url, credentials);
        try {
            settings.clientId().ifPresent(connection::setClientId);
            connection.start();
            return new Link(connection, url, queue);
        } catch (RuntimeException failure) {
            connection.close();
            throw failure;
        }
    }

    private NarabiUrl url() throws ActivationRefusedException, NamingException {
        Optional<String> lookup = settings.connectionFactoryLookup();
        if (lookup.isEmpty()) {
            return adapterUrl;
        }
        Object found = lookUp(lookup.get());
        return urlOfFactory
                .apply(found)
                .orElseThrow(
                        () -> new ActivationRefusedException("connectionFactoryLookup=" + lookup.get() + " gives a "
                                + found.getClass().getName() + ", which is not a connection factory of Narabi's"));
    }

    private String queue() throws ActivationRefusedException, NamingException {
        if (settings.source() instanceof Source.Named named) {
            return named.queue();
        }
        String jndiName = settings.source().toString();
        Object found = lookUp(jndiName);
        if (!(found instanceof Destination destination)) {
            throw new ActivationRefusedException("destinationLookup=" + jndiName + " gives a "
                    + found.getClass().getName() + ", which is not a jakarta.jms.Queue");
        }
        DestinationName name;
        try {
            name = NarabiDestination.from(destination).toName();
        } catch (JMSException refused) {
            throw new ActivationRefusedException(
                    "destinationLookup=" + jndiName + ": " + refused.getMessage(), refused);
        }
        if (name.kind() == DestinationName.Kind.TOPIC) {
            throw new ActivationRefusedException("destinationLookup=" + jndiName + " gives " + name
                    + ": message-driven beans on topics come with a later version of Narabi");
        }
        return name.name();
    }

    @SuppressWarnings("BanJNDI") // The name comes from the deployment, the directory is the server's own.
    private static Object lookUp(String jndiName) throws NamingException {
        InitialContext context = new InitialContext();
        try {
            Object found = context.lookup(jndiName);
            if (found == null) {
                throw new NamingException("Nothing is bound to " + jndiName);
            }
            return found;
        } finally {
            context.close();
        }
    }

    /** Sets what nobody has set yet. Read again afterwards: another activation may have done the same at the same time. */
    private void configure(EngineAdmin admin, NarabiUrl url, String queue) throws ActivationRefusedException {
        DestinationName name = DestinationName.queue(queue);
        Optional<DestinationOptions> existing = admin.destination(name);
        if (existing.isEmpty() && !url.autoCreate()) {
            throw new EngineException(
                    Reason.INVALID_DESTINATION,
                    "There is no " + name + " and autoCreate=false: create it, and the activation goes on");
        }
        SubscriptionOptions wanted = SubscriptionOptions.ofQueue(queue).withAttributes(settings.subscriptionOptions());
        SubscriptionOptions configured = subscription(existing, queue);
        refuseConflicts(wanted, configured);
        Map<String, String> missing = new TreeMap<>(wanted.toOptionAttributes());
        missing.keySet().removeAll(configured.toOptionAttributes().keySet());
        if (!missing.isEmpty()) {
            admin.configure(DestinationOptions.queue(queue).subscription(s -> s.withAttributes(missing)));
            refuseConflicts(wanted, subscription(admin.destination(name), queue));
        }
    }

    private static SubscriptionOptions subscription(Optional<DestinationOptions> options, String queue) {
        return options.flatMap(DestinationOptions::subscription).orElseGet(() -> SubscriptionOptions.ofQueue(queue));
    }

    private static void refuseConflicts(SubscriptionOptions wanted, SubscriptionOptions configured)
            throws ActivationRefusedException {
        List<OptionConflict> conflicts = wanted.conflicts(configured);
        if (!conflicts.isEmpty()) {
            throw new ActivationRefusedException("The activation and the configuration of queue "
                    + wanted.destination() + " do not agree: "
                    + conflicts.stream()
                            .map(c -> c.key() + " is " + c.mine() + " in the activation and " + c.theirs()
                                    + " as configured")
                            .collect(Collectors.joining(", "))
                    + ". Change one of the two, or leave the property out of the activation");
        }
    }
}
