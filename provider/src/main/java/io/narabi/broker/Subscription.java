package io.narabi.broker;

import io.narabi.broker.lane.ConsumerHandle;
import io.narabi.broker.lane.DispatchEvents;
import io.narabi.broker.lane.DispatchOptions;
import io.narabi.broker.lane.Dispatcher;
import io.narabi.broker.lane.InFlight;
import io.narabi.broker.lane.LaneDispatcher;
import io.narabi.broker.lane.LogEntry;
import io.narabi.broker.lane.LogStart;
import io.narabi.broker.lane.MessageLog;
import io.narabi.broker.lane.Reservation;
import io.narabi.broker.redelivery.AttemptMarks;
import io.narabi.broker.redelivery.AttemptMarks.Need;
import io.narabi.engine.FailureCause;
import io.narabi.engine.SubscriptionName;
import io.narabi.runtime.Environment;
import io.narabi.store.Store;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreUnit;
import io.narabi.store.StoredEntry;
import io.narabi.store.index.LaneIndex.SavedLanes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subscription: its dispatcher under its lock, its view of the log, and what dispatch asks for, done after the lock is free.
 * Thread-safe.
 */
final class Subscription {

    private static final Logger LOG = LoggerFactory.getLogger(Subscription.class);

    private final int id;
    private final SubscriptionName name;
    private final int destination;
    private final Store store;
    private final Environment environment;
    private final Exits exits;
    private volatile long ackTimeoutNanos;

    private final ReentrantLock lock = new ReentrantLock();
    /** All below is guarded by the lock. */
    private final ArrayDeque<Runnable> afterwards = new ArrayDeque<>();

    private final Map<ConsumerHandle, Runnable> signals = new IdentityHashMap<>();
    private final AttemptMarks attempts;
    private final Dispatcher dispatcher;
    private long published;
    private long wakeAt = Long.MAX_VALUE;
    private long deadLettered;

    /** Where messages go that leave the subscription other than by acknowledgement. Called without locks. */
    interface Exits {
        void deadLetter(Subscription subscription, LogEntry entry, int attempts, FailureCause cause);

        void expired(Subscription subscription, LogEntry entry);

        void laneDeadLettering(Subscription subscription, String group, long untilSequence);
    }

    /**
     * What the log holds for a subscription at the start.
     *
     * @param first the first sequence that is owed, or would be
     * @param last the last sequence stored; {@code first - 1} if nothing is owed
     * @param lanes what was saved of its lanes, if the index has it
     */
    record Extent(long first, long last, Optional<SavedLanes> lanes) {
        static final Extent NEW = new Extent(1, 0, Optional.empty());
    }

    Subscription(
            int id,
            SubscriptionName name,
            int destination,
            DispatchOptions options,
            AttemptMarks attempts,
            Extent extent,
            Store store,
            Environment environment,
            Exits exits) {
        this.id = id;
        this.name = name;
        this.destination = destination;
        this.attempts = attempts;
        this.store = store;
        this.environment = environment;
        this.exits = exits;
        this.published = extent.last();
        this.dispatcher = new LaneDispatcher(
                options,
                new Log(),
                new Events(),
                environment.clock(),
                new LogStart(extent.first(), extent.last(), id, store.laneIndex(), extent.lanes()));
    }

    int id() {
        return id;
    }

    SubscriptionName name() {
        return name;
    }

    int destination() {
        return destination;
    }

    /** Within what time a delivery must be settled; 0 is any. */
    long ackTimeoutNanos() {
        return ackTimeoutNanos;
    }

    void ackTimeout(Duration timeout) {
        ackTimeoutNanos = timeout.toNanos();
    }

    /** Runs a decision under the lock, then what it asked for. */
    <T extends Object> T decide(Function<Dispatcher, T> decision) {
        List<Runnable> due = List.of();
        lock.lock();
        try {
            return decision.apply(dispatcher);
        } finally {
            if (lock.getHoldCount() == 1 && !afterwards.isEmpty()) {
                due = new ArrayList<>(afterwards);
                afterwards.clear();
            }
            lock.unlock();
            due.forEach(Runnable::run);
        }
    }

    /** As {@link #decide}, for decisions without an answer. */
    void change(java.util.function.Consumer<Dispatcher> decision) {
        decide(dispatcher -> {
            decision.accept(dispatcher);
            return Boolean.TRUE;
        });
    }

    /** Messages were stored; called in sequence order. */
    void appended(List<LogEntry> entries) {
        change(dispatcher -> {
            published = entries.get(entries.size() - 1).sequence();
            dispatcher.appended(entries);
        });
    }

    /** A message was stored of which only the place is known. */
    void appended(long sequence) {
        change(dispatcher -> {
            published = sequence;
            dispatcher.appended(List.of(toEntry(store.entry(destination, sequence))));
        });
    }

    /** Adds a consumer whose signal is run, without locks, when it may claim. */
    void register(ConsumerHandle consumer, Runnable signal) {
        change(dispatcher -> signals.put(consumer, signal));
    }

    void unregister(ConsumerHandle consumer) {
        change(dispatcher -> {
            dispatcher.remove(consumer);
            signals.remove(consumer);
        });
    }

    void reconfigure(DispatchOptions options) {
        change(dispatcher -> {
            attempts.reconfigure(options.redelivery());
            dispatcher.reconfigure(options);
        });
    }

    /** What must be durable before this hand-over, if anything. Called under the lock, within {@link #decide}. */
    Optional<Need> needBefore(InFlight delivery) {
        return attempts.before(delivery.entry().sequence(), delivery.attempt());
    }

    /** What was needed is durable. */
    void durable(Need need) {
        change(dispatcher -> attempts.durable(need));
    }

