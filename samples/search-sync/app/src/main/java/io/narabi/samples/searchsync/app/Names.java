package io.narabi.samples.searchsync.app;

/** What the server binds, and the options of the queue's subscription. Texts, as annotations want them. */
final class Names {

    static final String CONNECTION_FACTORY = "jms/search-sync/connections";
    static final String QUEUE = "jms/search-sync/changes";

    /** By the provider's own rule: the queue's name and this. */
    static final String DEAD_LETTER_SUFFIX = ".DLQ";

    static final String ENDPOINTS = "8";
    static final String MAX_DELIVERIES = "3";
    static final String REDELIVERY_DELAY_MILLIS = "10";

    private Names() {}
}
