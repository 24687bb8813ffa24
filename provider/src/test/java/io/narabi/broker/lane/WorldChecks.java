package io.narabi.broker.lane;

import io.narabi.broker.lane.ReferenceModel.Consumer;
import io.narabi.broker.lane.ReferenceModel.Message;
import io.narabi.broker.lane.ReferenceModel.Phase;
import io.narabi.broker.lane.ReferenceModel.Session;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What holds after every operation, whatever it was. */
final class WorldChecks {

    private final DispatchWorld world;
    private final ReferenceModel model;
    private final Map<String, List<Message>> lanes;

    private WorldChecks(DispatchWorld world) {
        this.world = world;
        this.model = world.model;
        this.lanes = model.lanes();
    }

    static void check(DispatchWorld world) {
        WorldChecks checks = new WorldChecks(world);
        checks.counts();
        checks.orderOfReservations();
        checks.exhaustedLeave();
        checks.toldHaveSomething();
        checks.nobodyIdlesBesideWork();
        checks.ownLanesAreTold();
    }

    private long count(Predicate<Message> filter) {
        return model.messages.values().stream().filter(filter).count();
    }

    private void counts() {
        DispatchStatus status = world.dispatcher.status();
        long inFlight = count(message -> message.phase == Phase.IN_FLIGHT);
        long reserved = count(Message::reserved);
        DispatchWorld.check(status.inFlight() == inFlight, status.inFlight() + " in flight, not " + inFlight);
        DispatchWorld.check(status.reserved() == reserved, status.reserved() + " reserved, not " + reserved);
        DispatchWorld.check(
                status.consumers() == model.consumers().size(), status.consumers() + " consumers are not all");
        long others =
                count(message -> message.touched || message.phase == Phase.MOVING || message.phase == Phase.STOPPED);
        long most = inFlight + reserved + others + 2 * LaneLimits.DEFAULT.window() * status.lanes();
        DispatchWorld.check(status.entriesInMemory() <= most, status.entriesInMemory() + " in memory, most " + most);
        DispatchWorld.check(status.entriesInMemory() <= model.messages.size(), "more in memory than there are");
    }

    /** What is reserved loosely has nothing before it that is to be handed over first; reservations of a lane are one consumer's. */
    private void orderOfReservations() {
        for (List<Message> lane : lanes.values()) {
            Optional<Message> head = model.head(lane);
            boolean firm = lane.stream().anyMatch(message -> message.phase == Phase.FIRM);
            Consumer holder = null;
            for (Message message : lane) {
                if (message.reserved()) {
                    DispatchWorld.check(
                            holder == null || holder == message.consumer, "two consumers have " + message + "'s lane");
                    holder = message.consumer;
                    DispatchWorld.check(
                            firm || head.isEmpty() || head.get().sequence() > message.sequence(),
                            message + " is reserved behind " + head);
                }
            }
        }
    }

    /** What is exhausted, and known to be, does not stay at its lane's head. */
    private void exhaustedLeave() {
        // While there is no consumer at all, lanes stay as they were for the last one.
        if (model.consumers().isEmpty()) {
            return;
        }
        lanes.forEach((key, lane) -> {
            Optional<Message> head = model.head(lane);
            boolean others = lane.stream()
                    .anyMatch(message ->
                            message.phase == Phase.IN_FLIGHT || message.phase == Phase.MOVING || message.reserved());
            if (head.isPresent() && !others && head.get().phase == Phase.PENDING && !model.isHeldUp(head.get())) {
                boolean known = head.get().touched || (model.isDoomed(head.get()) && !model.isSingle(key));
                DispatchWorld.check(
                        !known || !model.leaves(head.get()) || !isDue(head.get()), head.get() + " should have left");
            }
        });
    }

    /** Whether the dispatcher has been told that its time has come. */
    private boolean isDue(Message message) {
        return !message.waits;
    }

    private void toldHaveSomething() {
        // What has expired since it was last looked at may be what somebody is told of.
        if (count(message -> message.phase != Phase.MOVING && model.isExpired(message)) > 0) {
            return;
        }
        for (Consumer consumer : world.justTold) {
            Set<Owner> owners = new HashSet<>();
            owners.add(consumer.session.current);
            owners.add(consumer.session.owner);
            model.messages.values().stream()
                    .filter(message -> message.phase == Phase.IN_FLIGHT)
                    .forEach(message -> owners.add(message.owner));
            DispatchWorld.check(
                    owners.stream()
                            .anyMatch(owner ->
                                    model.pick(consumer, owner).isPresent() || model.couldWithdraw(consumer, owner)),
                    consumer + " was told, and there is nothing for it");
        }
    }

    private boolean isSessionIdle(Session session) {
        return !session.running
                && session.consumers.stream()
                        .allMatch(consumer -> world.reserved(consumer).isEmpty());
    }

    private boolean isWaiting(Consumer consumer) {
        return consumer.demand && world.reserved(consumer).size() < consumer.credit;
    }

    /** As many of those who wait with nothing else to do are told as there are lanes for them; then those who are late. */
    private void nobodyIdlesBesideWork() {
        Map<Predicate<LogEntry>, List<Consumer>> classes = new HashMap<>();
        model.consumers()
                .forEach(one -> classes.computeIfAbsent(one.wants, key -> new java.util.ArrayList<>())
                        .add(one));
        classes.forEach((wants, consumers) -> {
            long ready = lanes.entrySet().stream()
                    .filter(lane -> model.isFree(lane.getKey(), lane.getValue())
                            && wants.test(model.head(lane.getValue()).orElseThrow().entry))
                    .count();
            long told = consumers.stream()
                    .filter(one -> one.told && isWaiting(one) && isSessionIdle(one.session))
                    .count();
            long called = consumers.stream()
                    .filter(one -> one.told && isWaiting(one) && !isSessionIdle(one.session))
                    .count();
            for (Consumer consumer : consumers) {
                if (isWaiting(consumer) && !consumer.told) {
                    boolean idle = isSessionIdle(consumer.session);
                    DispatchWorld.check(
                            !idle || told >= ready, consumer + " idles beside " + ready + " ready lanes, told " + told);
                    DispatchWorld.check(
                            idle || !consumer.relies || told + called >= ready,
                            consumer + " is late and not told of " + ready + " ready lanes");
                }
            }
        });
    }

    /** A lane that only one session may go on with: one of its consumers that waits has been told. */
    private void ownLanesAreTold() {
        for (Session session : model.sessions) {
            List<Owner> owners = List.of(session.current);
            for (Map.Entry<String, List<Message>> lane : lanes.entrySet()) {
                if (model.isFree(lane.getKey(), lane.getValue())) {
                    continue;
                }
                List<Consumer> could = session.consumers.stream()
                        .filter(consumer -> isWaiting(consumer)
                                && consumer.relies
                                && owners.stream()
                                        .anyMatch(owner ->
                                                model.isOpenTo(lane.getKey(), lane.getValue(), consumer, owner)))
                        .toList();
                boolean told = session.consumers.stream().anyMatch(consumer -> consumer.told);
                boolean asks = session.consumers.stream()
                        .anyMatch(consumer -> consumer.demand
                                && !consumer.relies
                                && owners.stream()
                                        .anyMatch(owner ->
                                                model.isOpenTo(lane.getKey(), lane.getValue(), consumer, owner)));
                DispatchWorld.check(
                        could.isEmpty() || told || asks,
                        could + " idle beside " + lane.getValue() + ", which is theirs");
            }
        }
    }
}
