package io.narabi.ra;

import io.narabi.config.NarabiUrl;
import io.narabi.jms.NarabiFactory;
import io.narabi.ra.outbound.RaConnectionFactory;
import jakarta.resource.spi.InvalidPropertyException;
import java.util.Optional;

/** Which broker a connection factory leads to. */
final class BrokerUrls {

    private BrokerUrls() {}

    /** The broker of an object found in JNDI; empty if it is not a connection factory of Narabi's with a valid URL. */
    static Optional<NarabiUrl> of(Object found) {
        if (found instanceof NarabiFactory factory && !factory.getUrl().isEmpty()) {
            return Optional.of(NarabiUrl.parse(factory.getUrl()));
        }
        if (found instanceof RaConnectionFactory factory
                && factory.managedConnectionFactory() instanceof NarabiManagedConnectionFactory managed) {
            try {
                return Optional.of(managed.brokerUrl());
            } catch (InvalidPropertyException invalid) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}
