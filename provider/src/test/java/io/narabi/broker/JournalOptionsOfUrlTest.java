package io.narabi.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narabi.config.NarabiUrl;
import io.narabi.store.journal.JournalOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What a URL allows, the journal takes. */
class JournalOptionsOfUrlTest {

    private static final long LARGEST_SEGMENT = 512L << 20;

    private static long segmentSize(long bytes) {
        return NarabiUrl.parse("embedded:data?segmentSize=" + bytes).segmentSize();
    }

    @Test
    void theLargestSegmentIsTheSameForBoth() {
        JournalOptions options = JournalOptions.in(Path.of("data"));
        assertThat(options.withSegmentSize(segmentSize(LARGEST_SEGMENT)).segmentSize())
                .hasValue(LARGEST_SEGMENT);
        assertThatThrownBy(() -> segmentSize(LARGEST_SEGMENT + 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.withSegmentSize(LARGEST_SEGMENT + 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
