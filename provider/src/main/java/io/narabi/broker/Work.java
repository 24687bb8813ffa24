package io.narabi.broker;

import io.narabi.broker.lane.InFlight;
import io.narabi.broker.lane.Owner;
import io.narabi.engine.FailureCause;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What a unit of work has gathered: messages to be stored at its end, and deliveries to be settled. Thread-safe by its monitor. */
final class Work {

    private final Owner owner;
    private final List<Staged> sends = new ArrayList<>();
    private final Map<Long, Held> held = new LinkedHashMap<>();
    /** Until when those must be settled that have such a time, as {@code nanoTime}. */
    private final Map<Long, Long> deadlines = new HashMap<>();

    Work(Owner owner) {
        this.owner = owner;
    }

    Owner owner() {
        return owner;
    }

    synchronized void send(Staged message) {
        sends.add(message);
    }

    synchronized void hold(Held delivery) {
        held.put(delivery.delivery(), delivery);
    }

    /** Takes these deliveries out; those that are not held (any more) are left out. */
    synchronized List<Held> take(Collection<Long> deliveries) {
        List<Held> taken = new ArrayList<>(deliveries.size());
        for (Long delivery : deliveries) {
            Held one = held.remove(delivery);
            if (one != null) {
                taken.add(one);
                deadlines.remove(delivery);
            }
        }
        return taken;
    }

    /** Takes everything out. */
    synchronized Contents takeAll() {
        Contents contents = new Contents(List.copyOf(sends), List.copyOf(held.values()));
        sends.clear();
        held.clear();
        deadlines.clear();
        return contents;
    }

    /** The delivery, if it is held still, must be settled by then. */
    synchronized void expectBy(long delivery, long deadline) {
        if (held.containsKey(delivery)) {
            deadlines.put(delivery, deadline);
        }
    }

    /** The time of all that must be settled in time begins now. */
    synchronized void renew(long now) {
        for (Held one : held.values()) {
            if (deadlines.containsKey(one.delivery())) {
                deadlines.put(one.delivery(), now + one.subscription().ackTimeoutNanos());
            }
        }
    }

    synchronized OptionalLong earliestDeadline() {
        return deadlines.values().stream().mapToLong(Long::longValue).min();
    }

    synchronized boolean isEmpty() {
        return sends.isEmpty() && held.isEmpty();
    }

    /**
     * What was gathered.
     *
     * @param sends in the order of the sends
     * @param held in the order of the hand-overs
     */
    record Contents(List<Staged> sends, List<Held> held) {

        static final Contents EMPTY = new Contents(List.of(), List.of());

        Contents and(Contents later) {
            if (later.isEmpty()) {
                return this;
            }
            List<Staged> allSends = new ArrayList<>(sends);
            allSends.addAll(later.sends);
            List<Held> allHeld = new ArrayList<>(held);
            allHeld.addAll(later.held);
            return new Contents(allSends, allHeld);
        }

        boolean isEmpty() {
            return sends.isEmpty() && held.isEmpty();
        }

        /** The records that make all of it durable. */
        List<StoreRecord> records() {
            List<StoreRecord> records = new ArrayList<>();
            sends.forEach(message -> records.add(message.record()));
            records.addAll(settles());
            return records;
        }

        /** The settlements alone. */
        List<Settle> settles() {
            List<Settle> settles = new ArrayList<>();
            Held.bySubscription(held).forEach((subscription, deliveries) -> {
                long[] sequences =
                        deliveries.stream().mapToLong(Held::sequence).sorted().toArray();
                settles.add(new Settle(subscription.id(), sequences, Settlement.ACKNOWLEDGED));
            });
            return settles;
        }

        /** The settlement is durable: releases the lanes, or keeps them for the owner. */
        void settled(boolean keep) {
            Held.bySubscription(held)
                    .forEach((subscription, deliveries) -> subscription.settled(inFlight(deliveries), keep));
        }

        /** The attempts failed. */
        void failed(FailureCause cause, Optional<Owner> stayWith) {
            Held.bySubscription(held)
                    .forEach((subscription, deliveries) -> subscription.change(
                            dispatcher -> dispatcher.failed(inFlight(deliveries), cause, stayWith)));
        }

        private static List<InFlight> inFlight(List<Held> deliveries) {
            return deliveries.stream().map(Held::inFlight).toList();
        }
    }
}
