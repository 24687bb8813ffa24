package io.narabi.runtime;

/**
 * All that broker and store may use of the machine. One environment serves one broker. Implementations are thread-safe.
 */
public interface Environment {

    /** The clock that every decision about time is taken from. */
    Clock clock();

    /**
     * A serial executor: tasks run one after another, in the order of submission, never two at once.
     *
     * @param name what the worker is for; in the real environment part of its thread's name
     */
    Worker worker(String name);

    /** Runs things later. */
    Timer timer();

    /** The source of chance. */
    RandomSource random();

    /** Where files live. */
    Disk disk();
}
