package io.narabi.runtime;

/** The machine's clocks. */
enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
