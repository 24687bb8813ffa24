package io.narabi.jms;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/**
 * How messages are sent (Jakarta Messaging 3.1 §7.4 to §7.9). Each {@code with…} checks its value.
 *
 * @param deliveryMode as in {@link DeliveryMode}
 * @param priority 0 to 9
 * @param timeToLive ms; 0 for ever
 * @param deliveryDelay ms
 * @param messageIdDisabled whether JMSMessageID stays null
 * @param timestampDisabled whether JMSTimestamp stays 0
 */
record SendOptions(
        int deliveryMode,
        int priority,
        long timeToLive,
        long deliveryDelay,
        boolean messageIdDisabled,
        boolean timestampDisabled) {

    static final SendOptions DEFAULTS = new SendOptions(
            Message.DEFAULT_DELIVERY_MODE,
            Message.DEFAULT_PRIORITY,
            Message.DEFAULT_TIME_TO_LIVE,
            Message.DEFAULT_DELIVERY_DELAY,
            false,
            false);

    SendOptions withDeliveryMode(int mode) throws JMSException {
        if (mode != DeliveryMode.PERSISTENT && mode != DeliveryMode.NON_PERSISTENT) {
            throw new JMSException("There is no delivery mode " + mode + ": use NON_PERSISTENT (1) or PERSISTENT (2)");
        }
        return new SendOptions(mode, priority, timeToLive, deliveryDelay, messageIdDisabled, timestampDisabled);
    }

    SendOptions withPriority(int newPriority) throws JMSException {
        if (newPriority < 0 || newPriority > 9) {
            throw new JMSException("A priority must be 0 to 9, not " + newPriority);
        }
        NotYet.refusePriority(newPriority);
        return new SendOptions(
                deliveryMode, newPriority, timeToLive, deliveryDelay, messageIdDisabled, timestampDisabled);
    }

    SendOptions withTimeToLive(long millis) throws JMSException {
        if (millis < 0) {
            throw new JMSException("A time to live must not be negative: " + millis + " ms");
        }
        NotYet.refuseTimeToLive(millis);
        return new SendOptions(deliveryMode, priority, millis, deliveryDelay, messageIdDisabled, timestampDisabled);
    }

    SendOptions withDeliveryDelay(long millis) throws JMSException {
        if (millis < 0) {
            throw new JMSException("A delivery delay must not be negative: " + millis + " ms");
        }
        NotYet.refuseDeliveryDelay(millis);
        return new SendOptions(deliveryMode, priority, timeToLive, millis, messageIdDisabled, timestampDisabled);
    }

    SendOptions withMessageIdDisabled(boolean disabled) {
        return new SendOptions(deliveryMode, priority, timeToLive, deliveryDelay, disabled, timestampDisabled);
    }

    SendOptions withTimestampDisabled(boolean disabled) {
        return new SendOptions(deliveryMode, priority, timeToLive, deliveryDelay, messageIdDisabled, disabled);
    }

    /** Those of one send. */
    SendOptions forSend(int mode, int newPriority, long millis) throws JMSException {
        return withDeliveryMode(mode).withPriority(newPriority).withTimeToLive(millis);
    }
}
