package io.narabi.broker.lane;

import io.narabi.config.DeliveryOrder;
import io.narabi.config.ExhaustedPolicy;
import io.narabi.config.Unmatched;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The rules of DESIGN §2.3 to §2.12 and §2.15 over a list of messages, as plainly as they can be said. No index, no frontier, no window:
 * everything is looked at each time.
 */
final class ReferenceModel {

    enum Phase {
        PENDING,
        LOOSE,
        FIRM,
        IN_FLIGHT,
        MOVING,
        STOPPED
    }

    /** A message that is not settled. */
    static final class Message {
        LogEntry entry;
        Phase phase = Phase.PENDING;
        int attempts;
        boolean doubtful;
        boolean seen;
        /** It came back, or was decided about, since the start. */
        boolean touched;

        Consumer consumer;
        Owner owner;
        Session stay;
        boolean waits;
        long notBefore;
        boolean condemned;
        boolean discarded;
        boolean alone;
        int failedMoves;
        Reservation reservation;
        InFlight inFlight;
        /** Messages that were passed over when this one was reserved. */
        List<Message> passed = List.of();

        private String lane = "";
        private boolean laneAlone;
        private DispatchOptions laneOptions;

        Message(LogEntry entry) {
            this.entry = entry;
            attempts = entry.attempts();
            doubtful = entry.doubtful();
            seen = attempts > 0;
        }

        long sequence() {
            return entry.sequence();
        }

        boolean reserved() {
            return phase == Phase.LOOSE || phase == Phase.FIRM;
        }

        @Override
        public String toString() {
            return sequence() + (entry.group().isEmpty() ? "" : "(" + entry.group() + ")") + " " + phase + " attempts "
                    + attempts + (waits ? " waits" : "") + (stay == null ? "" : " stays") + (touched ? " touched" : "");
        }
    }

    /** A session and the unit of work it is in. */
    static final class Session {
        final Owner owner;
        Owner current;
        boolean running;
        boolean open = true;
        int added;
        final List<Consumer> consumers = new ArrayList<>();

        Session(Owner owner) {
            this.owner = owner;
            this.current = owner;
        }
    }

    /** A consumer. */
    static final class Consumer {
        final Session session;
        final int credit;
        final Predicate<LogEntry> wants;
        ConsumerHandle handle;
        private final int name;
        boolean demand;
        boolean relies = true;
        boolean told;
        boolean open = true;

        Consumer(Session session, int credit, Predicate<LogEntry> wants) {
            this.session = session;
            this.credit = credit;
            this.wants = wants;
            this.name = ++session.added;
        }

        @Override
        public String toString() {
            return "consumer " + name + " of " + session.owner.describe();
        }
    }

    final ManualClock clock;
    DispatchOptions options;
    final TreeMap<Long, Message> messages = new TreeMap<>();
    final List<Session> sessions = new ArrayList<>();
    final Map<String, Owner> kept = new HashMap<>();
    final Map<String, Owner> lastOwner = new HashMap<>();
    final Map<String, Long> doomedUntil = new HashMap<>();

    ReferenceModel(DispatchOptions options, ManualClock clock) {
        this.options = options;
        this.clock = clock;
    }

    List<Consumer> consumers() {
        return sessions.stream().flatMap(session -> session.consumers.stream()).toList();
    }

    // ---- lanes ----

    String lane(Message message) {
        if (message.laneAlone != message.alone || !options.equals(message.laneOptions)) {
            message.laneAlone = message.alone;
            message.laneOptions = options;
            message.lane = findLane(message);
        }
        return message.lane;
    }

    private String findLane(Message message) {
        LogEntry entry = message.entry;
        if (message.alone) {
            return "message:" + entry.sequence();
        }
        if (options.exclusive()) {
            return "destination";
        }
        if (options.order() == DeliveryOrder.CONCURRENT) {
            return "message:" + entry.sequence();
        }
        if (!entry.group().isEmpty()) {
            return "group:" + entry.group();
        }
        return options.order() == DeliveryOrder.ORDERLY
                ? "partition:" + entry.partition()
                : "message:" + entry.sequence();
    }

