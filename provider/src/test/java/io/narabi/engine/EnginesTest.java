package io.narabi.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.config.NarabiUrl;
import org.junit.jupiter.api.Test;

class EnginesTest {

    @Test
    void anUnservedSchemeIsNamed() {
        assertThatThrownBy(() -> Engines.forUrl(NarabiUrl.parse("rocketmq://host:8081?password=secret")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("rocketmq://host")
                .hasMessageContaining("served are")
                .hasMessageNotContaining("secret");
    }
}
