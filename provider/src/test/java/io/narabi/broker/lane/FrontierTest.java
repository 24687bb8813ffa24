package io.narabi.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.broker.redelivery.RedeliveryPolicy;
import io.narabi.config.DeliveryOrder;
import io.narabi.config.ExhaustedPolicy;
import io.narabi.config.Unmatched;
import io.narabi.engine.FailureCause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** DESIGN §2.5 and §3 "Dispatch": what a backlog costs, and that what is ready is found however far behind it is. */
class FrontierTest {

    private static final Predicate<LogEntry> ALL = entry -> true;
    private static final Predicate<LogEntry> RED = entry -> entry.partition() == 1;
    private static final Predicate<LogEntry> BLUE = entry -> entry.partition() == 2;
    private static final int FEW = 600;

    private final MemoryLog log = new MemoryLog();
    private final FailingIndex index = new FailingIndex();
    private final List<ConsumerHandle> told = new ArrayList<>();
    private final List<Long> leaving = new ArrayList<>();
    private final Owner one = () -> "session 1";
    private final Owner two = () -> "session 2";
    private Dispatcher dispatcher = start(16);

    private static DispatchOptions options(int maxDeliveries, DeliveryOrder order) {
        return new DispatchOptions(
                order,
                false,
                Unmatched.PASS_OVER,
                new RedeliveryPolicy(
                        maxDeliveries, Duration.ZERO, 1, Duration.ofHours(1), ExhaustedPolicy.DEAD_LETTER_LANE),
                100_000);
    }

    private Dispatcher start(int maxDeliveries) {
        DispatchOptions options = options(maxDeliveries, DeliveryOrder.GROUPED);
        return new LaneDispatcher(
                options,
                log,
                new Events(),
                new ManualClock(),
                new LogStart(1, log.last(), 1, index, index.load(1).join()));
    }

