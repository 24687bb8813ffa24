package io.narabi.broker.lane;

import io.narabi.broker.lane.ReferenceModel.Consumer;
import io.narabi.broker.lane.ReferenceModel.Message;
import io.narabi.broker.lane.ReferenceModel.Phase;
import io.narabi.broker.lane.ReferenceModel.Session;
import io.narabi.broker.redelivery.RedeliveryPolicy.Verdict;
import io.narabi.config.ExhaustedPolicy;
import io.narabi.engine.FailureCause;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A dispatcher, its log and the reference model side by side. Every operation is done to both; what the dispatcher answers and asks for has to
 * be what the model's rules say, and {@link WorldChecks} hold after each.
 */
final class DispatchWorld implements DispatchEvents {

    final ManualClock clock = new ManualClock();
    final MemoryLog log = new MemoryLog();
    final ReferenceModel model;
    /** Whether the model knows exactly which lane comes first: not where selectors and priorities mix. */
    private boolean exact;
    /** Whether messages have had other priorities than 4. */
    private boolean priorities;

    final FailingIndex index = new FailingIndex();
    private final LaneLimits limits;
    private final Transitions transitions;
    Dispatcher dispatcher;
    final Set<Consumer> justTold = new LinkedHashSet<>();
    final Set<Long> done = new HashSet<>();
    private int ownersMade;
    long handedOver;
    int appended;
    private boolean mayWithdraw;
    /** What the consumer that is leaving had. */
    private List<Message> givenBack = List.of();

    private final ArrayDeque<String> said = new ArrayDeque<>();
    private Runnable justDoomed = () -> {};
    private long operations;
    /** After how many operations everything is checked. */
    int checkEvery = 1;

    DispatchWorld(DispatchOptions options, boolean exact, LaneLimits limits, Transitions transitions) {
        this.model = new ReferenceModel(options, clock);
        this.exact = exact;
        this.limits = limits;
        this.transitions = transitions;
        this.dispatcher = start();
    }

    private Dispatcher start() {
        LogStart start = new LogStart(1, log.last(), 1, index, index.load(1).join());
        return new LaneDispatcher(model.options, log, this, clock, start, limits, transitions);
    }

    // ---- the log ----

    void append(List<LogEntry> entries) {
        appended += entries.size();
        priorities |= entries.stream().anyMatch(entry -> entry.priority() != 4);
        entries.forEach(entry -> model.messages.put(entry.sequence(), new Message(entry)));
        operate("append " + entries.size() + " to " + log.last(), () -> dispatcher.appended(entries));
    }

    // ---- sessions and consumers ----

    Owner newOwner(String kind) {
        String name = kind + " " + ++ownersMade;
        return () -> name;
    }

    Session newSession() {
        Session session = new Session(newOwner("session"));
        model.sessions.add(session);
        return session;
    }

    Consumer add(Session session, int credit, Predicate<LogEntry> wants) {
        Consumer consumer = new Consumer(session, credit, wants);
        session.consumers.add(consumer);
        mayWithdraw = true;
        operate(
                "add " + consumer + " credit " + credit + " selector " + RandomRun.SELECTORS.indexOf(wants),
                () -> consumer.handle = dispatcher.add(session.owner, credit, wants));
        return consumer;
    }

    void remove(Consumer consumer) {
        givenBack = reserved(consumer);
        reserved(consumer).stream().filter(one -> one.phase == Phase.FIRM).forEach(this::goesBack);
        consumer.session.consumers.remove(consumer);
        Session session = consumer.session;
        for (Message message : model.messages.values()) {
            if (message.stay == session && session.consumers.stream().noneMatch(one -> one.wants.test(message.entry))) {
                message.stay = null;
            }
        }
        consumer.open = false;
        consumer.demand = false;
        mayWithdraw = true;
        operate("remove " + consumer, () -> dispatcher.remove(consumer.handle));
        givenBack = List.of();
        check(reserved(consumer).isEmpty(), "what is reserved for a consumer that left went back");
        consumer.told = false;
    }

    void demand(Consumer consumer, boolean waiting) {
        if (!waiting) {
            for (Message loose : reserved(consumer)) {
                if (loose.phase == Phase.LOOSE) {
                    laterFirm(loose).forEach(this::goesBack);
                }
            }
        } else {
            consumer.relies = true;
            consumer.session.running = false;
        }
        consumer.demand = waiting;
        consumer.told = false;
        mayWithdraw = true;
        operate("demand " + consumer + " " + waiting, () -> dispatcher.demand(consumer.handle, waiting));
        check(
                waiting || reserved(consumer).stream().noneMatch(one -> one.phase == Phase.LOOSE),
                "loose reservations went back with the demand");
    }

