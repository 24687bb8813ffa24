package io.narabi.store;

import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.DefineDestination;
import io.narabi.store.StoreRecord.DefineSubscription;
import io.narabi.store.StoreRecord.DropDestination;
import io.narabi.store.StoreRecord.DropSubscription;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreState.Attempts;
import io.narabi.store.StoreState.PreparedBranch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a store must answer, by definition: it keeps nothing but the list of all that happened, and finds each answer by going through
 * it.
 */
final class StoreModel {

    private List<Object> happened = new ArrayList<>();

    /** A message was stored. */
    record Stored(Placement place, NewMessage message) {
        StoredEntry entry() {
            return new StoredEntry(
                    place.sequence(),
                    place.partition(),
                    place.offset(),
                    message.group(),
                    message.priority(),
                    message.persistent(),
                    message.expiresAt(),
                    message.deliverAt(),
                    message.payload().length);
        }
    }

    private enum Crash {
        CRASH
    }

    StoreModel copy() {
        StoreModel copy = new StoreModel();
        copy.happened = new ArrayList<>(happened);
        return copy;
    }

    void crash() {
        happened.add(Crash.CRASH);
    }

    boolean hasCrashed() {
        return happened.contains(Crash.CRASH);
    }

    /** Stores a unit. Returns where its messages go; empty if it must be refused. */
    Optional<List<Placement>> store(StoreUnit unit) {
        List<Object> before = happened;
        happened = new ArrayList<>(before);
        List<Placement> placements = new ArrayList<>();
        for (StoreRecord item : unit.records()) {
            if (!makesSense(item)) {
                happened = before;
                return Optional.empty();
            }
            List<StoreRecord> branch = item instanceof CommitBranch commit ? prepared(commit.branch()) : List.of(item);
            happened.add(item);
            for (StoreRecord effect : branch) {
                if (effect instanceof NewMessage message && isDefined(message.destination())) {
                    Stored stored = new Stored(nextPlace(message), message);
                    placements.add(stored.place());
                    happened.add(stored);
                } else if (effect instanceof Settle && effect != item) {
                    happened.add(effect);
                }
            }
        }
        return Optional.of(placements);
    }

    /** A store may leave out numbers after a crash: those that it gave count. */
    void adopt(List<Placement> predicted, List<Placement> given) {
        happened.replaceAll(event -> {
            if (event instanceof Stored stored && predicted.contains(stored.place())) {
                return new Stored(given.get(predicted.indexOf(stored.place())), stored.message());
            }
            return event;
        });
    }

    private boolean makesSense(StoreRecord item) {
        if (item instanceof NewMessage message) {
            return isDefined(message.destination());
        } else if (item instanceof DefineSubscription define) {
            return isDefined(define.destination());
        } else if (item instanceof Prepare prepare) {
            return prepared().stream().noneMatch(other -> other.branch().equals(prepare.branch()))
                    && prepare.records().stream()
                            .allMatch(part -> part instanceof Settle
                                    || part instanceof NewMessage message && isDefined(message.destination()));
        } else if (item instanceof CommitBranch commit) {
            return isPrepared(commit.branch());
        } else if (item instanceof RollbackBranch rollback) {
            return isPrepared(rollback.branch());
        }
        return true;
    }

    private boolean isDefined(int destination) {
        return destinations().containsKey(destination);
    }

    private boolean isPrepared(BranchId branch) {
        return prepared().stream().anyMatch(other -> other.branch().equals(branch));
    }

    private List<StoreRecord> prepared(BranchId branch) {
        return prepared().stream()
                .filter(prepare -> prepare.branch().equals(branch))
                .findFirst()
                .orElseThrow()
                .records();
    }

    Map<Integer, DefineDestination> destinations() {
        Map<Integer, DefineDestination> found = new TreeMap<>();
        all(DefineDestination.class).forEach(define -> found.put(define.id(), define));
        all(DropDestination.class).forEach(drop -> found.remove(drop.id()));
        return found;
    }

    Map<Integer, DefineSubscription> subscriptions() {
        Map<Integer, DefineSubscription> found = new TreeMap<>();
        all(DefineSubscription.class).forEach(define -> found.put(define.id(), define));
        all(DropSubscription.class).forEach(drop -> found.remove(drop.id()));
        found.values().removeIf(define -> !isDefined(define.destination()));
        return found;
    }

    List<Prepare> prepared() {
        return indexesOf(Prepare.class, prepare -> true)
                .filter(at -> {
                    BranchId branch = ((Prepare) happened.get(at)).branch();
                    return happened.subList(at, happened.size()).stream()
                            .noneMatch(event -> event instanceof CommitBranch commit
                                            && commit.branch().equals(branch)
                                    || event instanceof RollbackBranch rollback
                                            && rollback.branch().equals(branch));
                })
                .mapToObj(at -> (Prepare) happened.get(at))
                .toList();
    }

    /** All that was stored in the destination and is still to be read, settled or not. */
    List<Stored> stored(int destination) {
        if (!isDefined(destination)) {
            return List.of();
        }
        return indexesOf(Stored.class, stored -> stored.place().destination() == destination)
                .filter(at -> !isLost(at))
                .mapToObj(at -> (Stored) happened.get(at))
                .toList();
    }

