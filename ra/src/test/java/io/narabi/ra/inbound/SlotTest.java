package io.narabi.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.Claim;
import io.narabi.engine.Delivery;
import io.narabi.engine.EngineConnection;
import io.narabi.engine.EngineConsumer;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.engine.EngineSession;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** A slot's states, driven step by step: the scheduler's threads and time are the test's. */
class SlotTest {

    private final ManualScheduler scheduler = new ManualScheduler();
    private final FakeConsumer consumer = new FakeConsumer();
    private final Link link = link();
    private Optional<Link> current = Optional.of(link);
    private Optional<EngineException> refusal = Optional.empty();
    private int opened;
    private long now;
    private final Slot slot = new Slot(new Host(), scheduler, () -> now);

    @Test
    void usesAThreadOnlyAfterASignal() {
        assertThat(scheduler.works).isEmpty();
        slot.signal();
        slot.signal();
        assertThat(scheduler.works).hasSize(1);
        scheduler.runWork();
        assertThat(consumer.claims).isEqualTo(1);
        assertThat(scheduler.works).isEmpty();
    }

    /** The signal comes after the claim that found nothing and before the slot rests. */
    @Test
    void aSignalDuringTheLastClaimIsNotLost() {
        consumer.duringClaim.add(slot::signal);
        slot.signal();
        scheduler.runWork();
        assertThat(consumer.claims).isEqualTo(2);
        slot.signal();
        assertThat(scheduler.works).hasSize(1);
    }

    @Test
    void refusedWorkIsTriedAgainLaterAndLater() {
        slot.signal();
        for (long delay : new long[] {10, 20, 40}) {
            scheduler.refuseWork();
            slot.signal();
            assertThat(scheduler.works).isEmpty();
            assertThat(scheduler.nextDelay()).isEqualTo(Duration.ofMillis(delay));
            scheduler.runLater();
        }
        scheduler.runWork();
        assertThat(consumer.claims).isEqualTo(1);
    }

    @Test
    void aBusySlotGivesItsThreadBackAfterASlice() {
        consumer.duringClaim.add(() -> now += 2_000_000_000L);
        consumer.messages = 1;
        slot.signal();
        scheduler.runWork();
        assertThat(consumer.claims).isEqualTo(1);
        scheduler.runWork();
        assertThat(consumer.claims).isEqualTo(2);
        assertThat(scheduler.works).isEmpty();
    }

    @Test
    void withoutAConnectionItWaitsForASignal() {
        current = Optional.empty();
        slot.signal();
        scheduler.runWork();
        assertThat(opened).isZero();
        current = Optional.of(link);
        slot.signal();
        scheduler.runWork();
        assertThat(opened).isEqualTo(1);
    }

    @Test
    void aNewConnectionGetsANewSession() {
        slot.signal();
        scheduler.runWork();
        current = Optional.of(link());
        slot.signal();
        scheduler.runWork();
        assertThat(opened).isEqualTo(2);
        assertThat(consumer.closes).isEqualTo(1);
    }

    @Test
    void aRefusedSessionIsTriedAgain() {
        refusal = Optional.of(new EngineException(Reason.INVALID_DESTINATION, "no such queue"));
        slot.signal();
        scheduler.runWork();
        assertThat(scheduler.works).isEmpty();
        refusal = Optional.empty();
        scheduler.runLater();
        scheduler.runWork();
        assertThat(consumer.claims).isEqualTo(1);
    }

    @Test
    void aFaultCostsTheSessionNotTheSlot() {
        consumer.duringClaim.add(() -> {
            throw new StackOverflowError("an engine's fault");
        });
        slot.signal();
        scheduler.runWork();
        assertThat(consumer.closes).isEqualTo(1);
        scheduler.runLater();
        scheduler.runWork();
        assertThat(opened).isEqualTo(2);
        assertThat(consumer.claims).isEqualTo(2);
    }

