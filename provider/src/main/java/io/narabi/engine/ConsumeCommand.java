package io.narabi.engine;

import java.util.Optional;

/**
 * What a consumer wants.
 *
 * @param subscription whose messages
 * @param selector the selector's text; empty for none (blank text counts as none)
 * @param noLocal whether messages of the own connection are left out (topics)
 * @param prefetch how many messages may be reserved ahead, from 0
 */
public record ConsumeCommand(SubscriptionName subscription, Optional<String> selector, boolean noLocal, int prefetch) {

    public static ConsumeCommand ofQueue(String queue, int prefetch) {
        return new ConsumeCommand(SubscriptionName.ofQueue(queue), Optional.empty(), false, prefetch);
    }
}
