package io.narabi.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MessageGroupTest {
    @Test
    void nullAndEmptyAreNoGroupAndBlankIsOne() {
        assertThat(MessageGroup.of(null)).isEmpty();
        assertThat(MessageGroup.of("")).isEmpty();
        assertThat(MessageGroup.of(" ")).contains(" ");
        assertThat(MessageGroup.of("订单-1")).contains("订单-1");
    }

    @Test
    void theLimitIsInBytesOfUtf8() {
        String longest = "é".repeat(512);
        assertThat(MessageGroup.of(longest)).contains(longest);
        assertThat(MessageGroup.of("a".repeat(1_024))).isPresent();
        assertThat(MessageGroup.of("🚀".repeat(256))).isPresent();
        assertThatThrownBy(() -> MessageGroup.of(longest + "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1025 bytes of UTF-8")
                .hasMessageContaining("at most 1024");
        assertThatThrownBy(() -> MessageGroup.of("a".repeat(1_000_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1000000 bytes")
                .extracting(e -> String.valueOf(e.getMessage()).length())
                .matches(length -> length < 300, "short enough for a log");
    }

    @Test
    void refusesUnpairedSurrogates() {
        for (String broken : new String[] {"order-\uD83D", "\uDE80x", "\uDE80\uD83D"}) {
            assertThatThrownBy(() -> MessageGroup.of(broken))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot be written as UTF-8")
                    .hasMessageContaining("JMSXGroupID");
        }
    }
}
