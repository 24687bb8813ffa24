package io.narabi.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.config.DeliveryOrder;
import io.narabi.engine.FailureCause;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** DESIGN §3 "Dispatch": what a restart costs beside a backlog, and that it finds everything that is owed, once and in order. */
class SavedFrontierTest extends DispatcherFixture {

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
        send(20_000, "G", 0);

        assertThat(log.entriesRead).isLessThan(FEW);
        assertThat(log.entriesLookedUp).isLessThan(FEW);
        assertThat(dispatcher.status().entriesInMemory()).isLessThan(FEW);
        settle(first);
        assertThat(drain(consumer)).hasSize(129_999).isSorted();
        assertThat(log.entriesRead).as("by the end").isLessThan(FEW);
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
        for (long sequence = 11; sequence <= 79; sequence++) {
            settle(take(consumer, sequence));
        }
        restart();
        Owner branch = () -> "branch";
        List<InFlight> held =
                dispatcher.inDoubt(LongStream.rangeClosed(80, 150).boxed().toList(), branch);
        assertThat(held).hasSize(71);
        consumer = consumer(one, ALL);
        assertThat(take(consumer)).isEmpty();
        dispatcher.failed(held.subList(40, 71), FailureCause.of(FailureCause.Kind.ROLLED_BACK), Optional.empty());
        held.subList(0, 40).forEach(this::settle);

        assertThat(drain(consumer)).isEqualTo(range(120, 300));
        assertThat(dispatcher.status().entriesInMemory()).isZero();
    }

    @Test
    void aLaneIsDeadLetteredFurtherAfterARestart() {
        dispatcher = start(1);
        send(10_000, "G", 0);
        InFlight first = take(consumer(one, ALL), 1);
        dispatcher.failed(List.of(first), FailureCause.of(FailureCause.Kind.ROLLED_BACK), Optional.of(one));
        assertThat(move(1_000)).isEqualTo(range(1, 1_000));
        dispatcher.save();
        leaving.clear();
        restart();
        dispatcher.resumeDeadLettering("G", 10_000);
        dispatcher.tick();

        assertThat(move(Integer.MAX_VALUE)).as("without any consumer").isEqualTo(range(1_001, 10_000));
        assertThat(log.entriesRead).isZero();
    }

    @Test
    void aBranchInDoubtReadsNothingOfWhatIsKnown() {
        block(50_000);
        dispatcher.save();
        restart();
        List<InFlight> held = dispatcher.inDoubt(List.of(1L), () -> "branch");
        ConsumerHandle idle = consumer(two, ALL);
        send(1, "H", 0);
        settle(take(idle, 50_001));

        assertThat(log.entriesRead).isLessThan(FEW);
        assertThat(log.entriesLookedUp).isLessThan(FEW);
        held.forEach(this::settle);
        assertThat(drain(idle)).isEqualTo(range(2, 50_000));
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
        send(10_000, "G", 1);
        dispatcher.save();
        restart();
        assertThat(drain(consumer(one, RED))).hasSize(10_000);
    }

    @Test
    void whatTheIndexHasLostIsReadFromTheLog() {
        block(50_000);
        dispatcher.save();
        restart();
        index.failsToRead = () -> true;

        assertThat(drain(consumer(one, ALL))).isEqualTo(range(1, 50_000));
        assertThat(index.read).as("one that fails is not asked again and again").isLessThan(5);
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
        dispatcher = start(options(16, DeliveryOrder.CONCURRENT));

        ConsumerHandle consumer = consumer(one, ALL);
        take(consumer, 1);
        take(consumer(two, ALL), 2);
        assertThat(drain(consumer)).isEqualTo(range(3, 10_000));
    }
}
