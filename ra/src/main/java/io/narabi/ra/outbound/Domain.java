package io.narabi.ra.outbound;

import jakarta.jms.IllegalStateException;

/** Which API a connection was created by: the older ones refuse what they inherit of the other (Jakarta Messaging 3.1 §9.2). */
enum Domain {
    COMMON,
    QUEUE,
    TOPIC;

    void needsTopics(String method) throws IllegalStateException {
        if (this == QUEUE) {
            throw new IllegalStateException(method + " is not for queues (Jakarta Messaging 3.1 §9.2)");
        }
    }

    void needsQueues(String method) throws IllegalStateException {
        if (this == TOPIC) {
            throw new IllegalStateException(method + " is not for topics (Jakarta Messaging 3.1 §9.2)");
        }
    }
}
