package io.narabi.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.engine.MessageData.BodyKind;
import io.narabi.engine.MessageData.Correlation;
import io.narabi.engine.MessageData.Headers;
import io.narabi.engine.MessageData.NoValue;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessageDataTest {

    private static MessageData with(Map<String, Object> properties) {
        Headers headers = new Headers("", 0, Correlation.NONE, Optional.empty(), Optional.empty(), false, 4, 0, 0);
        return new MessageData(headers, properties, BodyKind.NONE, new byte[0]);
    }

    @Test
    void theGroupIsTheValueOfThePropertyAsAString() {
        assertThat(with(Map.of("JMSXGroupID", "G")).group()).contains("G");
        assertThat(with(Map.of("JMSXGroupID", 17L)).group()).contains("17");
        assertThat(with(Map.of("JMSXGroupID", true)).group()).contains("true");
        assertThat(with(Map.of("JMSXGroupID", " ")).group()).contains(" ");
    }

    @Test
    void missingNullAndEmptyAreNoGroup() {
        assertThat(with(Map.of()).group()).isEmpty();
        assertThat(with(Map.of("JMSXGroupID", NoValue.NO_VALUE)).group()).isEmpty();
        assertThat(with(Map.of("JMSXGroupID", "")).group()).isEmpty();
    }

    @Test
    void aPropertySetToNullHasNoValue() {
        MessageData message = with(Map.of("a", NoValue.NO_VALUE, "b", 1));

        assertThat(message.property("a")).isEmpty();
        assertThat(message.property("b")).contains(1);
        assertThat(message.property("c")).isEmpty();
    }
}