    List<Message> reserved(Consumer consumer) {
        return model.messages.values().stream()
                .filter(message -> message.reserved() && message.consumer == consumer)
                .toList();
    }

    private List<Message> laterFirm(Message message) {
        return model.laneOf(message).stream()
                .filter(one -> one.phase == Phase.FIRM && one.sequence() > message.sequence())
                .toList();
    }

    private void goesBack(Message message) {
        Consumer consumer = message.consumer;
        message.phase = Phase.PENDING;
        message.consumer = null;
        message.reservation = null;
        message.passed = List.of();
        if (consumer != null && reserved(consumer).isEmpty() && !consumer.session.running) {
            consumer.relies = true;
        }
    }

    /** The session goes on in another unit of work: its consumers ask anew when they want something. */
    void enter(Session session, Owner unit) {
        said.addLast(session.owner.describe() + " enters " + unit.describe());
        session.current = unit;
        session.consumers.forEach(consumer -> consumer.relies = false);
    }

    // ---- reservation and hand-over ----

    Optional<Message> reserve(Consumer consumer) {
        Owner owner = consumer.session.current;
        consumer.session.running = false;
        consumer.told = false;
        boolean full = reserved(consumer).size() >= consumer.credit;
        Optional<Message> expected = full ? Optional.empty() : model.pick(consumer, owner);
        mayWithdraw = !full && expected.isEmpty();
        List<Reservation> answer = new ArrayList<>();
        Message[] found = new Message[1];
        operate("reserve " + consumer, () -> {
            dispatcher.reserve(consumer.handle, owner).ifPresent(answer::add);
            consumer.relies = answer.isEmpty() && !full;
            if (!answer.isEmpty()) {
                found[0] = reserved(consumer, owner, answer.get(0), expected);
            } else if (!full) {
                check(
                        model.pick(consumer, owner).isEmpty(),
                        "nothing was reserved, but " + model.pick(consumer, owner) + " is open");
                check(!model.couldWithdraw(consumer, owner), "nothing was reserved, but something could be withdrawn");
            }
        });
        check(!full || answer.isEmpty(), "no more is reserved than the credit");
        return Optional.ofNullable(found[0]);
    }

    private Message reserved(Consumer consumer, Owner owner, Reservation reservation, Optional<Message> expected) {
        said.addLast("    got " + reservation.entry().sequence());
        Message message = model.messages.get(reservation.entry().sequence());
        check(message != null, reservation.entry().sequence() + " is reserved and settled");
        Message should = expected.or(() -> model.pick(consumer, owner))
                .orElseThrow(() -> new AssertionError(message + " is reserved, and nothing is open to " + consumer));
        if (exact) {
            check(should == message, message + " is reserved, but " + should + " comes first");
        }
        List<Message> lane = model.laneOf(message);
        check(model.isOpenTo(model.lane(message), lane, consumer, owner), message + " is reserved, but not open");
        check(model.head(lane).orElseThrow() == message, message + " is reserved before its lane's head");
        message.passed = model.passedBefore(message);
        message.phase = Phase.LOOSE;
        message.consumer = consumer;
        message.reservation = reservation;
        return message;
    }

    boolean firm(Message message) {
        boolean firm = dispatcher.firm(message.reservation);
        check(firm, message + " could not be made firm");
        message.phase = Phase.FIRM;
        return true;
    }

    void putBack(Message message) {
        Reservation reservation = message.reservation;
        laterFirm(message).forEach(this::goesBack);
        goesBack(message);
        mayWithdraw = true;
        operate("put back " + message, () -> dispatcher.putBack(reservation));
    }