    private void send(int count, String group, int partition) {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(log.add(group, partition, 4, 0, 0));
        }
        dispatcher.appended(entries);
    }

    private ConsumerHandle consumer(Owner session, Predicate<LogEntry> wants) {
        ConsumerHandle consumer = dispatcher.add(session, 1, wants);
        dispatcher.demand(consumer, true);
        return consumer;
    }

    private Optional<InFlight> take(ConsumerHandle consumer) {
        return dispatcher
                .reserve(consumer, consumer.session())
                .flatMap(reservation -> dispatcher.handOver(reservation, consumer.session()));
    }

    private InFlight take(ConsumerHandle consumer, long sequence) {
        InFlight taken = take(consumer).orElseThrow();
        assertThat(taken.entry().sequence()).isEqualTo(sequence);
        return taken;
    }

    private void settle(InFlight delivery) {
        log.settled(delivery.entry().sequence());
        dispatcher.settled(List.of(delivery), false);
    }

    private List<Long> drain(ConsumerHandle consumer) {
        List<Long> taken = new ArrayList<>();
        for (Optional<InFlight> next = take(consumer); next.isPresent(); next = take(consumer)) {
            taken.add(next.get().entry().sequence());
            settle(next.get());
        }
        return taken;
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void anUntouchedBacklogCostsNothing() {
        send(50_000, "G", 0);
        send(50_000, "", 0);

        assertThat(dispatcher.status().entriesInMemory()).isZero();
        assertThat(log.entriesRead).isZero();
    }

    @Test
    void whatNobodyAsksForIsLeftWhereItIs() {
        send(100_000, "", 0);
        ConsumerHandle consumer = consumer(one, ALL);
        take(consumer, 1);
        take(consumer, 2);

        assertThat(told).containsExactly(consumer);
        assertThat(dispatcher.status().entriesInMemory()).isLessThan(FEW);
        assertThat(dispatcher.status().frontier()).isLessThan(FEW);
    }

    /** Scenario 16: 50,000 of a blocked group, then one of another. */
    @Test
    void aBlockedLaneHidesNothingAndFillsNothing() {
        send(50_000, "G", 0);
        ConsumerHandle owner = consumer(one, ALL);
        InFlight first = take(owner, 1);
        ConsumerHandle idle = consumer(two, ALL);
        send(1, "H", 0);

        assertThat(told).contains(idle);
        take(idle, 50_001);
        assertThat(dispatcher.status().entriesInMemory()).isLessThan(FEW);
        int read = log.entriesRead;
        settle(first);
        assertThat(drain(owner)).isEqualTo(range(2, 50_000));
        assertThat(log.entriesRead).as("nothing is scanned again").isEqualTo(read);
    }

    /** Scenario 16: 10,000 that nobody wants, then one that somebody does. */
    @Test
    void whatNobodyWantsIsNotHeld() {
        send(5_000, "", 1);
        send(5_000, "G", 1);
        send(1, "", 2);
        send(5_000, "G", 1);
        ConsumerHandle blue = consumer(one, BLUE);

        assertThat(told).containsExactly(blue);
        take(blue, 10_001);
        assertThat(dispatcher.status().entriesInMemory()).isEqualTo(1);
    }

    @Test
    void oneClassLooksAheadWithoutHoldingWhatIsForAnother() {
        send(50_000, "", 1);
        send(1, "", 2);
        ConsumerHandle red = consumer(one, RED);
        ConsumerHandle blue = consumer(two, BLUE);
        take(red, 1);

        take(blue, 50_001);
        assertThat(dispatcher.status().entriesInMemory()).isLessThan(FEW);
        take(red, 2);
    }

    @Test
    void whatWasPassedOverKeepsItsPlace() {
        send(1_000, "G", 2);
        send(2, "G", 1);
        ConsumerHandle red = consumer(one, RED);
        settle(take(red, 1_001));
        ConsumerHandle blue = consumer(two, BLUE);

        assertThat(take(red)).as("its lane's head is wanted now").isEmpty();
        assertThat(drain(blue)).isEqualTo(range(1, 1_000));
        take(red, 1_002);
    }

    /** What was in doubt can be far ahead in its lane: what comes before it comes first, and is not held for that. */
    @Test
    void anItemFarAheadDoesNotFillTheWindow() {
        send(20_000, "G", 0);
        dispatcher = start(16);
        List<InFlight> held = dispatcher.inDoubt(List.of(20_000L), () -> "branch");
        dispatcher.failed(held, FailureCause.of(FailureCause.Kind.ROLLED_BACK), Optional.empty());

        assertThat(dispatcher.status().entriesInMemory()).isLessThan(2 * LaneLimits.DEFAULT.window());
        assertThat(drain(consumer(one, ALL))).isEqualTo(range(1, 20_000));
    }

    /** What the lane held when the limit was hit follows in order, from beyond window and frontier; what comes later does not. */
    @Test
    void aWholeLaneIsDeadLetteredInOrder() {
        dispatcher = start(1);
        for (int i = 0; i < 500; i++) {
            send(1, "G", 0);
            send(1, "H", 0);
        }
        ConsumerHandle consumer = consumer(one, ALL);
        dispatcher.failed(List.of(take(consumer, 1)), FailureCause.of(FailureCause.Kind.ROLLED_BACK), Optional.of(one));
        send(1, "G", 0);
        dispatcher.remove(consumer);
        List<Long> moved = new ArrayList<>();
        while (!leaving.isEmpty()) {
            LogEntry entry = log.entry(leaving.remove(0));
            moved.add(entry.sequence());
            log.settled(entry.sequence());
            dispatcher.moved(entry);
        }

        assertThat(moved).hasSize(500).isSorted().allMatch(sequence -> sequence % 2 == 1);
        assertThat(drain(consumer(two, ALL)))
                .hasSize(501)
                .isSorted()
                .allMatch(sequence -> sequence % 2 == 0 || sequence == 1_001);
    }

    /** A blocked group's backlog, and somebody idle beside it. */
    private void block(int count) {
        send(count, "G", 0);
        take(consumer(one, ALL), 1);
        consumer(two, ALL);
    }

    private void restart() {
        index.restart();
        dispatcher = start(16);
        told.clear();
        log.entriesRead = 0;
        log.entriesLookedUp = 0;
    }

    @Test
    void aRestartReadsNothingOfWhatIsKnown() {
        block(110_000);
        dispatcher.save();
        restart();
        ConsumerHandle consumer = consumer(one, ALL);
        InFlight first = take(consumer, 1);
        ConsumerHandle idle = consumer(two, ALL);
        send(1, "H", 0);
        take(idle, 110_001);

        assertThat(log.entriesRead).isLessThan(FEW);
        assertThat(log.entriesLookedUp).isLessThan(FEW);
        assertThat(dispatcher.status().entriesInMemory()).isLessThan(FEW);
        settle(first);
        assertThat(drain(consumer)).isEqualTo(range(2, 110_000));
    }

    /** A crash: what has come since the last save is read, what was settled since then is not delivered again. */
    @Test
    void aRestartReadsWhatHasComeSinceTheLastSave() {
        block(120_000);
        send(30_000, "G", 0);
        assertThat(index.saved).isEqualTo(1);
        restart();
        ConsumerHandle consumer = consumer(one, ALL);
        for (long sequence = 1; sequence <= 10_000; sequence++) {
            settle(take(consumer, sequence));
        }
        restart();
        consumer = consumer(one, ALL);
        InFlight first = take(consumer, 10_001);
        ConsumerHandle idle = consumer(two, ALL);
        send(1, "H", 0);
        take(idle, 150_001);

        assertThat(log.entriesRead)
                .as("by the frontier, and for priorities ahead")
                .isBetween(30_000, 61_000);
        settle(first);
        assertThat(drain(consumer)).isEqualTo(range(10_002, 150_000));
    }

    /** What a prepared branch has is among what was saved, whether as a posting or as held beside them: it is there once. */
    @Test
    void whatIsInDoubtIsNotThereTwice() {
        send(300, "G", 0);
        ConsumerHandle consumer = consumer(one, ALL);
        for (long sequence = 1; sequence <= 10; sequence++) {
            settle(take(consumer, sequence));
        }
        dispatcher.save();
        for (long sequence = 11; sequence <= 20; sequence++) {
            settle(take(consumer, sequence));
        }
        restart();
        Owner branch = () -> "branch";
        List<InFlight> held = dispatcher.inDoubt(LongStream.rangeClosed(21, 150).boxed().toList(), branch);
        assertThat(held).hasSize(130);
        consumer = consumer(one, ALL);
        assertThat(take(consumer)).isEmpty();
        dispatcher.failed(held.subList(40, 130), FailureCause.of(FailureCause.Kind.ROLLED_BACK), Optional.empty());
        held.subList(0, 40).forEach(this::settle);

        assertThat(drain(consumer)).isEqualTo(range(61, 300));
        assertThat(dispatcher.status().entriesInMemory()).isZero();
    }

    /** What is saved ends before what was passed over; what is in use behind that stays in the index. */
    @Test
    void whatIsNotSavedIsKeptAllTheSame() {
        send(20_000, "G", 1);
        send(1, "H", 2);
        send(20_000, "G", 1);
        ConsumerHandle red = consumer(one, RED);
        InFlight first = take(red, 1);
        consumer(two, RED);
        dispatcher.save();
        int read = log.entriesRead;
        settle(first);

        assertThat(drain(red)).hasSize(39_999).isSorted();
        assertThat(log.entriesRead).as("nothing is scanned again").isEqualTo(read);
        assertThat(index.saved).isEqualTo(1);
    }

    @Test
    void whatTheIndexHasLostIsReadFromTheLog() {
        block(50_000);
        dispatcher.save();
        restart();
        index.failsToRead = () -> true;

        assertThat(drain(consumer(one, ALL))).isEqualTo(range(1, 50_000));
    }

    /** Messages that are lanes of their own: what is in memory of them is held, what is beyond is looked for from there. */
    @Test
    void aRestartFindsSingleMessagesAmongTheOthers() {
        send(100, "", 0);
        send(50_000, "G", 0);
        send(100, "", 0);
        ConsumerHandle consumer = consumer(one, ALL);
        take(consumer, 1);
        for (long sequence = 2; sequence <= 101; sequence++) {
            take(consumer, sequence);
        }
        take(consumer(two, ALL), 50_101);
        dispatcher.save();
        restart();
        ConsumerHandle again = consumer(one, ALL);

        assertThat(drain(again)).isEqualTo(range(1, 50_200));
        assertThat(log.entriesRead).isLessThan(FEW);
    }

    @Test
    void lanesThatAreNotWhatTheyWereAreFoundAgain() {
        block(10_000);
        dispatcher.reconfigure(options(16, DeliveryOrder.CONCURRENT));
        dispatcher.reconfigure(options(16, DeliveryOrder.GROUPED));
        dispatcher.save();
        index.restart();
        dispatcher = new LaneDispatcher(
                options(16, DeliveryOrder.CONCURRENT),
                log,
                new Events(),
                new ManualClock(),
                new LogStart(1, log.last(), 1, index, index.load(1).join()));

        ConsumerHandle consumer = consumer(one, ALL);
        take(consumer, 1);
        take(consumer(two, ALL), 2);
        assertThat(drain(consumer)).isEqualTo(range(3, 10_000));
    }

    private final class Events implements DispatchEvents {

        @Override
        public void ready(ConsumerHandle consumer) {
            told.add(consumer);
        }

        @Override
        public void withdrawn(Reservation reservation) {}

        @Override
        public void deadLetter(LogEntry entry, int attempts, FailureCause cause) {
            leaving.add(entry.sequence());
        }

        @Override
        public void expired(LogEntry entry) {}

        @Override
        public void laneDeadLettering(String group, long untilSequence) {}

        @Override
        public void halted(String group, LogEntry head, int attempts, FailureCause cause) {}

        @Override
        public void wakeAt(long nanoTime) {}
    }
}
