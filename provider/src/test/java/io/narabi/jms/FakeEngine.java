package io.narabi.jms;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.Credentials;
import io.narabi.engine.EngineAdmin;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineProvider;
import io.narabi.engine.EngineSession;
import io.narabi.engine.EngineTransactions;
import io.narabi.engine.SessionMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A double of an engine, in memory and in one piece, for tests of the JMS objects alone: queues with lanes, units of work and branches,
 * and switches that hold or fail each kind of command. Outcomes arrive on a thread of the engine, as in a real one.
 */
final class FakeEngine implements EngineProvider, AutoCloseable {

    /** What can be held or made to fail. */
    enum Op {
        SEND,
        HAND_OVER,
        ACKNOWLEDGE,
        FAIL,
        COMMIT,
        ROLLBACK,
        PREPARE,
        CLOSE
    }

    final Map<String, FakeQueue> queues = new LinkedHashMap<>();
    final FakeTransactions transactions = new FakeTransactions(this);
    final AtomicLong numbers = new AtomicLong();
    /** How often consumers looked for a message. */
    final AtomicLong claims = new AtomicLong();

    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "fake-engine");
        made.setDaemon(true);
        return made;
    });
    private final Map<Op, Deque<Runnable>> held = new EnumMap<>(Op.class);
    private final Map<Op, Deque<RuntimeException>> failures = new EnumMap<>(Op.class);
    private final List<String> log = new ArrayList<>();
    private final Set<String> clientIds = new HashSet<>();
    private final List<FakeConnection> connections = new ArrayList<>();
    private Credentials lastCredentials = Credentials.NONE;

    /** Factories for this engine. */
    NarabiConnectionFactory factory(String parameters) {
        return new NarabiConnectionFactory("memory:fake" + parameters, this);
    }

    NarabiXAConnectionFactory xaFactory(String parameters) {
        return new NarabiXAConnectionFactory("memory:fake" + parameters, this);
    }

    /** Commands of the kind do not take effect until released. */
    synchronized void hold(Op op) {
        held.putIfAbsent(op, new ArrayDeque<>());
    }

    synchronized int heldCount(Op op) {
        return held.getOrDefault(op, new ArrayDeque<>()).size();
    }

    synchronized void release(Op op) {
        Deque<Runnable> waiting = held.remove(op);
        if (waiting != null) {
            waiting.forEach(thread::execute);
        }
    }

    /** The next command of the kind fails. */
    synchronized void failNext(Op op, RuntimeException failure) {
        failures.computeIfAbsent(op, o -> new ArrayDeque<>()).add(failure);
    }

    /** What was asked of the engine, in order; of messages their texts. */
    synchronized List<String> log() {
        return List.copyOf(log);
    }

    synchronized void clearLog() {
        log.clear();
    }

    synchronized Credentials lastCredentials() {
        return lastCredentials;
    }

    synchronized void log(String line) {
        log.add(line);
    }

    /** Carries a command out, now or when released, unless it is to fail. */
    synchronized <T> CompletableFuture<T> run(Op op, java.util.function.Supplier<T> effect) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Deque<RuntimeException> failing = failures.getOrDefault(op, new ArrayDeque<>());
        RuntimeException failure = failing.poll();
        Runnable work = () -> {
            T result;
            synchronized (this) {
                if (failure != null) {
                    result = null;
                } else {
                    try {
                        result = effect.get();
                    } catch (RuntimeException e) {
                        outcome.completeExceptionally(e);
                        return;
                    }
                }
            }
            if (failure != null) {
                outcome.completeExceptionally(failure);
            } else {
                outcome.complete(result);
            }
            signalAll();
        };
        Deque<Runnable> waiting = held.get(op);
        if (waiting != null) {
            waiting.add(work);
        } else {
            thread.execute(work);
        }
        return outcome;
    }

    private void signalAll() {
        List<Runnable> signals = new ArrayList<>();
        synchronized (this) {
            queues.values().forEach(q -> q.consumers.forEach(c -> signals.add(c.signal)));
        }
        signals.forEach(Runnable::run);
    }

    void signalLater() {
        thread.execute(this::signalAll);
    }

    synchronized FakeQueue queue(String name) {
        return queues.computeIfAbsent(name, FakeQueue::new);
    }

    /** Texts of the messages that are not settled. */
    synchronized List<String> owed(String queue) {
        return queue(queue).entries.stream().map(FakeQueue.Entry::text).toList();
    }

    /** The connection is gone, from the engine's side. */
    void breakConnections() {
        List<FakeConnection> broken;
        synchronized (this) {
            broken = List.copyOf(connections);
        }
        EngineException gone = new EngineException(Reason.UNAVAILABLE, "The fake engine went away");
        broken.forEach(c -> {
            c.gone = true;
            c.onFailure.accept(gone);
        });
    }

    @Override
    public Set<String> schemes() {
        return Set.of("memory");
    }

    @Override
    public synchronized EngineConnection connect(NarabiUrl url, Credentials credentials) {
        lastCredentials = credentials;
        if (credentials.user().filter("invalid"::equals).isPresent()) {
            throw new EngineException(Reason.SECURITY, "User invalid is not known");
        }
        FakeConnection connection = new FakeConnection();
        connections.add(connection);
        return connection;
    }

    @Override
    public EngineAdmin administer(NarabiUrl url, Credentials credentials) {
        throw new UnsupportedOperationException();
    }

    synchronized int openConnections() {
        return connections.size();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    /** A connection to the double. */
    final class FakeConnection implements EngineConnection {

        final List<FakeSession> sessions = new ArrayList<>();
        boolean started;
        volatile boolean gone;
        private String clientId;
        private Consumer<EngineException> onFailure = failure -> {};

        @Override
        public void setClientId(String id) {
            synchronized (FakeEngine.this) {
                if (!clientIds.add(id)) {
                    throw new EngineException(Reason.INVALID_CLIENT_ID, "Client identifier " + id + " is taken");
                }
                clientId = id;
            }
        }

        void check() {
            if (gone) {
                throw new EngineException(Reason.UNAVAILABLE, "The fake engine is gone");
            }
        }

        @Override
        public EngineSession openSession(SessionMode mode) {
            check();
            synchronized (FakeEngine.this) {
                FakeSession session = new FakeSession(FakeEngine.this, this, mode);
                sessions.add(session);
                return session;
            }
        }

        @Override
        public EngineTransactions transactions() {
            return transactions;
        }

        @Override
        public void start() {
            synchronized (FakeEngine.this) {
                started = true;
            }
            signalLater();
        }

        @Override
        public void stop() {
            synchronized (FakeEngine.this) {
                started = false;
            }
        }

        @Override
        public void onFailure(Consumer<EngineException> listener) {
            onFailure = listener;
        }

        @Override
        public void close() {
            List<FakeSession> open;
            synchronized (FakeEngine.this) {
                open = List.copyOf(sessions);
                connections.remove(this);
                clientIds.remove(clientId);
            }
            open.forEach(FakeSession::close);
        }
    }
}
