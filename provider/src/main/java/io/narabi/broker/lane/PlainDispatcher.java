package io.narabi.broker.lane;

import io.narabi.broker.redelivery.RedeliveryPolicy.Verdict;
import io.narabi.config.DeliveryOrder;
import io.narabi.config.ExhaustedPolicy;
import io.narabi.engine.FailureCause;
import io.narabi.runtime.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rules of dispatch over a plain list in memory. Being replaced. */
public final class PlainDispatcher implements Dispatcher {

    private enum State {
        WAITING,
        RESERVED,
        IN_FLIGHT,
        MOVING,
        HALTED
    }

    private static final class Item implements InFlight, Reservation {
        private final LogEntry entry;
        private final String lane;
        private State state = State.WAITING;
        private int attempts;
        private long notBefore = Long.MIN_VALUE;
        private @Nullable Consumer holder;
        private boolean laneNew;

        Item(LogEntry entry, String lane) {
            this.entry = entry;
            this.lane = lane;
            this.attempts = entry.attempts();
        }

        @Override
        public LogEntry entry() {
            return entry;
        }

        @Override
        public int attempt() {
            return attempts;
        }

        @Override
        public boolean redelivered() {
            return attempts > 1;
        }

        @Override
        public boolean laneNew() {
            return laneNew;
        }
    }

    private record Consumer(Owner session, int[] waiting) implements ConsumerHandle {}

    private final MessageLog log;
    private final DispatchEvents events;
    private final Clock clock;
    private DispatchOptions options;
    private final TreeMap<Long, Item> items = new TreeMap<>();
    private final Map<String, Owner> owners = new HashMap<>();
    private final Map<String, Owner> lastOwners = new HashMap<>();
    private final Set<String> kept = new HashSet<>();
    private final List<Consumer> consumers = new ArrayList<>();
    private boolean loaded;

    public PlainDispatcher(
            DispatchOptions options, MessageLog log, DispatchEvents events, Clock clock, long first, long last) {
        this.options = options;
        this.log = log;
        this.events = events;
        this.clock = clock;
    }

    private void load() {
        if (!loaded) {
            loaded = true;
            log.read(1, Integer.MAX_VALUE).forEach(this::take);
        }
    }

    private void take(LogEntry entry) {
        String lane = entry.group();
        if (lane.isEmpty() || options.order() == DeliveryOrder.CONCURRENT) {
            lane = "#" + entry.sequence();
        } else {
            lane = "g" + lane;
        }
        items.putIfAbsent(entry.sequence(), new Item(entry, lane));
    }

    @Override
    public void appended(List<LogEntry> entries) {
        load();
        entries.forEach(this::take);
        signal();
    }

    @Override
    public ConsumerHandle add(Owner session, int credit, Predicate<LogEntry> wants) {
        Consumer consumer = new Consumer(session, new int[1]);
        consumers.add(consumer);
        return consumer;
    }

    @Override
    public void remove(ConsumerHandle consumer) {
        consumers.remove((Consumer) consumer);
        items.values().forEach(item -> {
            if (item.state == State.RESERVED && item.holder == consumer) {
                item.state = State.WAITING;
            }
        });
        signal();
    }

    @Override
    public void demand(ConsumerHandle consumer, boolean waiting) {
        ((Consumer) consumer).waiting()[0] = waiting ? 1 : 0;
        signal();
    }

    private Optional<Item> next(Owner owner) {
        load();
        Set<String> blocked = new HashSet<>();
        for (Item item : items.values()) {
            if (blocked.contains(item.lane)) {
                continue;
            }
            if (item.state == State.IN_FLIGHT) {
                continue;
            }
            Owner holder = owners.get(item.lane);
            if (item.state == State.WAITING
                    && item.notBefore <= clock.nanoTime()
                    && (holder == null || holder == owner)) {
                return Optional.of(item);
            }
            blocked.add(item.lane);
        }
        return Optional.empty();
    }

    private void signal() {
        for (Consumer consumer : consumers) {
            if (consumer.waiting()[0] == 1) {
                events.ready(consumer);
            }
        }
    }

    @Override
    public Optional<Reservation> reserve(ConsumerHandle consumer, Owner owner) {
        Optional<Item> item = next(owner);
        item.ifPresent(found -> {
            found.state = State.RESERVED;
            found.holder = (Consumer) consumer;
        });
        return item.map(found -> found);
    }

