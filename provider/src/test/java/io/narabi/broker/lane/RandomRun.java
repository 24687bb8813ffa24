package io.narabi.broker.lane;

import io.narabi.broker.lane.ReferenceModel.Consumer;
import io.narabi.broker.lane.ReferenceModel.Message;
import io.narabi.broker.lane.ReferenceModel.Phase;
import io.narabi.broker.lane.ReferenceModel.Session;
import io.narabi.broker.redelivery.RedeliveryPolicy;
import io.narabi.config.DeliveryOrder;
import io.narabi.config.ExhaustedPolicy;
import io.narabi.config.Unmatched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/** Does at random what a broker could do, and in the end everything that is left. */
final class RandomRun {

    /**
     * What may happen in a run.
     *
     * @param selectors whether consumers have selectors
     * @param priorities whether messages have priorities
     * @param times whether messages expire, and are delayed
     * @param changes whether options change, and the broker restarts
     * @param backlogs whether little of a lane is in memory, and the index is slow and fails
     */
    record Scope(boolean selectors, boolean priorities, boolean times, boolean changes, boolean backlogs) {
        boolean exact() {
            return !(selectors && priorities);
        }
    }

    static final List<Predicate<LogEntry>> SELECTORS = List.of(
            entry -> true,
            entry -> entry.partition() % 2 == 0,
            entry -> entry.partition() % 3 == 0,
            entry -> entry.partition() == 5);

    private final Random random;
    private final Scope scope;
    final DispatchWorld world;
    private final List<Owner> prepared = new ArrayList<>();
    private boolean ending;

    RandomRun(Random random, Scope scope, DispatchOptions options, Transitions transitions) {
        this.random = random;
        this.scope = scope;
        LaneLimits limits = scope.backlogs() ? new LaneLimits(3, 24, 40) : LaneLimits.DEFAULT;
        this.world = new DispatchWorld(options, scope.exact(), limits, transitions);
        if (scope.backlogs()) {
            int failures = random.nextInt(3);
            world.index.failsToWrite = () -> random.nextInt(8) < failures;
            world.index.failsToRead = () -> random.nextInt(16) < failures;
        }
    }

    static DispatchOptions options(Random random) {
        int[] limits = {1, 2, 3, 3, 5, -1};
        Duration[] delays = {Duration.ZERO, Duration.ZERO, Duration.ofMillis(100), Duration.ofSeconds(3)};
        return new DispatchOptions(
                pick(
                        random,
                        DeliveryOrder.GROUPED,
                        DeliveryOrder.GROUPED,
                        DeliveryOrder.ORDERLY,
                        DeliveryOrder.CONCURRENT),
                random.nextInt(8) == 0,
                pick(random, Unmatched.values()),
                new RedeliveryPolicy(
                        limits[random.nextInt(limits.length)],
                        delays[random.nextInt(delays.length)],
                        2.0,
                        Duration.ofSeconds(10),
                        pick(random, ExhaustedPolicy.values())),
                100_000);
    }

    @SafeVarargs
    private static <T extends Object> T pick(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    private <T extends Object> Optional<T> any(List<T> values) {
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(random.nextInt(values.size())));
    }