    @Test
    void closesAtOnceWhereverItRests() {
        assertThat(slot.close()).isDone();
        slot.signal();
        assertThat(scheduler.works).isEmpty();

        Slot scheduled = new Slot(new Host(), scheduler, () -> now);
        scheduled.signal();
        assertThat(scheduled.close()).isDone();
        scheduler.runWork();
        assertThat(opened).isZero();

        Slot waiting = new Slot(new Host(), scheduler, () -> now);
        waiting.signal();
        scheduler.refuseWork();
        assertThat(waiting.close()).isDone();
        scheduler.runLater();
        assertThat(scheduler.works).isEmpty();
    }

    @Test
    void closesAfterTheMessageInWork() {
        List<CompletableFuture<Void>> closing = new ArrayList<>();
        List<Boolean> doneInside = new ArrayList<>();
        consumer.messages = 5;
        consumer.duringClaim.add(() -> {
            closing.add(slot.close());
            doneInside.add(closing.get(0).isDone());
        });
        slot.signal();
        scheduler.runWork();
        assertThat(doneInside).containsExactly(false);
        assertThat(closing.get(0)).isDone();
        assertThat(consumer.claims).isEqualTo(1);
        assertThat(consumer.closes).isEqualTo(1);
    }

    private Link link() {
        EngineSession session = fake(EngineSession.class, Map.of("consume", consumer));
        EngineConnection connection = fake(EngineConnection.class, Map.of("openSession", session));
        return new Link(connection, NarabiUrl.parse("memory:slot"), "orders");
    }

    private static <T> T fake(Class<T> type, Map<String, Object> results) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> switch (method.getName()) {
                    case "equals" -> proxy == args[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    default -> results.get(method.getName());
                }));
    }

    private final class Host implements Slot.Host {
        @Override
        public Optional<Link> link() {
            return current;
        }

        @Override
        public Channel open(Link from, Runnable signal) {
            refusal.ifPresent(r -> {
                throw r;
            });
            opened++;
            ActivationSettings settings = new ActivationSettings(
                    new ActivationSettings.Source.Named("orders"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    1,
                    Map.of());
            EndpointPlan plan = new EndpointPlan(
                    settings,
                    new NoMessageEndpoints(),
                    false,
                    TransactionMark.none(),
                    new Trouble("test", Duration.ZERO, System::nanoTime));
            return Channel.open(from, plan, () -> {}, signal);
        }

        @Override
        public void delivered() {}

        @Override
        public void trouble(EngineException failure) {}
    }

    /** Gives claims that turn out to be expired, so that no endpoint is called. */
    private static final class FakeConsumer implements EngineConsumer {
        private final Queue<Runnable> duringClaim = new ArrayDeque<>();
        private int messages;
        private int claims;
        private int closes;

        @Override
        public void demand(Demand demand) {}

        @Override
        public Optional<Claim> claim() {
            claims++;
            Runnable hook = duringClaim.poll();
            if (hook != null) {
                hook.run();
            }
            return messages-- > 0 ? Optional.of(() -> 1) : Optional.empty();
        }

        @Override
        public CompletionStage<Optional<Delivery>> handOver(Claim claim) {
            return CompletableFuture.completedStage(Optional.empty());
        }

        @Override
        public void putBack(Claim claim) {}

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public void close() {
            closes++;
        }
    }

    private static final class ManualScheduler implements Scheduler {
        private record Later(Duration delay, Runnable task) {}

        private record Submitted(Runnable work, Runnable refused) {}

        private final Queue<Later> timers = new ArrayDeque<>();
        private final Queue<Submitted> works = new ArrayDeque<>();

        @Override
        public void later(Duration delay, Runnable task) {
            timers.add(new Later(delay, task));
        }

        @Override
        public void work(Runnable work, Runnable refused) {
            works.add(new Submitted(work, refused));
        }

        Duration nextDelay() {
            return timers.element().delay();
        }

        void runLater() {
            timers.remove().task().run();
        }

        void runWork() {
            works.remove().work().run();
        }

        void refuseWork() {
            works.remove().refused().run();
        }
    }
}
