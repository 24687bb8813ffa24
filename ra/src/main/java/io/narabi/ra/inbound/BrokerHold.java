package io.narabi.ra.inbound;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.Credentials;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineTransactions;
import io.narabi.engine.Engines;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import javax.transaction.xa.Xid;

/**
 * Keeps a broker open from the adapter's start to its stop, however many connections come and go meanwhile, and gives recovery its
 * transactions. A broker that cannot be reached is tried again for as long as it takes. Thread-safe.
 */
public final class BrokerHold implements AutoCloseable {

    private final NarabiUrl url;
    private final Scheduler scheduler;
    private final Trouble trouble;
    private final BackOff backOff = new BackOff(Duration.ofMillis(100), Duration.ofSeconds(10));

    /** Guarded by this, as is all below. */
    private Optional<EngineConnection> connection = Optional.empty();

    private boolean closed;

    public BrokerHold(NarabiUrl url, Scheduler scheduler) {
        this.url = url;
        this.scheduler = scheduler;
        this.trouble = new Trouble("Resource adapter of " + url, Duration.ZERO, System::nanoTime);
    }

    /** Opens the broker; if that fails, goes on trying in the background. Returns whether it is open. */
    public synchronized boolean open() {
        if (closed || connection.isPresent()) {
            return connection.isPresent();
        }
        try {
            EngineConnection opened = Engines.forUrl(url).connect(url, credentials(url));
            connection = Optional.of(opened);
            opened.onFailure(failure -> scheduler.later(Duration.ZERO, () -> lost(opened, failure)));
            backOff.reset();
            trouble.over("the broker is open");
            return true;
        } catch (EngineException failure) {
            trouble.report("the broker cannot be opened", failure);
            tryAgain();
            return false;
        }
    }

    /** Who connects as the URL says. */
    static Credentials credentials(NarabiUrl url) {
        return new Credentials(url.user(), url.password());
    }

    private void tryAgain() {
        scheduler.later(backOff.next(), () -> scheduler.work(this::open, this::retryLater));
    }

    private synchronized void retryLater() {
        if (!closed) {
            tryAgain();
        }
    }

    private void lost(EngineConnection failed, EngineException failure) {
        synchronized (this) {
            if (closed || connection.filter(c -> c == failed).isEmpty()) {
                return;
            }
            connection = Optional.empty();
            trouble.report("the broker went away", failure);
            tryAgain();
        }
        failed.close();
    }

    /** The branches of the broker, whenever it is there; while it is not, every call fails with {@code UNAVAILABLE}. */
    public EngineTransactions transactions() {
        return new Transactions();
    }

    private synchronized EngineTransactions now() {
        return connection
                .map(EngineConnection::transactions)
                .orElseThrow(() -> new EngineException(
                        Reason.UNAVAILABLE,
                        "The broker of " + url + " is not open"
                                + (closed ? ": the resource adapter has stopped" : " yet: try again")));
    }

    @Override
    public void close() {
        Optional<EngineConnection> open;
        synchronized (this) {
            closed = true;
            open = connection;
            connection = Optional.empty();
        }
        open.ifPresent(EngineConnection::close);
    }

    private final class Transactions implements EngineTransactions {

        @Override
        public String resourceManager() {
            return now().resourceManager();
        }

        @Override
        public CompletionStage<PrepareVote> prepare(Xid xid) {
            return now().prepare(xid);
        }

        @Override
        public CompletionStage<Void> commit(Xid xid, boolean onePhase) {
            return now().commit(xid, onePhase);
        }

        @Override
        public CompletionStage<Void> rollback(Xid xid) {
            return now().rollback(xid);
        }

        @Override
        public List<Xid> recover() {
            return now().recover();
        }

        @Override
        public void forget(Xid xid) {
            now().forget(xid);
        }
    }
}