    private List<Message> all(Predicate<Message> filter) {
        return world.model.messages.values().stream().filter(filter).toList();
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    private void step() {
        if (scope.backlogs()) {
            index();
        }
        int choice = random.nextInt(100);
        if (choice < 12) {
            append();
        } else if (choice < 17) {
            addConsumer();
        } else if (choice < 19) {
            any(world.model.consumers()).ifPresent(world::remove);
        } else if (choice < 26) {
            any(world.model.consumers()).ifPresent(consumer -> world.demand(consumer, random.nextInt(4) > 0));
        } else if (choice < 48) {
            reserve();
        } else if (choice < 64) {
            withReserved();
        } else if (choice < 78) {
            settle();
        } else if (choice < 84) {
            fail();
        } else if (choice < 88) {
            units();
        } else if (choice < 91) {
            any(world.model.sessions).ifPresent(session -> world.releaseKept(session.owner));
        } else if (choice < 94) {
            world.advance(random.nextInt(3) == 0 ? 4_000 : random.nextInt(200));
        } else if (choice < 98) {
            moves();
        } else if (scope.changes()) {
            change();
        }
    }

    private void index() {
        if (random.nextInt(10) == 0) {
            world.index.slow = random.nextBoolean();
        } else if (random.nextInt(4) == 0) {
            world.index.work();
        } else if (random.nextInt(60) == 0) {
            world.dispatcher.save();
        }
    }

    private void append() {
        int count = random.nextInt(20) == 0 ? 60 + random.nextInt(60) : 1 + random.nextInt(6);
        int groups = random.nextInt(3) == 0 ? 1 : 5;
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String group = random.nextInt(3) == 0 ? "" : "g" + random.nextInt(groups);
            long now = world.clock.wallMillis();
            long expires = scope.times() && random.nextInt(6) == 0 ? now + random.nextInt(1_000) : 0;
            long deliver = scope.times() && random.nextInt(6) == 0 ? now + random.nextInt(1_000) : 0;
            int priority = scope.priorities() ? random.nextInt(10) : 4;
            if (random.nextInt(10) == 0) {
                world.log.skip(random.nextInt(20_000));
            }
            entries.add(world.log.add(group, random.nextInt(6), priority, expires, deliver));
        }
        world.append(entries);
    }

    private void addConsumer() {
        if (world.model.consumers().size() >= 8) {
            return;
        }
        Session session = world.model.sessions.isEmpty() || random.nextBoolean()
                ? world.newSession()
                : any(world.model.sessions).orElseThrow();
        Predicate<LogEntry> wants = scope.selectors() ? any(SELECTORS).orElseThrow() : SELECTORS.get(0);
        Consumer consumer = world.add(session, random.nextInt(3) == 0 ? 1 + random.nextInt(20) : 1, wants);
        if (random.nextInt(4) > 0) {
            world.demand(consumer, true);
        }
    }

    /** As a consumer does: asks, often only when told. */
    private void reserve() {
        List<Consumer> told =
                world.model.consumers().stream().filter(one -> one.told).toList();
        Optional<Consumer> consumer =
                told.isEmpty() || random.nextInt(4) == 0 ? any(world.model.consumers()) : any(told);
        consumer.flatMap(world::reserve).ifPresent(message -> {
            if (random.nextBoolean()) {
                world.firm(message);
                if (random.nextBoolean()) {
                    world.handOver(message);
                }
            }
        });
    }

    private void withReserved() {
        any(all(Message::reserved)).ifPresent(message -> {
            int choice = random.nextInt(10);
            if (choice < 2) {
                world.firm(message);
            } else if (choice == 2) {
                world.putBack(message);
            } else {
                Message next = choice == 3 ? message : firstReserved(message);
                if (world.handOver(next) && random.nextInt(30) == 0) {
                    world.handOverFailed(next);
                }
            }
        });
    }

    private Message firstReserved(Message message) {
        return world.model.laneOf(message).stream()
                .filter(Message::reserved)
                .findFirst()
                .orElseThrow();
    }

    private Optional<Owner> anOwner() {
        List<Owner> owners = world.model.messages.values().stream()
                .filter(message -> message.phase == Phase.IN_FLIGHT)
                .map(message -> message.owner)
                .distinct()
                .toList();
        return any(owners);
    }

    /** Some of what the owner has in flight: all, the first ones, or any. */
    private List<Message> some(Owner owner) {
        List<Message> all = new ArrayList<>(world.inFlight(owner));
        int choice = prepared.contains(owner) ? 0 : random.nextInt(4);
        if (choice > 0) {
            if (choice == 3) {
                java.util.Collections.shuffle(all, random);
            }
            all = new ArrayList<>(all.subList(0, 1 + random.nextInt(all.size())));
        }
        return all;
    }

    private void settle() {
        anOwner().ifPresent(owner -> world.settle(some(owner), isSession(owner) && random.nextInt(4) == 0));
    }

    private boolean isSession(Owner owner) {
        return world.model.sessions.stream().anyMatch(session -> session.owner == owner);
    }

    private void fail() {
        anOwner().ifPresent(owner -> {
            Optional<Session> stay = world.model.sessions.stream()
                    .filter(session -> session.owner == owner || session.current == owner)
                    .findFirst()
                    .filter(session -> random.nextInt(4) > 0);
            world.fail(some(owner), stay);
        });
    }

