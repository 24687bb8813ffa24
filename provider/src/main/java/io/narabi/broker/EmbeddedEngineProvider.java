package io.narabi.broker;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.Credentials;
import io.narabi.engine.EngineAdmin;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineProvider;
import java.util.Set;

/** The engine in this JVM: URLs {@code embedded:DIRECTORY} and {@code memory:NAME}. */
public final class EmbeddedEngineProvider implements EngineProvider {

    @Override
    public Set<String> schemes() {
        return Set.of("embedded", "memory");
    }

    @Override
    public EngineConnection connect(NarabiUrl url, Credentials credentials) {
        Brokers.Hold hold = Brokers.all().hold(url, false);
        return hold.broker().connect(hold.release());
    }

    @Override
    public EngineAdmin administer(NarabiUrl url, Credentials credentials) {
        Brokers.Hold hold = Brokers.all().hold(url, false);
        return new BrokerAdmin(hold.broker(), hold.release());
    }
}