    boolean handOver(Message message) {
        Session session = message.consumer.session;
        Owner owner = session.current;
        List<Message> lane = model.laneOf(message);
        boolean othersOwn = model.owners(model.lane(message), lane).stream().anyMatch(one -> one != owner);
        boolean first = lane.stream().filter(Message::reserved).findFirst().orElseThrow() == message;
        boolean expired = model.isExpired(message);
        Reservation reservation = message.reservation;
        mayWithdraw = true;
        if (othersOwn || !first || expired) {
            laterFirm(message).forEach(this::goesBack);
            if (othersOwn || !first) {
                goesBack(message);
            }
            operate(
                    "hand over " + message,
                    () -> check(
                            dispatcher.handOver(reservation, owner).isEmpty(),
                            message + " was handed over and may not be"));
            check(!message.reserved(), message + " is not reserved any more");
            return false;
        }
        model.checkMayBegin(message, owner);
        Owner before = model.lastOwner.get(model.lane(message));
        boolean seen = message.seen;
        message.phase = Phase.IN_FLIGHT;
        message.owner = owner;
        message.attempts++;
        message.doubtful = false;
        message.consumer.relies = false;
        message.consumer = null;
        session.running = true;
        model.kept.remove(model.lane(message));
        model.lastOwner.put(model.lane(message), owner);
        handedOver++;
        operate("hand over " + message, () -> {
            InFlight delivery = dispatcher
                    .handOver(reservation, owner)
                    .orElseThrow(() -> new AssertionError(message + " was not handed over"));
            message.inFlight = delivery;
            check(delivery.attempt() == message.attempts, message + " has attempt " + delivery.attempt());
            check(
                    delivery.redelivered() == (seen || message.attempts > 1),
                    message + " says redelivered: " + delivery.redelivered());
            check(delivery.laneNew() || before == owner, message + " does not say that its lane is new");
        });
        return true;
    }

    void handOverFailed(Message message) {
        InFlight delivery = message.inFlight;
        message.phase = Phase.PENDING;
        message.attempts--;
        message.doubtful = message.attempts == message.entry.attempts() && message.entry.doubtful();
        message.owner = null;
        message.inFlight = null;
        withdrawAfter(message);
        operate("hand-over failed " + message, () -> dispatcher.handOverFailed(delivery));
    }

    /** What is reserved behind a message that comes back goes back, too. */
    private void withdrawAfter(Message message) {
        mayWithdraw = true;
        laterFirm(message).forEach(this::goesBack);
    }

    // ---- settlement ----

    List<Message> inFlight(Owner owner) {
        return model.messages.values().stream()
                .filter(message -> message.phase == Phase.IN_FLIGHT && message.owner == owner)
                .toList();
    }

    void settle(List<Message> settled, boolean keep) {
        List<InFlight> deliveries =
                settled.stream().map(message -> message.inFlight).toList();
        for (Message message : settled) {
            Owner owner = message.owner;
            boolean several =
                    model.owners(model.lane(message), model.laneOf(message)).size() > 1;
            String lane = model.lane(message);
            forget(message);
            boolean last = model.messages.values().stream()
                    .noneMatch(one ->
                            one.phase == Phase.IN_FLIGHT && model.lane(one).equals(lane));
            if (last && keep && !several) {
                model.kept.put(lane, owner);
            }
        }
        mayWithdraw = true;
        operate("settle " + settled + " keep " + keep, () -> dispatcher.settled(deliveries, keep));
    }

    private void forget(Message message) {
        model.messages.remove(message.sequence());
        log.settled(message.sequence());
        check(done.add(message.sequence()), message + " is settled twice");
    }

    void releaseKept(Owner owner) {
        model.kept.values().removeIf(one -> one == owner);
        mayWithdraw = true;
        operate("release kept " + owner.describe(), () -> dispatcher.releaseKept(owner));
    }

    void fail(List<Message> failed, Optional<Session> stayWith) {
        List<InFlight> deliveries =
                failed.stream().map(message -> message.inFlight).toList();
        for (Message message : failed) {
            message.phase = Phase.PENDING;
            message.owner = null;
            message.inFlight = null;
            message.touched = true;
            message.seen = true;
            message.doubtful = false;
            message.stay = null;
            Verdict verdict = model.options.redelivery().afterFailure(message.attempts, false);
            if (verdict instanceof Verdict.Retry retry) {
                if (retry.delay().isZero()) {
                    message.stay = stayWith.filter(session -> !session.consumers.isEmpty())
                            .orElse(null);
                } else {
                    message.waits = true;
                    message.notBefore = clock.nanoTime() + retry.delay().toNanos();
                }
            }
            withdrawAfter(message);
        }
        operate(
                "fail " + failed + " " + stayWith.isPresent(),
                () -> dispatcher.failed(
                        deliveries,
                        FailureCause.of(FailureCause.Kind.ROLLED_BACK),
                        stayWith.map(session -> session.owner)));
        for (Message message : failed) {
            boolean looseBehind = model.laneOf(message).stream()
                    .anyMatch(one -> one.reserved() && one.sequence() > message.sequence());
            check(message.phase != Phase.PENDING || !looseBehind, "something is reserved behind " + message);
        }
    }

