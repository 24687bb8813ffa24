package io.narabi.ra;

import io.narabi.config.NarabiUrl;
import java.util.Optional;

/** Which broker a connection factory leads to. */
final class BrokerUrls {

    private BrokerUrls() {}

    /** The broker of an object found in JNDI; empty if it is not a connection factory of Narabi's. */
    static Optional<NarabiUrl> of(Object found) {
        return Optional.empty();
    }
}
