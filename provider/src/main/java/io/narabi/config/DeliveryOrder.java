package io.narabi.config;

/** What a subscription delivers strictly one after another. */
public enum DeliveryOrder {
    /** Each message group strictly; messages without a group concurrently. The default. */
    GROUPED,
    /** Each message group strictly, and the messages without a group strictly per partition. */
    ORDERLY,
    /** Message groups hold nothing back. */
    CONCURRENT
}
