package io.narabi.broker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.engine.FailureCause;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** DESIGN §2.5 and §3 "Dispatch": what a backlog costs, and that what is ready is found however far behind it is. */
class FrontierTest extends DispatcherFixture {

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
        List<Long> moved = move(Integer.MAX_VALUE);

        assertThat(moved).hasSize(500).isSorted().allMatch(sequence -> sequence % 2 == 1);
        assertThat(drain(consumer(two, ALL)))
                .hasSize(501)
                .isSorted()
                .allMatch(sequence -> sequence % 2 == 0 || sequence == 1_001);
    }
}