    List<Stored> owed(int subscription) {
        DefineSubscription definition = subscriptions().get(subscription);
        if (definition == null) {
            return List.of();
        }
        int defined = indexesOf(DefineSubscription.class, define -> define.id() == subscription)
                .findFirst()
                .orElseThrow();
        return indexesOf(Stored.class, stored -> stored.place().destination() == definition.destination())
                .filter(at -> at > defined && !isLost(at))
                .filter(at -> !isSettled(subscription, at))
                .mapToObj(at -> (Stored) happened.get(at))
                .toList();
    }

    private boolean isSettled(int subscription, int storedAt) {
        long sequence = ((Stored) happened.get(storedAt)).place().sequence();
        return happened.subList(storedAt, happened.size()).stream()
                .anyMatch(event -> event instanceof Settle settle
                        && settle.subscription() == subscription
                        && LongStream.of(settle.sequences()).anyMatch(settled -> settled == sequence));
    }

    private boolean isLost(int storedAt) {
        return !((Stored) happened.get(storedAt)).message().persistent()
                && happened.subList(storedAt, happened.size()).contains(Crash.CRASH);
    }

    long nextSequence(int destination) {
        return isDefined(destination)
                ? 1 + last(destination, placement -> true, Placement::sequence).orElse(0)
                : 1;
    }

    private Placement nextPlace(NewMessage message) {
        OptionalLong lastOffset =
                last(message.destination(), place -> place.partition() == message.partition(), Placement::offset);
        return new Placement(
                message.destination(),
                message.partition(),
                nextSequence(message.destination()),
                1 + lastOffset.orElse(-1));
    }

    private OptionalLong last(int destination, Predicate<Placement> which, ToLongFunction<Placement> number) {
        return all(Stored.class)
                .map(Stored::place)
                .filter(place -> place.destination() == destination && which.test(place))
                .mapToLong(number)
                .max();
    }

    Map<Integer, Attempts> attempts() {
        Map<Integer, Attempts> found = new TreeMap<>();
        for (int subscription : subscriptions().keySet()) {
            long mark = all(AttemptMark.class)
                    .filter(record -> record.subscription() == subscription)
                    .mapToLong(AttemptMark::upTo)
                    .reduce(0, (earlier, later) -> later);
            Map<Long, Integer> recorded = new TreeMap<>();
            for (Stored stored : owed(subscription)) {
                long sequence = stored.place().sequence();
                attempt(subscription, sequence, happened.indexOf(stored))
                        .ifPresent(attempt -> recorded.put(sequence, attempt));
            }
            found.put(subscription, new Attempts(mark, recorded));
        }
        return found;
    }

    private OptionalInt attempt(int subscription, long sequence, int storedAt) {
        return indexesOf(
                        Attempt.class, record -> record.subscription() == subscription && record.sequence() == sequence)
                .filter(at -> at > storedAt)
                .map(at -> ((Attempt) happened.get(at)).attempt())
                .reduce((earlier, later) -> later);
    }

    List<LaneMark> laneMarks() {
        List<LaneMark> found = new ArrayList<>();
        for (DefineSubscription subscription : subscriptions().values()) {
            Map<String, LaneMark> last = new LinkedHashMap<>();
            all(LaneMark.class)
                    .filter(mark -> mark.subscription() == subscription.id())
                    .forEach(mark -> last.put(mark.lane() + "/" + mark.kind(), mark));
            List<Long> owed = owed(subscription.id()).stream()
                    .map(stored -> stored.place().sequence())
                    .toList();
            last.values().stream()
                    .filter(mark -> owed.contains(mark.untilSequence())
                            || mark.untilSequence() >= nextSequence(subscription.destination()))
                    .forEach(found::add);
        }
        return found;
    }

    List<PreparedBranch> preparedBranches() {
        return prepared().stream()
                .map(prepare -> {
                    List<Settle> settles = prepare.records().stream()
                            .filter(Settle.class::isInstance)
                            .map(Settle.class::cast)
                            .toList();
                    return new PreparedBranch(
                            prepare.branch(), settles, prepare.records().size() - settles.size());
                })
                .toList();
    }

    /** The highest number of all that was ever defined; 0 for none. */
    <T> int highest(Class<T> type, ToIntFunction<T> number) {
        return all(type).mapToInt(number).max().orElse(0);
    }

    /** All subscriptions, dropped ones too. */
    List<Integer> everDefined() {
        return all(DefineSubscription.class)
                .map(DefineSubscription::id)
                .distinct()
                .toList();
    }

    private <T> Stream<T> all(Class<T> type) {
        return happened.stream().filter(type::isInstance).map(type::cast);
    }

    private <T> IntStream indexesOf(Class<T> type, Predicate<T> which) {
        return IntStream.range(0, happened.size()).filter(at -> {
            Object event = happened.get(at);
            return type.isInstance(event) && which.test(type.cast(event));
        });
    }
}
