package io.narabi.samples.searchsync.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GroupTest {

    @Test
    void aPathThatFitsIsItsGroup() {
        String longest = "é".repeat(Group.MAX_BYTES / 2);
        assertThat(Group.of("src/A b.java")).isEqualTo("src/A b.java");
        assertThat(Group.of(longest)).isEqualTo(longest);
    }

    @Test
    void longerOnesFitAndStayDifferent() {
        String long1 = "😀/".repeat(300) + "1";
        String long2 = "😀/".repeat(300) + "2";
        assertThat(Group.of(long1))
                .isEqualTo(Group.of(long1))
                .isNotEqualTo(Group.of(long2))
                .startsWith("😀/😀/");
        assertThat(bytes(Group.of(long1))).isLessThanOrEqualTo(Group.MAX_BYTES);
        assertThat(bytes(Group.of("a" + "😀".repeat(1_000)))).isLessThanOrEqualTo(Group.MAX_BYTES);
        assertThat(bytes(Group.of("x".repeat(4_096)))).isLessThanOrEqualTo(Group.MAX_BYTES);
    }

    @Test
    void aCharacterOfTwoUnitsIsNotCutInHalf() {
        for (int before = 0; before < 3; before++) {
            String group = Group.of("a".repeat(before) + "😀".repeat(1_000));
            byte[] utf8 = group.getBytes(StandardCharsets.UTF_8);
            assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(group);
        }
    }

    private static int bytes(String group) {
        return group.getBytes(StandardCharsets.UTF_8).length;
    }
}
