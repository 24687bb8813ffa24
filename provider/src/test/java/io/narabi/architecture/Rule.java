package io.narabi.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.function.Function;

/**
 * One rule of the architecture, for any tree of packages that is laid out like {@code io.narabi}.
 *
 * @param name what the rule says, in one line
 * @param counterExample the class under {@code bad}, relative to that root, each of whose methods breaks the rule
 * @param under the rule for the tree under a root package
 */
record Rule(String name, String counterExample, Function<String, ArchRule> under) {

    ArchRule forRoot(String root) {
        // Packages whose code has not come yet break no rule.
        return under.apply(root).as(name).allowEmptyShould(true);
    }

    @Override
    public String toString() {
        return name;
    }
}