    void transfer(List<Message> passed, Owner to) {
        List<InFlight> deliveries =
                passed.stream().map(message -> message.inFlight).toList();
        passed.forEach(message -> {
            message.owner = to;
            model.lastOwner.put(model.lane(message), to);
        });
        operate("transfer " + passed + " to " + to.describe(), () -> dispatcher.transfer(deliveries, to));
    }

    // ---- moves ----

    void moved(Message message) {
        forget(message);
        operate("moved " + message, () -> dispatcher.moved(message.entry));
    }

    void moveFailed(Message message) {
        message.touched = true;
        if (message.discarded) {
            message.phase = Phase.STOPPED;
            message.discarded = false;
        } else {
            message.phase = Phase.PENDING;
            message.waits = true;
            long seconds = Math.min(60, 1L << Math.min(message.failedMoves, 6));
            message.failedMoves++;
            message.notBefore = clock.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        }
        operate("move failed " + message, () -> dispatcher.moveFailed(message.entry));
    }

    void retry(Message message) {
        String lane = model.lane(message);
        message.phase = Phase.PENDING;
        message.attempts = 0;
        message.doubtful = false;
        message.seen = true;
        message.touched = true;
        message.waits = false;
        message.stay = null;
        operate("retry " + lane, () -> check(dispatcher.retry(lane), lane + " could not be retried"));
    }

    void deadLetterHead(Message message) {
        String lane = model.lane(message);
        message.phase = Phase.PENDING;
        message.touched = true;
        message.condemned = true;
        operate(
                "dead-letter " + lane,
                () -> check(dispatcher.deadLetterHead(lane), lane + " could not be dead-lettered"));
    }

    void discardHead(Message message) {
        String lane = model.lane(message);
        message.phase = Phase.MOVING;
        message.discarded = true;
        operate(
                "discard " + lane,
                () -> check(
                        dispatcher.discardHead(lane).orElseThrow().sequence() == message.sequence(),
                        lane + " was discarded"));
    }

    // ---- time, options, restart ----

    void advance(long millis) {
        clock.advanceMillis(millis);
        operate("advance " + millis, () -> dispatcher.tick());
    }

    void reconfigure(DispatchOptions options) {
        DispatchOptions before = model.options;
        boolean regroup = before.order() != options.order() || before.exclusive() != options.exclusive();
        mayWithdraw = true;
        if (regroup) {
            model.messages.values().stream()
                    .filter(one -> one.phase == Phase.FIRM)
                    .forEach(this::goesBack);
            model.kept.clear();
            model.lastOwner.clear();
        }
        model.options = options;
        model.forgetDoomed();
        if (regroup) {
            model.messages
                    .values()
                    .forEach(one -> one.alone =
                            one.phase == Phase.STOPPED && one.entry.group().isEmpty() && !options.exclusive());
        }
        operate("reconfigure " + options, () -> dispatcher.reconfigure(options));
    }

    /** The broker goes down and comes up; what is said to be in doubt belongs to prepared branches. */
    void restart(Collection<Message> inDoubt, Predicate<Message> doubtful, boolean clean) {
        if (clean) {
            dispatcher.save();
        } else {
            index.crash();
        }
        index.restart();
        // A lane may be ranked by what was settled since its postings were saved.
        exact &= !priorities;
        model.sessions.clear();
        model.kept.clear();
        model.lastOwner.clear();
        TreeMap<Owner, List<Message>> branches = new TreeMap<>(Comparator.comparing(Owner::describe));
        for (Message message : inDoubt) {
            branches.computeIfAbsent(message.owner, owner -> new ArrayList<>()).add(message);
        }
        for (Message message : List.copyOf(model.messages.values())) {
            boolean doubt = message.attempts == 0 && doubtful.test(message);
            Message fresh = new Message(
                    log.attempts(message.sequence(), doubt ? 1 : message.attempts, doubt || message.doubtful));
            model.messages.put(message.sequence(), fresh);
        }
        mayWithdraw = false;
        operate("restart", () -> {
            dispatcher = start();
            model.doomedUntil.forEach(dispatcher::resumeDeadLettering);
            branches.forEach(this::prepared);
            dispatcher.tick();
        });
    }

    private void prepared(Owner branch, List<Message> held) {
        List<Long> sequences = held.stream().map(Message::sequence).toList();
        for (InFlight delivery : dispatcher.inDoubt(sequences, branch)) {
            Message message = model.messages.get(delivery.entry().sequence());
            message.phase = Phase.IN_FLIGHT;
            message.owner = branch;
            message.attempts = Math.max(1, message.attempts);
            message.doubtful = false;
            message.inFlight = delivery;
            model.lastOwner.put(model.lane(message), branch);
            check(delivery.attempt() == message.attempts, "the attempt of " + message);
        }
    }

