package io.narabi.it.wildfly.app;

import java.util.Objects;
import java.util.SplittableRandom;

/** Which deliveries roll back: random, and the same for everybody who knows the seed. */
public final class Faults {

    /** Of a hundred deliveries. */
    private static final int ROLLED_BACK = 20;

    private Faults() {}

    /** Whether this delivery of the message is to be rolled back. */
    public static boolean rollsBack(long seed, String group, int number, int delivery) {
        return new SplittableRandom(seed * 31 + Objects.hash(group, number, delivery)).nextInt(100) < ROLLED_BACK;
    }
}