    boolean isSingle(String lane) {
        return lane.startsWith("message:");
    }

    Map<String, List<Message>> lanes() {
        Map<String, List<Message>> lanes = new LinkedHashMap<>();
        for (Message message : messages.values()) {
            lanes.computeIfAbsent(lane(message), key -> new ArrayList<>()).add(message);
        }
        return lanes;
    }

    List<Message> laneOf(Message message) {
        String lane = lane(message);
        return messages.values().stream().filter(one -> lane(one).equals(lane)).toList();
    }

    // ---- a message ----

    boolean isWanted(Message message) {
        for (Session session : sessions) {
            for (Consumer consumer : session.consumers) {
                if (consumer.wants.test(message.entry)) {
                    return true;
                }
            }
        }
        return false;
    }

    boolean isDoomed(Message message) {
        String lane = lane(message);
        if (lane.equals("destination")) {
            return message.sequence() <= doomedUntil.getOrDefault("", 0L);
        }
        return lane.startsWith("group:") && message.sequence() <= doomedUntil.getOrDefault(message.entry.group(), 0L);
    }

    /** Forgets the lanes that there are no more by the options. */
    void forgetDoomed() {
        doomedUntil
                .keySet()
                .removeIf(group -> group.isEmpty()
                        ? !options.exclusive()
                        : options.exclusive() || options.order() == DeliveryOrder.CONCURRENT);
    }

    boolean isExhausted(Message message) {
        int most = options.redelivery().maxDeliveries();
        return message.condemned || (most != -1 && message.attempts >= most && !message.doubtful);
    }

    boolean leaves(Message message) {
        return isDoomed(message)
                || (isExhausted(message) && (message.touched || isWanted(message) || !mayPassOver(lane(message))));
    }

    boolean mayPassOver(String lane) {
        return isSingle(lane) || options.unmatched() == Unmatched.PASS_OVER;
    }

    boolean isPassedOver(Message message) {
        return message.phase == Phase.PENDING && mayPassOver(lane(message)) && !isWanted(message) && !leaves(message);
    }

    boolean isExpired(Message message) {
        return message.entry.expiresAt() > 0 && message.entry.expiresAt() <= clock.wallMillis();
    }

    boolean isHeldUp(Message message) {
        return message.waits && message.notBefore > clock.nanoTime();
    }

    boolean mayGo(Message message) {
        return message.phase == Phase.PENDING
                && !leaves(message)
                && !isHeldUp(message)
                && !isExpired(message)
                && message.entry.deliverAt() <= clock.wallMillis();
    }

    Session stays(Message message) {
        Session stay = message.stay;
        return stay != null && stay.consumers.stream().anyMatch(consumer -> consumer.wants.test(message.entry))
                ? stay
                : null;
    }

    // ---- a lane's next message ----