    // ---- what the dispatcher asks for ----

    private void operate(String what, Runnable operation) {
        justTold.clear();
        said.addLast(what);
        if (said.size() > 40) {
            said.removeFirst();
        }
        operation.run();
        mayWithdraw = false;
        if (operations++ % checkEvery == 0) {
            WorldChecks.check(this);
        }
    }

    /** What has been done last, for whoever has to understand a failure. */
    String history() {
        return String.join("\n  ", said);
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    @Override
    public void ready(ConsumerHandle handle) {
        Consumer consumer = model.consumers().stream()
                .filter(one -> one.handle == handle)
                .findFirst()
                .orElseThrow(() -> new AssertionError("somebody was told who is not there"));
        check(consumer.demand, consumer + " was told without demand");
        consumer.told = true;
        said.addLast("    told " + consumer);
        justTold.add(consumer);
    }

    @Override
    public void withdrawn(Reservation reservation) {
        Message message = model.messages.get(reservation.entry().sequence());
        check(message != null && message.reservation == reservation, "an old reservation was withdrawn");
        check(message.phase == Phase.LOOSE, message + " was withdrawn");
        said.addLast("    withdrawn " + message);
        check(mayWithdraw, message + " was withdrawn without need");
        goesBack(message);
    }

    @Override
    public void deadLetter(LogEntry entry, int attempts, FailureCause cause) {
        Message message = leaving(entry);
        check(attempts == message.attempts, message + " is dead-lettered with attempts " + attempts);
        check(
                model.isDoomed(message) || model.policy(message) != ExhaustedPolicy.HALT_LANE,
                message + " is dead-lettered by a policy that halts");
        check(
                model.laneOf(message).stream().noneMatch(other -> other.phase == Phase.MOVING),
                message + " leaves together with another");
        message.phase = Phase.MOVING;
        justDoomed.run();
        justDoomed = () -> {};
    }

    /** Checks that the message may leave its lane now, by its attempts. */
    private Message leaving(LogEntry entry) {
        Message message = model.messages.get(entry.sequence());
        check(message != null, entry.sequence() + " leaves and is settled");
        check(message.phase == Phase.PENDING, message + " leaves");
        // What nobody wants is left alone, unless there is nobody at all, or it is what the consumer had that leaves:
        // then
        // it is as it was before.
        boolean before = model.consumers().isEmpty() || givenBack.contains(message);
        boolean leaves = model.leaves(message) || (before && model.isExhausted(message));
        check(leaves && !model.isHeldUp(message), message + " leaves and need not");
        for (Message other : model.laneOf(message)) {
            boolean earlier = other.sequence() < message.sequence() && !model.isPassedOver(other);
            check(!earlier && other.phase != Phase.IN_FLIGHT, message + " leaves before " + other);
        }
        return message;
    }

    @Override
    public void expired(LogEntry entry) {
        Message message = model.messages.get(entry.sequence());
        check(message != null && model.isExpired(message), entry.sequence() + " has not expired");
        check(message.phase == Phase.PENDING || message.reserved(), message + " expires");
        message.phase = Phase.MOVING;
        message.consumer = null;
        message.reservation = null;
    }

    @Override
    public void laneDeadLettering(String group, long untilSequence) {
        check(model.options.redelivery().exhausted() == ExhaustedPolicy.DEAD_LETTER_LANE, "a lane is doomed");
        check(untilSequence == log.last(), "all that the lane holds is doomed");
        // The message that was exhausted goes first, also before what was passed over.
        justDoomed = () -> model.doomedUntil.merge(group, untilSequence, Math::max);
    }

    @Override
    public void halted(String group, LogEntry head, int attempts, FailureCause cause) {
        Message message = leaving(head);
        check(group.equals(head.group()), "the group of " + message);
        check(model.policy(message) == ExhaustedPolicy.HALT_LANE, message + " is halted by another policy");
        message.phase = Phase.STOPPED;
        message.touched = true;
        if (!model.concernsWholeLane(message)) {
            message.alone = true;
        }
    }

    @Override
    public void wakeAt(long nanoTime) {
        check(nanoTime > clock.nanoTime() - TimeUnit.DAYS.toNanos(1), "a time in the past is asked for");
    }
}
