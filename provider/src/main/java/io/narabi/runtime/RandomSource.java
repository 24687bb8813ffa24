package io.narabi.runtime;

/** A source of random numbers; seeded in simulations. Thread-safe. Not for secrets. */
public interface RandomSource {

    /** Any long, uniformly. */
    long nextLong();

    /**
     * A number from 0 (inclusive) to {@code bound} (exclusive).
     *
     * @throws IllegalArgumentException if {@code bound < 1}
     */
    int nextInt(int bound);
}
