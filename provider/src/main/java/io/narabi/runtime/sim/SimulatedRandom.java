package io.narabi.runtime.sim;

import io.narabi.runtime.RandomSource;
import java.util.SplittableRandom;

/** Random numbers from a seed. Thread-safe, but the same in every run only if threads ask in the same order. */
final class SimulatedRandom implements RandomSource {

    /** Guarded by this. */
    private final SplittableRandom random;

    SimulatedRandom(SplittableRandom random) {
        this.random = random;
    }

    @Override
    public synchronized long nextLong() {
        return random.nextLong();
    }

    @Override
    public synchronized int nextInt(int bound) {
        return random.nextInt(bound);
    }
}
