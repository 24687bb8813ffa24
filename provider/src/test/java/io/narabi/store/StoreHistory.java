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
import io.narabi.store.StoreRecord.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/** Random histories of a store. What an operation is about is drawn as numbers, and found among what is there when its turn comes. */
final class StoreHistory {

    /** One step. */
    sealed interface Step {
        /** A unit, appended without waiting. */
        record Append(List<Operation> operations) implements Step {}

        /** Waits, and compares with the model. */
        record Compare() implements Step {}

        /** Closes and opens, where the store survives that. */
        record Reopen(StoreUnderTest.Restart how) implements Step {}
    }

    /** What a record is. */
    enum Kind {
        DESTINATION,
        DROP_DESTINATION,
        SUBSCRIPTION,
        DROP_SUBSCRIPTION,
        MESSAGE,
        MESSAGE_TO_NOWHERE,
        SETTLE,
        ATTEMPT,
        MARK,
        LANE_MARK,
        PREPARE,
        COMMIT,
        ROLLBACK
    }

    /**
     * @param a about what, as an index into what is there
     * @param b more
     * @param c still more
     */
    record Operation(Kind kind, int a, int b, int c) {}

    private StoreHistory() {}

    static Arbitrary<List<Step>> histories() {
        Arbitrary<Integer> number = Arbitraries.integers().between(0, 999);
        Arbitrary<Kind> kind = Arbitraries.frequency(
                Tuple.of(4, Kind.DESTINATION),
                Tuple.of(1, Kind.DROP_DESTINATION),
                Tuple.of(6, Kind.SUBSCRIPTION),
                Tuple.of(2, Kind.DROP_SUBSCRIPTION),
                Tuple.of(40, Kind.MESSAGE),
                Tuple.of(1, Kind.MESSAGE_TO_NOWHERE),
                Tuple.of(20, Kind.SETTLE),
                Tuple.of(8, Kind.ATTEMPT),
                Tuple.of(3, Kind.MARK),
                Tuple.of(4, Kind.LANE_MARK),
                Tuple.of(6, Kind.PREPARE),
                Tuple.of(5, Kind.COMMIT),
                Tuple.of(2, Kind.ROLLBACK));
        Arbitrary<Operation> operation =
                Combinators.combine(kind, number, number, number).as(Operation::new);
        Arbitrary<Step> step = Arbitraries.frequencyOf(
                Tuple.of(20, operation.list().ofMinSize(1).ofMaxSize(5).map(Step.Append::new)),
                Tuple.of(2, Arbitraries.just(new Step.Compare())),
                Tuple.of(1, Arbitraries.of(StoreUnderTest.Restart.values()).map(Step.Reopen::new)));
        return step.list().ofMinSize(1).ofMaxSize(50).withSizeDistribution(RandomDistribution.uniform());
    }

    /** The records of a unit, given what is there before it. */
    static StoreUnit unit(List<Operation> operations, StoreModel model) {
        List<StoreRecord> records = new ArrayList<>();
        // Always something to work with.
        if (model.destinations().isEmpty()) {
            records.add(destination(1 + highestDestination(model), 0));
        }
        StoreModel soFar = model.copy();
        records.forEach(record -> soFar.store(StoreUnit.of(record)));
        for (Operation operation : operations) {
            StoreRecord item = resolve(operation, soFar);
            soFar.store(StoreUnit.of(item));
            records.add(item);
        }
        return new StoreUnit(records);
    }

    private static StoreRecord resolve(Operation operation, StoreModel model) {
        int destination = pick(List.copyOf(model.destinations().keySet()), operation.a());
        int subscription = pick(List.copyOf(model.subscriptions().keySet()), operation.a());
        int b = operation.b();
        int c = operation.c();
        boolean nothingToEnd = model.prepared().isEmpty() && c % 20 != 0;
        return switch (operation.kind()) {
            case DESTINATION -> destination(b % 2 == 0 ? 1 + highestDestination(model) : destination, c);
            case DROP_DESTINATION -> new DropDestination(destination);
            case SUBSCRIPTION -> subscription(operation, model, destination);
            case DROP_SUBSCRIPTION -> new DropSubscription(subscription);
            case MESSAGE -> message(destination, b, c);
            case MESSAGE_TO_NOWHERE -> message(1_000_000, b, c);
            case SETTLE -> settle(model, subscription, b, c);
            case ATTEMPT -> new Attempt(subscription, pickSequence(model, subscription, b), c % 4);
            case MARK -> new AttemptMark(subscription, b % 20);
            case LANE_MARK -> laneMark(subscription, b, c, sequences(model, subscription));
            case PREPARE -> prepare(operation, model, destination);
            case COMMIT -> nothingToEnd ? message(destination, b, c) : new CommitBranch(branch(operation, model));
            case ROLLBACK -> nothingToEnd ? message(destination, b, c) : new RollbackBranch(branch(operation, model));
        };
    }

