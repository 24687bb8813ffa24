package io.narabi.broker;

import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Which connection has which client identifier (Jakarta Messaging 3.1 §6.1.2). Thread-safe. */
final class Clients {

    private final ConcurrentMap<String, BrokerConnection> holders = new ConcurrentHashMap<>();

    void take(String clientId, BrokerConnection connection) {
        BrokerConnection holder = holders.putIfAbsent(clientId, connection);
        if (holder != null && holder != connection) {
            throw new EngineException(
                    Reason.INVALID_CLIENT_ID,
                    "Client identifier " + clientId + " is in use by " + holder.describe()
                            + ": close that, or choose another");
        }
    }

    void free(String clientId, BrokerConnection connection) {
        holders.remove(clientId, connection);
    }
}
