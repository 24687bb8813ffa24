package io.narabi.jms;

import jakarta.jms.IllegalStateException;

/** Which API an object belongs to: the older ones of one domain have to refuse methods that they inherit (Jakarta Messaging 3.1 §9.2). */
enum Domain {
    COMMON,
    QUEUE,
    TOPIC;

    /** Refuses a method of topics on an object for queues. */
    void needsTopics(String method) throws IllegalStateException {
        if (this == QUEUE) {
            throw new IllegalStateException(method + " is not for queues (Jakarta Messaging 3.1 §9.2)");
        }
    }

    /** Refuses a method of queues on an object for topics. */
    void needsQueues(String method) throws IllegalStateException {
        if (this == TOPIC) {
            throw new IllegalStateException(method + " is not for topics (Jakarta Messaging 3.1 §9.2)");
        }
    }
}
