package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.app.SyncStatus.Phase;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.concurrent.Future;

/** The one run that there is, from its request to its report. Thread-safe. */
@ApplicationScoped
@SuppressWarnings("NullAway.Init") // The server sets the fields.
public class SyncRuns {

    @Resource
    private ManagedExecutorService executor;

    @Inject
    private SyncJob job;

    private Optional<Future<?>> task = Optional.empty();
    private volatile Optional<SyncRun> current = Optional.empty();
    private volatile SyncStatus status = SyncStatus.of(Phase.IDLE, 0, 0);

    /** Public because servers make it. */
    public SyncRuns() {}

    /**
     * Starts a run in the background.
     *
     * @throws IllegalStateException if one was started before: the queue and the log are for one
     */
    public synchronized void start(SyncRequest request) {
        if (task.isPresent()) {
            throw new IllegalStateException("There was a run already");
        }
        status = SyncStatus.of(Phase.READING, 0, 0);
        task = Optional.of(executor.submit(() -> job.run(request, this)));
    }

    /**
     * The run that messages are for.
     *
     * @throws IllegalStateException while there is none
     */
    public SyncRun current() {
        return current.orElseThrow(() -> new IllegalStateException("A change came, and no run has begun"));
    }

    public void begin(SyncRun run) {
        current = Optional.of(run);
    }

    public void show(SyncStatus next) {
        status = next;
    }

    /** How far the run is, now. */
    public SyncStatus status() {
        SyncStatus shown = status;
        return switch (shown.phase()) {
            case SENDING, APPLYING ->
                SyncStatus.of(
                        shown.phase(),
                        shown.total(),
                        current.map(run -> run.log().settled()).orElse(0));
            case IDLE, READING, CHECKING, DONE, FAILED -> shown;
        };
    }

    @PreDestroy
    public synchronized void stop() {
        task.ifPresent(running -> running.cancel(true));
    }
}
