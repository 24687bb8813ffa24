package io.narabi.placement;

import java.util.SplittableRandom;

/** Seeds for random tests, printed so that a failure can be run again: {@code -Dnarabi.seed=…}. */
final class Seeds {
    private Seeds() {}

    static long next(String test, int inputs) {
        Long given = Long.getLong("narabi.seed");
        long seed = given == null ? new SplittableRandom().nextLong() : given;
        System.out.printf("%s: %d inputs, -Dnarabi.seed=%d%n", test, inputs, seed);
        return seed;
    }
}
