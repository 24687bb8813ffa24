package io.narabi.architecture;

import java.util.List;
import java.util.stream.Stream;

/** All rules. */
final class ArchitectureRules {

    private ArchitectureRules() {}

    static List<Rule> all() {
        return Stream.of(Borders.rules(), Libraries.rules(), Seam.rules())
                .flatMap(List::stream)
                .toList();
    }
}