    /** Identifiers are never used again, so each is higher than any before, of dropped ones too. */
    private static int highestDestination(StoreModel model) {
        return model.highest(DefineDestination.class, DefineDestination::id);
    }

    private static DefineDestination destination(int id, int c) {
        return new DefineDestination(Math.max(1, id), "d" + id, Map.of("c", "" + c), StoreRecords.RETENTION + c);
    }

    private static DefineSubscription subscription(Operation operation, StoreModel model, int destination) {
        Map<String, String> attributes = Map.of("c", "" + operation.c());
        List<DefineSubscription> present = List.copyOf(model.subscriptions().values());
        if (operation.b() % 3 == 0 && !present.isEmpty()) {
            DefineSubscription changed = present.get(operation.a() % present.size());
            return new DefineSubscription(changed.id(), changed.destination(), "changed", attributes);
        }
        int id = 1 + model.highest(DefineSubscription.class, DefineSubscription::id);
        return new DefineSubscription(id, destination, "s" + id, attributes);
    }

    private static NewMessage message(int destination, int b, int c) {
        byte[] payload = new byte[c % 10 == 0 ? c * 20 : c % 60];
        new Random(b * 1000L + c).nextBytes(payload);
        String group = b % 4 == 0 ? "" : "group " + b % 4;
        return new NewMessage(destination, b % 3, group, c % 10, c % 4 != 1, b % 2 * 1_000_000L, c, payload);
    }

    private static Settle settle(StoreModel model, int subscription, int b, int c) {
        List<Long> owed = sequences(model, subscription);
        long[] settled = IntStream.range(0, owed.size())
                .filter(i -> (b >> i % 8 & 1) == 1)
                .mapToLong(owed::get)
                .toArray();
        // Now and then what is settled already, or never was there.
        long[] any = settled.length == 0 || c % 11 == 0 ? new long[] {c % 15} : settled;
        return new Settle(subscription, any, List.of(Settlement.values()).get(c % 4));
    }

    private static Prepare prepare(Operation operation, StoreModel model, int destination) {
        int b = operation.b();
        int c = operation.c();
        List<StoreRecord> records = new ArrayList<>();
        for (int i = 0; i < b % 4; i++) {
            NewMessage message = message(destination, b + i, c + i);
            records.add(new NewMessage(
                    destination,
                    message.partition(),
                    message.group(),
                    message.priority(),
                    true,
                    message.expiresAt(),
                    message.deliverAt(),
                    message.payload()));
        }
        List<Integer> subscriptions = List.copyOf(model.subscriptions().keySet());
        if (c % 3 > 0) {
            records.add(settle(model, pick(subscriptions, b), b, c));
        }
        return new Prepare(StoreRecords.branch(c % 5), records);
    }

    private static BranchId branch(Operation operation, StoreModel model) {
        List<Prepare> prepared = model.prepared();
        return prepared.isEmpty() || operation.c() % 10 == 0
                ? StoreRecords.branch(operation.c() % 5)
                : prepared.get(operation.a() % prepared.size()).branch();
    }

    /** A broker marks what a lane holds: never a sequence that is still to come. */
    private static StoreRecord laneMark(int subscription, int b, int c, List<Long> owed) {
        return owed.isEmpty()
                ? new AttemptMark(subscription, 0)
                : new LaneMark(subscription, "lane" + b % 3, c % 2, owed.get((b + c) % owed.size()));
    }

    private static long pickSequence(StoreModel model, int subscription, int number) {
        List<Long> owed = sequences(model, subscription);
        return owed.isEmpty() || number % 5 == 0 ? number % 20 : owed.get(number % owed.size());
    }

    private static List<Long> sequences(StoreModel model, int subscription) {
        return model.owed(subscription).stream()
                .map(stored -> stored.place().sequence())
                .toList();
    }

    /** One of those there, or one that is not. */
    private static int pick(List<Integer> present, int number) {
        return present.isEmpty() ? 1_000_000 : present.get(number % present.size());
    }
}