    StoreRecord toRecord(Need need) {
        if (need instanceof Need.Mark mark) {
            return new StoreRecord.AttemptMark(id, mark.upTo());
        }
        Need.One one = (Need.One) need;
        return new StoreRecord.Attempt(id, one.sequence(), one.attempt());
    }

    /** The hand-over did not happen after all. */
    void handOverFailed(InFlight delivery) {
        change(dispatcher -> {
            attempts.notBegun(delivery.entry().sequence(), delivery.attempt());
            dispatcher.handOverFailed(delivery);
        });
    }

    /** The message's attempts are counted anew. Called under the lock, within {@link #decide}. */
    void countAnew(long sequence) {
        attempts.reset(sequence);
    }

    /** At a clean close: what was attempted is known exactly, message by message, and the mark is taken back. */
    void storeAttempts() {
        List<StoreRecord> records = new ArrayList<>();
        long firstOwed = store.firstOwed(id, 1).orElse(Long.MAX_VALUE);
        change(dispatcher -> records.add(new StoreRecord.AttemptMark(id, attempts.markAtCleanClose(firstOwed))));
        change(dispatcher -> attempts.atCleanClose()
                .forEach((sequence, count) -> records.add(new StoreRecord.Attempt(id, sequence, count))));
        store.append(
                new StoreUnit(records),
                Appended.of(
                        placements -> {},
                        failure -> LOG.warn(
                                "{}: the attempts could not be stored at the close; messages may say JMSRedelivered that were not delivered",
                                name,
                                failure)));
    }

    /** At a clean close: what is known of long lanes need not be found out again. */
    void saveLanes() {
        change(Dispatcher::save);
    }

    /** Acknowledged, durably. */
    void settled(List<InFlight> deliveries, boolean keep) {
        change(dispatcher -> {
            deliveries.forEach(delivery -> attempts.settled(delivery.entry().sequence()));
            dispatcher.settled(deliveries, keep);
        });
    }

    /** Moved or settled otherwise, durably. */
    void moved(LogEntry entry, boolean toDeadLetters) {
        change(dispatcher -> {
            deadLettered += toDeadLetters ? 1 : 0;
            attempts.settled(entry.sequence());
            dispatcher.moved(entry);
        });
    }

    long deadLettered() {
        return decide(dispatcher -> deadLettered);
    }

    private LogEntry toEntry(StoredEntry stored) {
        int before = attempts.attempts(stored.sequence());
        return new LogEntry(
                stored.sequence(),
                stored.partition(),
                stored.offset(),
                stored.group(),
                stored.priority(),
                stored.persistent(),
                stored.expiresAt(),
                stored.deliverAt(),
                before,
                attempts.isDoubtful(stored.sequence()),
                Optional.empty());
    }

    private void wake() {
        change(dispatcher -> {
            wakeAt = Long.MAX_VALUE;
            dispatcher.tick();
        });
    }

    /** The store shows completed units a moment before they are published here; dispatch must not see them twice. */
    private final class Log implements MessageLog {

        @Override
        public List<LogEntry> read(long fromSequence, int max) {
            List<LogEntry> entries = new ArrayList<>();
            for (StoredEntry stored : store.owed(id, fromSequence, max)) {
                if (stored.sequence() > published) {
                    break;
                }
                entries.add(toEntry(stored));
            }
            return entries;
        }

        @Override
        public List<LogEntry> owed(List<Long> sequences) {
            List<LogEntry> entries = new ArrayList<>(sequences.size());
            int from = 0;
            while (from < sequences.size()) {
                int to = from + 1;
                while (to < sequences.size() && sequences.get(to) == sequences.get(to - 1) + 1) {
                    to++;
                }
                long last = sequences.get(to - 1);
                for (StoredEntry stored : store.owed(id, sequences.get(from), to - from)) {
                    if (stored.sequence() > last) {
                        break;
                    }
                    entries.add(toEntry(stored));
                }
                from = to;
            }
            return entries;
        }
    }

    private final class Events implements DispatchEvents {

        @Override
        public void ready(ConsumerHandle consumer) {
            Runnable signal = signals.get(consumer);
            if (signal != null) {
                afterwards.add(signal);
            }
        }

        @Override
        public void withdrawn(Reservation reservation) {
            // Consumers of this engine hold firm reservations only.
        }

        @Override
        public void deadLetter(LogEntry entry, int attemptsSoFar, FailureCause cause) {
            afterwards.add(() -> exits.deadLetter(Subscription.this, entry, attemptsSoFar, cause));
        }

        @Override
        public void expired(LogEntry entry) {
            afterwards.add(() -> exits.expired(Subscription.this, entry));
        }

        @Override
        public void laneDeadLettering(String group, long untilSequence) {
            afterwards.add(() -> exits.laneDeadLettering(Subscription.this, group, untilSequence));
        }

        @Override
        public void halted(String group, LogEntry head, int attemptsSoFar, FailureCause cause) {
            LOG.warn(
                    "{}: {} came to a halt at sequence {} after {} attempts ({}{}). Decide with NarabiAdmin.haltedLanes: retry, deadLetter or"
                            + " discard",
                    name,
                    group.isEmpty() ? "a message without a group" : "group " + group,
                    head.sequence(),
                    attemptsSoFar,
                    cause.kind(),
                    cause.exception().map(text -> ": " + text).orElse(""));
        }

        @Override
        public void wakeAt(long nanoTime) {
            if (nanoTime >= wakeAt) {
                return;
            }
            wakeAt = nanoTime;
            long delay = Math.max(0, nanoTime - environment.clock().nanoTime());
            afterwards.add(() -> Later.run(environment, delay, Subscription.this::wake));
        }
    }
}
