package io.narabi.broker;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.Claim;
import io.narabi.engine.Credentials;
import io.narabi.engine.Delivery;
import io.narabi.engine.DestinationName;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.Engines;
import io.narabi.engine.MessageData;
import io.narabi.engine.SendCommand;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** What tests of the engine say often. */
final class EngineDriver {

    private EngineDriver() {}

    static EngineConnection connect(String url) {
        NarabiUrl parsed = NarabiUrl.parse(url);
        EngineConnection connection = Engines.forUrl(parsed).connect(parsed, Credentials.NONE);
        connection.start();
        return connection;
    }

    static SendCommand message(String queue, String group, String text) {
        return new SendCommand(DestinationName.queue(queue), data(group, text));
    }

    static MessageData data(String group, String text) {
        Map<String, Object> properties = new HashMap<>();
        if (!group.isEmpty()) {
            properties.put(MessageData.GROUP_PROPERTY, group);
        }
        MessageData.Headers headers = new MessageData.Headers(
                "ID:" + text, 1, MessageData.Correlation.NONE, Optional.empty(), Optional.empty(), true, 4, 0, 0);
        return new MessageData(
                headers, properties, MessageData.BodyKind.TEXT_UTF8, text.getBytes(StandardCharsets.UTF_8));
    }

    static String text(Delivery delivery) {
        return new String(delivery.message().body(), StandardCharsets.UTF_8);
    }

    static <T> T get(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    /** Hands over what is open to the consumer now. */
    static Optional<Delivery> take(EngineConsumer consumer) {
        Optional<Claim> claim = consumer.claim();
        return claim.isEmpty() ? Optional.empty() : get(consumer.handOver(claim.get()));
    }
}
