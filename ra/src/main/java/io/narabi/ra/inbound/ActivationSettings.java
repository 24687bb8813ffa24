package io.narabi.ra.inbound;

import io.narabi.config.SubscriptionOptions;
import io.narabi.engine.Credentials;
import java.util.Map;
import java.util.Optional;

/**
 * What an activation asks for, checked.
 *
 * @param source where the messages come from
 * @param connectionFactoryLookup JNDI name of the connection factory that says which broker; by default the adapter's
 * @param credentials who connects; by default whom the broker's URL names
 * @param clientId the connection's client identifier, if any
 * @param dupsOk without a transaction: whether acknowledgements may be under way while the next messages are delivered
 * @param maxSessions how many endpoints at most, from 1
 * @param subscriptionOptions the subscription's options that the activation sets, as {@link SubscriptionOptions#withAttributes} reads them
 */
public record ActivationSettings(
        Source source,
        Optional<String> connectionFactoryLookup,
        Optional<Credentials> credentials,
        Optional<String> clientId,
        boolean dupsOk,
        int maxSessions,
        Map<String, String> subscriptionOptions) {

    public ActivationSettings {
        subscriptionOptions = Map.copyOf(subscriptionOptions);
    }

    /** Where the messages come from. */
    public sealed interface Source {

        /** A queue by its physical name. */
        record Named(String queue) implements Source {
            @Override
            public String toString() {
                return "queue " + queue;
            }
        }

        /** What is bound in JNDI. */
        record Lookup(String jndiName) implements Source {
            @Override
            public String toString() {
                return jndiName;
            }
        }
    }
}
