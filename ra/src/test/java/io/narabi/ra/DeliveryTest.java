package io.narabi.ra;

import static io.narabi.ra.Adapter.count;
import static io.narabi.ra.Adapter.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narabi.config.DestinationOptions;
import io.narabi.ra.container.TestEndpoints;
import jakarta.jms.Queue;
import jakarta.resource.ResourceException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages reach beans in order, once, and in the server's transactions. */
class DeliveryTest {

    private Adapter adapter;

    @BeforeEach
    void start() throws ResourceException {
        adapter = Adapter.start();
    }

    @AfterEach
    void stop() {
        adapter.close();
    }

    private void awaitEmpty(String queue) {
        await().atMost(Duration.ofSeconds(30)).until(() -> adapter.broker.owed(queue) == 0);
    }

    /** 50 groups, 8 endpoints, random roll-backs: each group serial and in order. */
    @Test
    void groupsAreSerialAndInOrderUnderRandomRollbacks() throws ResourceException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Map<String, List<Integer>> committed = new ConcurrentHashMap<>();
        Set<String> running = ConcurrentHashMap.newKeySet();
        List<String> overlaps = new CopyOnWriteArrayList<>();
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
            String group = message.getStringProperty("JMSXGroupID");
            if (!running.add(group)) {
                overlaps.add(group);
            }
            try {
                boolean fail;
                synchronized (random) {
                    fail = random.nextInt(4) == 0;
                }
                if (fail) {
                    throw new IllegalStateException("on purpose");
                }
                committed
                        .computeIfAbsent(group, g -> new CopyOnWriteArrayList<>())
                        .add(Integer.valueOf(text(message).split(":")[1]));
            } finally {
                running.remove(group);
            }
        });
        adapter.activate(bean, spec -> spec.setMaxDeliveries("-1"));
        for (int i = 1; i <= 20; i++) {
            for (int g = 0; g < 50; g++) {
                adapter.broker.send("orders", "g" + g, i);
            }
        }
        awaitEmpty("orders");

        assertThat(overlaps).as("seed %d", seed).isEmpty();
        assertThat(committed).as("seed %d", seed).hasSize(50);
        List<Integer> expected =
                java.util.stream.IntStream.rangeClosed(1, 20).boxed().toList();
        committed.forEach((group, numbers) ->
                assertThat(numbers).as("%s, seed %d", group, seed).isEqualTo(expected));
    }

    /** Scenario 41. */
    @Test
    void aRolledBackMessageComesAgainBeforeTheNext() throws ResourceException {
        List<String> seen = new CopyOnWriteArrayList<>();
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
            seen.add(text(message) + "/" + count(message) + "/" + message.getJMSRedelivered());
            if (text(message).equals("G:3") && count(message) == 1) {
                adapter.server.transactionManager().setRollbackOnly();
            }
        });
        for (int i = 1; i <= 5; i++) {
            adapter.broker.send("orders", "G", i);
        }
        adapter.activate(bean);
        awaitEmpty("orders");

        assertThat(seen)
                .containsExactly(
                        "G:1/1/false", "G:2/1/false", "G:3/1/false", "G:3/2/true", "G:4/1/false", "G:5/1/false");
    }

    /** Scenario 44: the limit holds for a listener that throws and for one that marks its transaction, and dead-letters once. */
    @Test
    void theLimitDeadLettersOnce() throws ResourceException {
        List<String> seen = new CopyOnWriteArrayList<>();
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
            seen.add(text(message) + "/" + count(message));
            switch (text(message).substring(0, 1)) {
                case "T" -> throw new IllegalStateException("on purpose");
                case "M" -> adapter.server.transactionManager().setRollbackOnly();
                default -> {}
            }
        });
        adapter.broker.send("orders", "T", 1);
        adapter.broker.send("orders", "M", 1);
        adapter.broker.send("orders", "M2", 2);
        adapter.broker.send("orders", "ok", 1);
        adapter.activate(bean, spec -> {
            spec.setMaxDeliveries("3");
            spec.setRedeliveryDelay("1");
            spec.setMaxSessions("2");
        });
        awaitEmpty("orders");

        await().until(() -> adapter.broker.owed("orders.DLQ") == 3);
        assertThat(seen)
                .containsExactlyInAnyOrder(
                        "T:1/1", "T:1/2", "T:1/3", "M:1/1", "M:1/2", "M:1/3", "M2:2/1", "M2:2/2", "M2:2/3", "ok:1/1");
    }

    @Test
    void whatListenersGet() throws ResourceException {
        List<Object> seen = new CopyOnWriteArrayList<>();
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
            message.acknowledge();
            seen.add(((Queue) message.getJMSDestination()).getQueueName());
            seen.add(message.getStringProperty("JMSXGroupID"));
            seen.add(message.getJMSMessageID().startsWith("ID:test-"));
            seen.add(message.propertyExists("JMS_NARABI_SEQUENCE"));
        });
        adapter.activate(bean);
        adapter.broker.send("orders", "G", 1);
        awaitEmpty("orders");

        assertThat(seen).containsExactly("orders", "G", true, false);
    }

    @Test
    void idleSlotsUseNoThread() throws ResourceException {
        List<String> seen = new CopyOnWriteArrayList<>();
        adapter.activate(TestEndpoints.required(adapter.server, message -> seen.add(text(message))));
        for (int round = 1; round <= 50; round++) {
            adapter.broker.send("orders", "G" + round % 3, round);
            int sent = round;
            await().pollInterval(Duration.ofMillis(1)).until(() -> seen.size() == sent);
            if (round % 10 == 0) {
                await().until(() -> adapter.server.activeWorks() == 0);
            }
        }
    }

    @Test
    void lanesRunOnAllEndpointsAtOnce() throws Exception {
        CountDownLatch together = new CountDownLatch(5);
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
            together.countDown();
            assertThat(together.await(20, TimeUnit.SECONDS)).isTrue();
        });
        adapter.activate(bean, spec -> spec.setMaxSessions("5"));
        for (int g = 0; g < 5; g++) {
            adapter.broker.send("orders", "g" + g, 1);
        }
        awaitEmpty("orders");

        assertThat(together.getCount()).isZero();
        assertThat(bean.created).hasValue(5);
    }

    @Test
    void noMoreEndpointsThanAskedFor() throws Exception {
        Set<Thread> running = ConcurrentHashMap.newKeySet();
        List<Integer> most = new CopyOnWriteArrayList<>();
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {
            running.add(Thread.currentThread());
            most.add(running.size());
            Thread.yield();
            running.remove(Thread.currentThread());
        });
        adapter.activate(bean, spec -> spec.setMaxSession("2"));
        for (int i = 0; i < 200; i++) {
            adapter.broker.send("orders", "g" + i, 1);
        }
        awaitEmpty("orders");

        assertThat(most).hasSize(200).allMatch(n -> n <= 2);
        assertThat(bean.created.get()).isLessThanOrEqualTo(2);
    }

    @Test
    void withoutATransactionAnExceptionIsAFailedAttempt() throws ResourceException {
        for (String mode : List.of("Auto-acknowledge", "Dups-ok-acknowledge")) {
            List<String> seen = new CopyOnWriteArrayList<>();
            TestEndpoints bean = TestEndpoints.notSupported(adapter.server, message -> {
                seen.add(text(message) + "/" + count(message));
                if (text(message).equals("G:2") && count(message) < 3) {
                    throw new AssertionError("an Error counts, too");
                }
            });
            for (int i = 1; i <= 4; i++) {
                adapter.broker.send("orders", "G", i);
            }
            NarabiActivationSpec spec = adapter.activate(bean, s -> s.setAcknowledgeMode(mode));
            awaitEmpty("orders");
            adapter.adapter.endpointDeactivation(bean, spec);

            assertThat(seen).as(mode).containsExactly("G:1/1", "G:2/1", "G:2/2", "G:2/3", "G:3/1", "G:4/1");
        }
    }

    @Test
    void theServersRefusalOfWorkLosesNothing() throws ResourceException {
        List<String> seen = new CopyOnWriteArrayList<>();
        adapter.activate(
                TestEndpoints.required(adapter.server, message -> seen.add(text(message))),
                spec -> spec.setMaxSessions("2"));
        await().until(() -> adapter.server.activeWorks() == 0);
        adapter.server.rejectNext(5);
        adapter.broker.send("orders", "G", 1);
        awaitEmpty("orders");

        assertThat(seen).containsExactly("G:1");
        assertThat(adapter.server.stillToReject()).isZero();
    }

    /** Not configured yet: set by the activation; set already and different: refused with both values. */
    @Test
    void subscriptionOptionsAreSetOnceAndConflictsRefused() throws ResourceException {
        TestEndpoints bean = TestEndpoints.required(adapter.server, message -> {});
        adapter.broker.admin().configure(DestinationOptions.queue("orders").subscription(o -> o.maxDeliveries(5)));

        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> adapter.activate(bean, spec -> spec.setMaxDeliveries("3"))))
                .isInstanceOf(ResourceException.class)
                .hasMessageContaining("queue orders")
                .hasMessageContaining("maxDeliveries is 3 in the activation and 5 as configured");

        adapter.activate(bean, spec -> {
            spec.setMaxDeliveries("5");
            spec.setRedeliveryDelay("250");
        });
        assertThat(adapter.broker
                        .admin()
                        .destination(io.narabi.engine.DestinationName.queue("orders"))
                        .orElseThrow()
                        .subscription()
                        .orElseThrow()
                        .toOptionAttributes())
                .containsEntry("maxDeliveries", "5")
                .containsEntry("redeliveryDelay", "250ms");
    }
}
