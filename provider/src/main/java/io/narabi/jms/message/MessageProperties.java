package io.narabi.jms.message;

import io.narabi.engine.MessageData.NoValue;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The properties of one message (Jakarta Messaging 3.1 §3.5). For one thread at a time. */
final class MessageProperties {

    /** As stored; shared with other deliveries of the message, so never changed. */
    private Map<String, Object> stored;

    /** What this delivery adds; null for a message that was not received, or was cleared. */
    private @Nullable DeliveryInfo delivery;

    /** All of them, once something other than {@link #toStored()} was asked; then {@link #stored} counts no more. */
    private @Nullable Map<String, Object> all;

    private boolean readOnly;

    MessageProperties() {
        stored = Map.of();
    }

    MessageProperties(Map<String, Object> stored, DeliveryInfo delivery) {
        this.stored = stored;
        this.delivery = delivery;
        readOnly = true;
    }

    void clear() {
        stored = Map.of();
        delivery = null;
        all = null;
        readOnly = false;
    }

    boolean exists(@Nullable String name) {
        return all().containsKey(name);
    }

    /** The value; null where it is missing or null (§3.5.8). */
    @Nullable
    Object get(@Nullable String name) {
        Object value = all().get(name);
        return value == NoValue.NO_VALUE ? null : value;
    }

    Enumeration<String> names() {
        return Collections.enumeration(all().keySet().stream().toList());
    }

    void set(@Nullable String name, @Nullable Object value) throws JMSException {
        String checked = PropertyNames.check(name);
        if (readOnly) {
            throw new MessageNotWriteableException("Property " + name
                    + " cannot be set: the properties of a received message are read-only until clearProperties()"
                    + " (Jakarta Messaging 3.1 §3.5.3)");
        }
        if (!Conversions.isPropertyValue(value)) {
            throw new MessageFormatException("Property " + name + " cannot be a "
                    + (value == null ? "null" : value.getClass().getName())
                    + ": only Boolean, Byte, Short, Integer, Long, Float, Double and String can be properties"
                    + " (Jakarta Messaging 3.1 §3.5.2)");
        }
        all().put(checked, value == null ? NoValue.NO_VALUE : value);
    }

    /** What is stored when the message is sent: all but the provider's own. */
    Map<String, Object> toStored() {
        Map<String, Object> source = all == null ? stored : all;
        for (String name : source.keySet()) {
            if (PropertyNames.isProviders(name)) {
                Map<String, Object> kept = new HashMap<>(source);
                kept.keySet().removeIf(PropertyNames::isProviders);
                return kept;
            }
        }
        return source;
    }

    private Map<String, Object> all() {
        Map<String, Object> known = all;
        if (known == null) {
            known = new HashMap<>(stored);
            if (delivery != null) {
                known.putAll(delivery.extraProperties());
                known.put(PropertyNames.DELIVERY_COUNT, delivery.deliveryCount());
            }
            all = known;
        }
        return known;
    }
}