    /** Units of work begin and end; deliveries are passed on. */
    private void units() {
        any(world.model.sessions).ifPresent(session -> {
            int choice = random.nextInt(3);
            if (choice == 0) {
                world.enter(session, world.newOwner("branch"));
            } else if (choice == 1) {
                world.enter(session, session.owner);
            } else {
                List<Message> held = world.inFlight(session.owner);
                if (!held.isEmpty()) {
                    world.transfer(random.nextInt(4) == 0 ? some(session.owner) : held, session.current);
                }
            }
        });
    }

    private void moves() {
        any(all(message -> message.phase == Phase.MOVING)).ifPresent(message -> {
            if (random.nextInt(4) == 0) {
                world.moveFailed(message);
            } else {
                world.moved(message);
            }
        });
        if (random.nextInt(3) == 0) {
            any(world.dispatcher.lanes(Integer.MAX_VALUE).stream()
                            .filter(lane -> lane.state().equals("HALTED"))
                            .toList())
                    .ifPresent(
                            lane -> decide(world.model.messages.get(lane.head().sequence()), lane));
        }
    }

    private void decide(Message head, LaneSnapshot lane) {
        DispatchWorld.check(head != null && head.phase == Phase.STOPPED, head + " has halted " + lane);
        DispatchWorld.check(lane.id().equals(world.model.lane(head)), head + " is not of " + lane);
        switch (random.nextInt(3)) {
            case 0 -> world.retry(head);
            case 1 -> world.deadLetterHead(head);
            default -> world.discardHead(head);
        }
    }

    private void change() {
        if (random.nextInt(scope.backlogs() ? 4 : 2) == 0) {
            world.reconfigure(options(random));
            return;
        }
        List<Message> inDoubt = new ArrayList<>();
        for (Message message : all(one -> one.phase == Phase.IN_FLIGHT)) {
            boolean branch = !isSession(message.owner);
            if (branch && (prepared.contains(message.owner) || random.nextBoolean())) {
                prepared.add(message.owner);
            }
        }
        inDoubt.addAll(all(one -> one.phase == Phase.IN_FLIGHT && prepared.contains(one.owner)));
        world.restart(inDoubt, message -> random.nextInt(3) == 0, random.nextInt(3) == 0);
    }

    /** Completes everything: each message is settled in the end, by acknowledgement or by leaving. */
    void finish() {
        ending = true;
        world.checkEvery = 16;
        prepared.clear();
        for (Consumer consumer : world.model.consumers()) {
            world.remove(consumer);
        }
        Session session = world.newSession();
        Consumer consumer = world.add(session, 5, SELECTORS.get(0));
        world.demand(consumer, true);
        int rounds = 0;
        while (!world.model.messages.isEmpty()) {
            DispatchWorld.check(rounds++ < 20_000, "the run does not end: " + world.model.messages.values());
            if (!round(consumer)) {
                world.advance(10_000);
            }
        }
    }

    private boolean round(Consumer consumer) {
        boolean any = false;
        Optional<Message> next = world.reserve(consumer);
        if (next.isPresent() && world.handOver(next.get())) {
            any = true;
        }
        for (Session session : world.model.sessions) {
            world.releaseKept(session.owner);
        }
        for (Message message : all(one -> one.phase == Phase.IN_FLIGHT)) {
            if (message.phase == Phase.IN_FLIGHT) {
                world.settle(List.of(message), false);
                any = true;
            }
        }
        for (Message message : all(one -> one.phase == Phase.STOPPED)) {
            boolean halted = world.dispatcher.lanes(Integer.MAX_VALUE).stream()
                    .anyMatch(
                            lane -> lane.state().equals("HALTED") && lane.head().sequence() == message.sequence());
            if (halted) {
                decide(message, halted(message));
                any = true;
            }
        }
        for (Message message : all(one -> one.phase == Phase.MOVING)) {
            world.moved(message);
            any = true;
        }
        return any;
    }

    private LaneSnapshot halted(Message message) {
        return world.dispatcher.lanes(Integer.MAX_VALUE).stream()
                .filter(lane -> lane.head().sequence() == message.sequence())
                .min(Comparator.comparing(LaneSnapshot::id))
                .orElseThrow();
    }

    boolean isEnding() {
        return ending;
    }
}