    @Override
    public boolean firm(Reservation reservation) {
        return ((Item) reservation).state == State.RESERVED;
    }

    @Override
    public void putBack(Reservation reservation) {
        Item item = (Item) reservation;
        if (item.state == State.RESERVED) {
            item.state = State.WAITING;
            signal();
        }
    }

    @Override
    public Optional<InFlight> handOver(Reservation reservation, Owner owner) {
        Item item = (Item) reservation;
        if (item.state != State.RESERVED) {
            return Optional.empty();
        }
        item.state = State.IN_FLIGHT;
        item.attempts++;
        item.laneNew = lastOwners.put(item.lane, owner) != owner;
        owners.put(item.lane, owner);
        return Optional.of(item);
    }

    @Override
    public void handOverFailed(InFlight delivery) {
        Item item = (Item) delivery;
        item.attempts--;
        item.state = State.WAITING;
        release(item.lane);
        signal();
    }

    private void release(String lane) {
        boolean held =
                items.values().stream().anyMatch(item -> item.lane.equals(lane) && item.state == State.IN_FLIGHT);
        if (!held && !kept.contains(lane)) {
            owners.remove(lane);
        }
    }

    @Override
    public void transfer(Collection<? extends InFlight> deliveries, Owner to) {
        deliveries.forEach(delivery -> owners.put(((Item) delivery).lane, to));
    }

    @Override
    public void settled(Collection<? extends InFlight> deliveries, boolean keep) {
        for (InFlight delivery : deliveries) {
            Item item = (Item) delivery;
            items.remove(item.entry.sequence());
            if (keep) {
                kept.add(item.lane);
            }
            release(item.lane);
        }
        signal();
    }

    @Override
    public void releaseKept(Owner owner) {
        for (String lane : List.copyOf(kept)) {
            if (owners.get(lane) == owner) {
                kept.remove(lane);
                release(lane);
            }
        }
        signal();
    }

    @Override
    public void failed(Collection<? extends InFlight> deliveries, FailureCause cause, Optional<Owner> stayWith) {
        for (InFlight delivery : deliveries) {
            Item item = (Item) delivery;
            item.state = State.WAITING;
            Verdict verdict = options.redelivery().afterFailure(item.attempts, false);
            if (verdict instanceof Verdict.Retry retry) {
                if (!retry.delay().isZero()) {
                    item.notBefore = clock.nanoTime() + retry.delay().toNanos();
                    events.wakeAt(item.notBefore);
                }
            } else if (options.redelivery().exhausted() == ExhaustedPolicy.HALT_LANE) {
                item.state = State.HALTED;
                events.halted(item.entry.group(), item.entry, item.attempts, cause);
            } else {
                item.state = State.MOVING;
                events.deadLetter(item.entry, item.attempts, cause);
            }
            release(item.lane);
        }
        signal();
    }

    @Override
    public void moved(LogEntry entry) {
        items.remove(entry.sequence());
        signal();
    }

    @Override
    public void moveFailed(LogEntry entry) {}

    @Override
    public List<InFlight> inDoubt(List<Long> sequences, Owner branch) {
        load();
        List<InFlight> result = new ArrayList<>();
        for (Long sequence : sequences) {
            Item item = items.get(sequence);
            if (item != null) {
                item.state = State.IN_FLIGHT;
                owners.put(item.lane, branch);
                result.add(item);
            }
        }
        return result;
    }

    @Override
    public void resumeDeadLettering(String group, long untilSequence) {}

    @Override
    public boolean retry(String laneId) {
        return false;
    }

    @Override
    public boolean deadLetterHead(String laneId) {
        return false;
    }

    @Override
    public Optional<LogEntry> discardHead(String laneId) {
        return Optional.empty();
    }

    @Override
    public List<LaneSnapshot> lanes(int limit) {
        return List.of();
    }

    @Override
    public DispatchStatus status() {
        return new DispatchStatus(0, 0, 0, 0, 0, consumers.size(), items.size(), 0);
    }

    @Override
    public void tick() {
        signal();
    }

    @Override
    public void reconfigure(DispatchOptions changed) {
        options = changed;
    }
}
