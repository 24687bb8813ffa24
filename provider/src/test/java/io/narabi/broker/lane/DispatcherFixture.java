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

/** A dispatcher beside a log and an index, and what its users do. */
abstract class DispatcherFixture {

    static final Predicate<LogEntry> ALL = entry -> true;
    static final Predicate<LogEntry> RED = entry -> entry.partition() == 1;
    static final Predicate<LogEntry> BLUE = entry -> entry.partition() == 2;
    static final int FEW = 600;

    final MemoryLog log = new MemoryLog();
    final FailingIndex index = new FailingIndex();
    final List<ConsumerHandle> told = new ArrayList<>();
    final List<Long> leaving = new ArrayList<>();
    final Owner one = () -> "session 1";
    final Owner two = () -> "session 2";
    Dispatcher dispatcher = start(16);

    static DispatchOptions options(int maxDeliveries, DeliveryOrder order) {
        return new DispatchOptions(
                order,
                false,
                Unmatched.PASS_OVER,
                new RedeliveryPolicy(
                        maxDeliveries, Duration.ZERO, 1, Duration.ofHours(1), ExhaustedPolicy.DEAD_LETTER_LANE),
                100_000);
    }

    Dispatcher start(int maxDeliveries) {
        return start(options(maxDeliveries, DeliveryOrder.GROUPED));
    }

    Dispatcher start(DispatchOptions options) {
        LogStart start = new LogStart(1, log.last(), 1, index, index.load(1).join());
        return new LaneDispatcher(options, log, new Events(), new ManualClock(), start);
    }

    void send(int count, String group, int partition) {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(log.add(group, partition, 4, 0, 0));
        }
        dispatcher.appended(entries);
    }

    ConsumerHandle consumer(Owner session, Predicate<LogEntry> wants) {
        ConsumerHandle consumer = dispatcher.add(session, 1, wants);
        dispatcher.demand(consumer, true);
        return consumer;
    }

    Optional<InFlight> take(ConsumerHandle consumer) {
        return dispatcher
                .reserve(consumer, consumer.session())
                .flatMap(reservation -> dispatcher.handOver(reservation, consumer.session()));
    }

    InFlight take(ConsumerHandle consumer, long sequence) {
        InFlight taken = take(consumer).orElseThrow();
        assertThat(taken.entry().sequence()).isEqualTo(sequence);
        return taken;
    }

    void settle(InFlight delivery) {
        log.settled(delivery.entry().sequence());
        dispatcher.settled(List.of(delivery), false);
    }

    List<Long> drain(ConsumerHandle consumer) {
        List<Long> taken = new ArrayList<>();
        for (Optional<InFlight> next = take(consumer); next.isPresent(); next = take(consumer)) {
            taken.add(next.get().entry().sequence());
            settle(next.get());
        }
        return taken;
    }

    /** Moves what is to be dead-lettered, as it comes. */
    List<Long> move(int most) {
        List<Long> moved = new ArrayList<>();
        while (!leaving.isEmpty() && moved.size() < most) {
            LogEntry entry = log.entry(leaving.remove(0));
            moved.add(entry.sequence());
            log.settled(entry.sequence());
            dispatcher.moved(entry);
        }
        return moved;
    }

    static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
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
