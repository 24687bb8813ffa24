package io.narabi.ra;

import io.narabi.config.InvalidOptionException;
import io.narabi.config.SubscriptionOptions;
import io.narabi.engine.Credentials;
import io.narabi.ra.inbound.ActivationSettings;
import io.narabi.ra.inbound.ActivationSettings.Source;
import jakarta.resource.spi.InvalidPropertyException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Checks the texts of a {@link NarabiActivationSpec}; all faults come in one exception. Used once, by one thread. */
final class ActivationCheck {

    private static final int LARGEST_MAX_SESSIONS = 10_000;
    private static final List<String> SUBSCRIPTION_OPTIONS = List.of(
            "deliveryOrder",
            "maxDeliveries",
            "redeliveryDelay",
            "redeliveryMaxDelay",
            "redeliveryMultiplier",
            "exhaustedPolicy",
            "deadLetterQueue");

    private final Map<String, String> values;
    private final Set<String> wrong = new LinkedHashSet<>();
    private final List<String> faults = new ArrayList<>();

    ActivationCheck(Map<String, String> values) {
        this.values = values;
    }

    ActivationSettings settings() throws InvalidPropertyException {
        Source source = source();
        checkTopicsAndSelectors();
        oneOf("subscriptionDurability", "Durable", "NonDurable");
        oneOf("shareSubscriptions", "true", "false");
        String mode = oneOf("acknowledgeMode", "Auto-acknowledge", "Dups-ok-acknowledge")
                .orElse("");
        int maxSessions = maxSessions();
        Optional<Credentials> credentials = credentials();
        Map<String, String> options = options();
        if (!faults.isEmpty()) {
            InvalidPropertyException failure = new InvalidPropertyException(String.join("; ", faults));
            failure.setInvalidPropertyDescriptors(
                    UrlProperties.descriptors(NarabiActivationSpec.class, wrong.toArray(String[]::new)));
            throw failure;
        }
        return new ActivationSettings(
                source,
                get("connectionFactoryLookup"),
                credentials,
                get("clientId"),
                mode.equals("Dups-ok-acknowledge"),
                maxSessions,
                options);
    }

    private Source source() {
        Optional<String> lookup = get("destinationLookup");
        if (lookup.isPresent()) {
            return new Source.Lookup(lookup.get());
        }
        String name = get("destination").orElse("");
        if (name.isEmpty()) {
            fault("destination", "neither destination nor destinationLookup is set: name the queue by one of them");
        } else {
            checkOption("destination", () -> SubscriptionOptions.ofQueue(name));
        }
        return new Source.Named(name);
    }

    private void checkTopicsAndSelectors() {
        Optional<String> type = oneOf("destinationType", "jakarta.jms.Queue", "jakarta.jms.Topic");
        if (type.filter("jakarta.jms.Topic"::equals).isPresent()) {
            fault(
                    "destinationType",
                    "destinationType=jakarta.jms.Topic: message-driven beans on topics come with a later version of Narabi;"
                            + " allowed is jakarta.jms.Queue");
        }
        get("messageSelector")
                .ifPresent(selector -> fault(
                        "messageSelector",
                        "messageSelector=" + selector
                                + ": selectors come with a later version of Narabi; leave the property out"));
    }

    private int maxSessions() {
        Optional<String> sessions = get("maxSessions");
        Optional<String> alias = get("maxSession");
        if (sessions.isPresent() && alias.isPresent() && !sessions.equals(alias)) {
            fault(
                    "maxSessions",
                    "maxSessions=" + sessions.get() + " and maxSession=" + alias.get()
                            + " are two names of one property: set one of them");
            return 1;
        }
        String property = sessions.isPresent() ? "maxSessions" : "maxSession";
        String text = sessions.or(() -> alias).orElse(Integer.toString(NarabiActivationSpec.DEFAULT_MAX_SESSIONS));
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= 1 && number <= LARGEST_MAX_SESSIONS) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // Reported below, as any other wrong value.
        }
        fault(
                property,
                property + "=" + text + " is not valid: allowed is a whole number from 1 to " + LARGEST_MAX_SESSIONS);
        return 1;
    }

    private Optional<Credentials> credentials() {
        Optional<String> user = get("user");
        Optional<String> password = get("password");
        if (user.isEmpty() && password.isPresent()) {
            fault("password", "password is set without user: set both or none");
        }
        return user.map(u -> new Credentials(user, password));
    }

    private Map<String, String> options() {
        Map<String, String> options = new TreeMap<>();
        for (String key : SUBSCRIPTION_OPTIONS) {
            get(key).ifPresent(value -> {
                checkOption(key, () -> SubscriptionOptions.ofQueue("any").withAttributes(Map.of(key, value.strip())));
                options.put(key, value.strip());
            });
        }
        return options;
    }

    private void checkOption(String property, Runnable check) {
        try {
            check.run();
        } catch (InvalidOptionException refused) {
            String text = String.valueOf(refused.getMessage());
            String shown = text.startsWith(property + "=") ? text : property + ": " + text;
            fault(property, shown);
        }
    }

    /** The value as it is spelled in {@code allowed}, whatever the case it was given in; a fault if it is none of them. */
    private Optional<String> oneOf(String property, String... allowed) {
        return get(property).flatMap(value -> {
            for (String one : allowed) {
                if (one.toLowerCase(Locale.ROOT).equals(value.strip().toLowerCase(Locale.ROOT))) {
                    return Optional.of(one);
                }
            }
            fault(property, property + "=" + value + " is not valid: allowed is " + String.join(" or ", allowed));
            return Optional.empty();
        });
    }

    private Optional<String> get(String property) {
        return Optional.ofNullable(values.get(property));
    }

    private void fault(String property, String text) {
        wrong.add(property);
        faults.add(text);
    }
}
