package io.narabi.ra.inbound;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log about things that are tried again and again: once when each begins, once when all is well. Thread-safe.
 */
public final class Trouble {

    private static final Logger LOG = LoggerFactory.getLogger("io.narabi.ra");
    private static final int MOST_TEXTS = 50;

    private final String subject;
    private final long quietNanos;
    private final LongSupplier nanoTime;

    /** What was told and is not over. Guarded by this. */
    private final Set<String> told = new HashSet<>();

    /** Guarded by this. */
    private long lastReport;

    /** Whether something was told; read without the lock, as {@link #over} is called for every message. */
    private volatile boolean open;

    /**
     * @param subject whom the log lines are about; they begin with it
     * @param quiet how long nothing must have been reported for a success to end it: several may report, of whom one succeeds
     */
    public Trouble(String subject, Duration quiet, LongSupplier nanoTime) {
        this.subject = subject;
        this.quietNanos = quiet.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Something failed and will be tried again. */
    public synchronized void report(String what, Throwable cause) {
        String text = what + ": " + cause;
        lastReport = nanoTime.getAsLong();
        open = true;
        if (told.size() >= MOST_TEXTS) {
            told.clear();
        }
        if (told.add(text)) {
            LOG.warn("{}: {}. It is tried again until it works.", subject, text);
        }
        LOG.debug("{}: {}", subject, what, cause);
    }

    /** Something works. */
    public void over(String what) {
        if (!open) {
            return;
        }
        synchronized (this) {
            if (open && nanoTime.getAsLong() - lastReport >= quietNanos) {
                open = false;
                told.clear();
                LOG.info("{}: {}", subject, what);
            }
        }
    }
}
