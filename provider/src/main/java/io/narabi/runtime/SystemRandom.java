package io.narabi.runtime;

import java.util.concurrent.ThreadLocalRandom;

/** Each thread's own generator, seeded by the JVM. */
enum SystemRandom implements RandomSource {
    INSTANCE;

    @Override
    public long nextLong() {
        return ThreadLocalRandom.current().nextLong();
    }

    @Override
    public int nextInt(int bound) {
        return ThreadLocalRandom.current().nextInt(bound);
    }
}
