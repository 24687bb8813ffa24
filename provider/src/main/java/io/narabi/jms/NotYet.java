package io.narabi.jms;

import io.narabi.engine.EngineException.Reason;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/** What this version does not do yet: the one place that refuses it. Each sentence says what to do meanwhile. */
final class NotYet {

    private NotYet() {}

    /** Topics: subscriptions, and sending to one. */
    static JMSException topics() {
        return of("topics", "use a queue");
    }

    static JMSException browsers() {
        return of("queue browsers", "use NarabiAdmin's views");
    }

    static JMSException temporaryDestinations() {
        return of("temporary destinations", "use a queue of a fixed name");
    }

    static JMSException connectionConsumers() {
        return of("connection consumers and server sessions", "use one session for each thread");
    }

    /** Refuses a topic. */
    static void refuseTopic(@Nullable Destination destination) throws JMSException {
        if (destination instanceof Topic) {
            throw topics();
        }
    }

    /** Refuses a selector that is not blank. */
    static void refuseSelector(@Nullable String selector) throws JMSException {
        if (selector != null && !selector.isBlank()) {
            throw of("message selectors", "filter in the application, or use a queue for each kind of message");
        }
    }

    /** Refuses what a send cannot be given yet. */
    static void refusePriority(int priority) throws JMSException {
        if (priority != Message.DEFAULT_PRIORITY) {
            throw of("priorities other than " + Message.DEFAULT_PRIORITY, "use a queue for each priority");
        }
    }

    static void refuseTimeToLive(long timeToLive) throws JMSException {
        if (timeToLive != 0) {
            throw of("a time to live", "compare JMSTimestamp with the clock when you receive");
        }
    }

    static void refuseDeliveryDelay(long deliveryDelay) throws JMSException {
        if (deliveryDelay != 0) {
            throw of("a delivery delay", "send later");
        }
    }

    private static JMSException of(String what, String instead) {
        return new JMSException(
                "This version of Narabi has no support for " + what + " yet; for now " + instead,
                Reason.UNSUPPORTED.name());
    }
}