    /** The first message that is not in flight, reserved or passed over, whether it may go or not. */
    Optional<Message> head(Collection<Message> lane) {
        for (Message message : lane) {
            if (message.phase != Phase.IN_FLIGHT && !message.reserved() && !isPassedOver(message)) {
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }

    /** Who owns or keeps the lane: more than one only after a transfer or a change of the order. */
    List<Owner> owners(String key, Collection<Message> lane) {
        List<Owner> owners = new ArrayList<>(1);
        for (Message message : lane) {
            if (message.phase == Phase.IN_FLIGHT && !owners.contains(message.owner)) {
                owners.add(message.owner);
            }
        }
        if (owners.isEmpty() && kept.containsKey(key)) {
            owners.add(kept.get(key));
        }
        return owners;
    }

    Optional<Consumer> holder(Collection<Message> lane) {
        for (Message message : lane) {
            if (message.reserved()) {
                return Optional.of(message.consumer);
            }
        }
        return Optional.empty();
    }

    boolean isOpenTo(String key, List<Message> lane, Consumer consumer, Owner owner) {
        Optional<Message> head = head(lane);
        if (head.isEmpty() || !mayGo(head.get()) || !consumer.wants.test(head.get().entry)) {
            return false;
        }
        List<Owner> owners = owners(key, lane);
        if (owners.stream().anyMatch(one -> one != owner)) {
            return false;
        }
        Optional<Consumer> holder = holder(lane);
        if (holder.isPresent()) {
            return holder.get() == consumer;
        }
        Session stay = stays(head.get());
        return !owners.isEmpty() || stay == null || stay == consumer.session;
    }

    /** Open to whoever wants its head: nobody has it in any way. */
    boolean isFree(String key, List<Message> lane) {
        Optional<Message> head = head(lane);
        return head.isPresent()
                && mayGo(head.get())
                && isWanted(head.get())
                && owners(key, lane).isEmpty()
                && holder(lane).isEmpty()
                && stays(head.get()) == null;
    }

    // ---- rule 6 ----

    int rank(List<Message> lane) {
        Message head = head(lane).orElseThrow();
        int priority = 0;
        for (Message message : lane) {
            if (message.entry.priority() > priority && message.phase == Phase.PENDING && !isPassedOver(message)) {
                priority = message.entry.priority();
            }
        }
        return priority + (stays(head) == null ? 0 : 10);
    }

    Optional<Message> pick(Consumer consumer, Owner owner) {
        Message best = null;
        int bestRank = -1;
        for (Map.Entry<String, List<Message>> lane : lanes().entrySet()) {
            if (isOpenTo(lane.getKey(), lane.getValue(), consumer, owner)) {
                Message head = head(lane.getValue()).orElseThrow();
                int rank = rank(lane.getValue());
                if (rank > bestRank || (rank == bestRank && head.sequence() < best.sequence())) {
                    best = head;
                    bestRank = rank;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    List<Message> passedBefore(Message message) {
        return laneOf(message).stream()
                .filter(one -> one.sequence() < message.sequence() && isPassedOver(one))
                .toList();
    }

    /** Whether something that is reserved loosely for others could run here now. */
    boolean couldWithdraw(Consumer consumer, Owner owner) {
        return lanes().entrySet().stream().anyMatch(lane -> {
            List<Message> reserved =
                    lane.getValue().stream().filter(Message::reserved).toList();
            if (reserved.isEmpty()
                    || reserved.get(0).consumer == consumer
                    || reserved.stream().anyMatch(message -> message.phase == Phase.FIRM)
                    || !consumer.wants.test(reserved.get(0).entry)
                    || isExpired(reserved.get(0))) {
                return false;
            }
            List<Owner> owners = owners(lane.getKey(), lane.getValue());
            boolean sameSession = reserved.get(0).consumer.session == consumer.session;
            Session stay = stays(reserved.get(0));
            return owners.isEmpty()
                    ? stay == null || stay == consumer.session
                    : owners.equals(List.of(owner)) && sameSession;
        });
    }

    /** Whether the message may be handed over now by what the rules say of order and ownership. */
    void checkMayBegin(Message message, Owner owner) {
        for (Message other : laneOf(message)) {
            if (other == message) {
                continue;
            }
            if (other.phase == Phase.IN_FLIGHT && other.owner != owner) {
                throw new AssertionError(message + " is handed over while another owner has " + other);
            }
            boolean before = other.sequence() < message.sequence();
            if (before && other.phase != Phase.IN_FLIGHT && !isPassedOver(other) && !message.passed.contains(other)) {
                throw new AssertionError(message + " is handed over before " + other);
            }
        }
        Owner keeps = kept.get(lane(message));
        if (keeps != null && keeps != owner) {
            throw new AssertionError(message + " is handed over while another owner keeps its lane");
        }
    }

    boolean concernsWholeLane(Message message) {
        String lane = lane(message);
        return lane.startsWith("group:")
                || (lane.equals("destination") && !message.entry.group().isEmpty());
    }

    ExhaustedPolicy policy(Message message) {
        return message.condemned
                ? ExhaustedPolicy.DEAD_LETTER
                : options.redelivery().exhausted();
    }
}
