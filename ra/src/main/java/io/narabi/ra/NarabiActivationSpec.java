package io.narabi.ra;

import io.narabi.config.SubscriptionOptions;
import io.narabi.ra.inbound.ActivationSettings;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapter;
import java.io.Serializable;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a message-driven bean asks for: the properties of Jakarta Messaging 3.1 §13.1 and Narabi's own. All are texts, checked by
 * {@link #validate()}; blank counts as not set. The options of the subscription are set where none were configured; where other values
 * were, the activation fails.
 *
 * <p>Configured by one thread, then read by any. Two specs are never equal: a server tells activations apart by them.
 */
public class NarabiActivationSpec implements ActivationSpec, Serializable {

    /** Default of {@code maxSessions}: as many as a destination has partitions by default. */
    public static final int DEFAULT_MAX_SESSIONS = 8;

    private static final long serialVersionUID = 1L;

    private final TreeMap<String, String> values = new TreeMap<>();
    private transient @Nullable ResourceAdapter resourceAdapter;

    /** Public because servers make it. */
    public NarabiActivationSpec() {}

    /**
     * {@inheritDoc}
     *
     * @throws InvalidPropertyException naming each property that is wrong, its value and what is allowed
     */
    @Override
    public void validate() throws InvalidPropertyException {
        toSettings();
    }

    /** The checked settings. Errors as in {@link #validate()}. */
    ActivationSettings toSettings() throws InvalidPropertyException {
        return new ActivationCheck(values).settings();
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
    public void setResourceAdapter(ResourceAdapter resourceAdapter) throws ResourceException {
        if (!(resourceAdapter instanceof NarabiResourceAdapter)) {
            throw new ResourceException(
                    "A NarabiActivationSpec belongs to a NarabiResourceAdapter, not to " + resourceAdapter);
        }
        this.resourceAdapter = resourceAdapter;
    }

    private void set(String property, @Nullable String value) {
        if (UrlProperties.isBlank(value)) {
            values.remove(property);
        } else {
            values.put(property, value);
        }
    }

    /** The queue's physical name. Where {@code destinationLookup} is set, that counts. */
    public @Nullable String getDestination() {
        return values.get("destination");
    }

    public void setDestination(@Nullable String destination) {
        set("destination", destination);
    }

    /** JNDI name of the queue: a {@code jakarta.jms.Queue} whose name is the physical name. */
    public @Nullable String getDestinationLookup() {
        return values.get("destinationLookup");
    }

    public void setDestinationLookup(@Nullable String destinationLookup) {
        set("destinationLookup", destinationLookup);
    }

    /** {@code jakarta.jms.Queue} (the default) or {@code jakarta.jms.Topic}; topics come with a later version. */
    public @Nullable String getDestinationType() {
        return values.get("destinationType");
    }

    public void setDestinationType(@Nullable String destinationType) {
        set("destinationType", destinationType);
    }

    /** JNDI name of a Narabi connection factory that says which broker; by default the resource adapter's. */
    public @Nullable String getConnectionFactoryLookup() {
        return values.get("connectionFactoryLookup");
    }

    public void setConnectionFactoryLookup(@Nullable String connectionFactoryLookup) {
        set("connectionFactoryLookup", connectionFactoryLookup);
    }

    /** Selectors come with a later version; blank is none. */
    public @Nullable String getMessageSelector() {
        return values.get("messageSelector");
    }

    public void setMessageSelector(@Nullable String messageSelector) {
        set("messageSelector", messageSelector);
    }

    /** {@code Auto-acknowledge} (the default) or {@code Dups-ok-acknowledge}; ignored in a container-managed transaction. */
    public @Nullable String getAcknowledgeMode() {
        return values.get("acknowledgeMode");
    }

    public void setAcknowledgeMode(@Nullable String acknowledgeMode) {
        set("acknowledgeMode", acknowledgeMode);
    }

    /** {@code Durable} or {@code NonDurable}; of topics only. */
    public @Nullable String getSubscriptionDurability() {
        return values.get("subscriptionDurability");
    }

    public void setSubscriptionDurability(@Nullable String subscriptionDurability) {
        set("subscriptionDurability", subscriptionDurability);
    }

    /** The subscription's name; of topics only. */
    public @Nullable String getSubscriptionName() {
        return values.get("subscriptionName");
    }

    public void setSubscriptionName(@Nullable String subscriptionName) {
        set("subscriptionName", subscriptionName);
    }

    /** The client identifier of the activation's connection; not needed. */
    public @Nullable String getClientId() {
        return values.get("clientId");
    }

    public void setClientId(@Nullable String clientId) {
        set("clientId", clientId);
    }

    /** {@code true} or {@code false}; of topics only. */
    public @Nullable String getShareSubscriptions() {
        return values.get("shareSubscriptions");
    }

    public void setShareSubscriptions(@Nullable String shareSubscriptions) {
        set("shareSubscriptions", shareSubscriptions);
    }

    /** Who connects; by default whom the resource adapter names. */
    public @Nullable String getUser() {
        return values.get("user");
    }

    public void setUser(@Nullable String user) {
        set("user", user);
    }

    /** The password that goes with {@code user}. */
    public @Nullable String getPassword() {
        return values.get("password");
    }

    public void setPassword(@Nullable String password) {
        set("password", password);
    }

    /** How many endpoints, and so lanes at once, at most: from 1; default {@value #DEFAULT_MAX_SESSIONS}. */
    public @Nullable String getMaxSessions() {
        return values.get("maxSessions");
    }

    public void setMaxSessions(@Nullable String maxSessions) {
        set("maxSessions", maxSessions);
    }

    /** Another name of {@code maxSessions}. */
    public @Nullable String getMaxSession() {
        return values.get("maxSession");
    }

    public void setMaxSession(@Nullable String maxSession) {
        set("maxSession", maxSession);
    }

    /** See {@link SubscriptionOptions#deliveryOrder(io.narabi.config.DeliveryOrder)}. */
    public @Nullable String getDeliveryOrder() {
        return values.get("deliveryOrder");
    }

    public void setDeliveryOrder(@Nullable String deliveryOrder) {
        set("deliveryOrder", deliveryOrder);
    }

    /** See {@link SubscriptionOptions#maxDeliveries(int)}. */
    public @Nullable String getMaxDeliveries() {
        return values.get("maxDeliveries");
    }

    public void setMaxDeliveries(@Nullable String maxDeliveries) {
        set("maxDeliveries", maxDeliveries);
    }

    /** In milliseconds. See {@link SubscriptionOptions#redeliveryDelay(java.time.Duration)}. */
    public @Nullable String getRedeliveryDelay() {
        return values.get("redeliveryDelay");
    }

    public void setRedeliveryDelay(@Nullable String redeliveryDelay) {
        set("redeliveryDelay", redeliveryDelay);
    }

    /** In milliseconds. See {@link SubscriptionOptions#redeliveryMaxDelay(java.time.Duration)}. */
    public @Nullable String getRedeliveryMaxDelay() {
        return values.get("redeliveryMaxDelay");
    }

    public void setRedeliveryMaxDelay(@Nullable String redeliveryMaxDelay) {
        set("redeliveryMaxDelay", redeliveryMaxDelay);
    }

    /** See {@link SubscriptionOptions#redeliveryMultiplier(double)}. */
    public @Nullable String getRedeliveryMultiplier() {
        return values.get("redeliveryMultiplier");
    }

    public void setRedeliveryMultiplier(@Nullable String redeliveryMultiplier) {
        set("redeliveryMultiplier", redeliveryMultiplier);
    }

    /** See {@link SubscriptionOptions#exhaustedPolicy(io.narabi.config.ExhaustedPolicy)}. */
    public @Nullable String getExhaustedPolicy() {
        return values.get("exhaustedPolicy");
    }

    public void setExhaustedPolicy(@Nullable String exhaustedPolicy) {
        set("exhaustedPolicy", exhaustedPolicy);
    }

    /** See {@link SubscriptionOptions#deadLetterQueue(String)}. */
    public @Nullable String getDeadLetterQueue() {
        return values.get("deadLetterQueue");
    }

    public void setDeadLetterQueue(@Nullable String deadLetterQueue) {
        set("deadLetterQueue", deadLetterQueue);
    }

    /** What is set, without the password. */
    @Override
    public String toString() {
        return "NarabiActivationSpec"
                + values.entrySet().stream()
                        .filter(e -> !e.getKey().equals("password"))
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .collect(Collectors.joining(", ", "[", "]"));
    }
}
