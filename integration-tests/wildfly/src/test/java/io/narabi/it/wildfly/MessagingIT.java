package io.narabi.it.wildfly;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narabi.it.wildfly.App.By;
import io.narabi.it.wildfly.App.End;
import io.narabi.it.wildfly.app.Attempt;
import io.narabi.it.wildfly.app.Faults;
import io.narabi.it.wildfly.app.Item;
import io.narabi.it.wildfly.app.Names;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.OperateOnDeployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.ResourceAdapterArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application that sends and listens, in the server's transactions. */
@ExtendWith({WildFly.class, ArquillianExtension.class})
@RunAsClient
class MessagingIT {

    private static final int GROUPS = 50;
    private static final int MESSAGES = 20;
    private static final Duration MOMENT = Duration.ofMillis(300);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ArquillianResource
    @OperateOnDeployment("app")
    private URL url;

    private App app;

    @Deployment(name = "adapter", order = 1, testable = false)
    static ResourceAdapterArchive adapter() {
        return Archives.adapter();
    }

    @Deployment(name = "app", order = 2, testable = false)
    static WebArchive application() {
        return Archives.application();
    }

    @BeforeEach
    void connect() {
        app = new App(url);
    }

    @Test
    void whatIsSentInATransactionThatCommitsIsThereInOrder() {
        app.send("it.sent", By.CONNECTION_FACTORY, End.COMMIT, items("a", 0, 3));
        app.send("it.sent", By.INJECTED_CONTEXT, End.COMMIT, items("a", 3, 6));

        List<Item> received = app.receive("it.sent", 10, MOMENT);

        assertThat(received).extracting(Item::group).containsOnly("a");
        assertThat(received).extracting(Item::number).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void whatIsSentInATransactionThatRollsBackIsNeverSeen() {
        app.send("it.rolled-back", By.CONNECTION_FACTORY, End.ROLL_BACK, items("a", 0, 3));
        app.send("it.rolled-back", By.INJECTED_CONTEXT, End.ROLL_BACK, items("a", 3, 6));
        app.send("it.rolled-back", By.INJECTED_CONTEXT, End.COMMIT, items("a", 6, 7));

        assertThat(app.receive("it.rolled-back", 10, MOMENT))
                .extracting(Item::number)
                .containsExactly(6);
    }

    @Test
    void aDeliveryThatRollsBackComesOnceMore() {
        app.send(
                Names.SCRIPTED,
                By.CONNECTION_FACTORY,
                End.COMMIT,
                List.of(failing("once", 0, 1), failing("once", 1, 0)));

        List<Attempt> attempts = awaitAttempts("once", 3);

        assertThat(attempts).extracting(Attempt::number).containsExactly(0, 0, 1);
        assertThat(attempts).extracting(Attempt::delivery).containsExactly(1, 2, 1);
        assertThat(attempts).extracting(Attempt::committed).containsExactly(false, true, true);
    }

    @Test
    void aMessageThatAlwaysFailsBecomesADeadLetterAndItsGroupGoesOn() {
        app.send(
                Names.SCRIPTED,
                By.CONNECTION_FACTORY,
                End.COMMIT,
                List.of(failing("poison", 0, 0), failing("poison", 1, 99), failing("poison", 2, 0)));

        List<Attempt> attempts = awaitAttempts("poison", 5);
        List<Item> dead = app.receive(Names.SCRIPTED + Names.DEAD_LETTERS, 10, MOMENT);

        assertThat(attempts).extracting(Attempt::number).containsExactly(0, 1, 1, 1, 2);
        assertThat(attempts).extracting(Attempt::delivery).containsExactly(1, 1, 2, 3, 1);
        assertThat(dead).singleElement().satisfies(letter -> {
            assertThat(letter.group()).isEqualTo("poison");
            assertThat(letter.number()).isEqualTo(1);
            assertThat(letter.properties())
                    .containsEntry(Names.FAILURES, "99")
                    .containsEntry("JMS_NARABI_DEAD_DESTINATION", Names.SCRIPTED)
                    .containsEntry("JMS_NARABI_DEAD_DELIVERIES", Names.MAX_DELIVERIES)
                    .containsKeys("JMS_NARABI_DEAD_REASON", "JMS_NARABI_DEAD_SUBSCRIPTION", "JMS_NARABI_DEAD_TIME");
        });
    }

    @Test
    void eachGroupStaysInOrderOnManyEndpointsWhereDeliveriesRollBackAtRandom() {
        long seed = Long.getLong("narabi.seed", 20250101);
        System.out.println("narabi.seed=" + seed);
        app.send(Names.ORDERED, By.CONNECTION_FACTORY, End.COMMIT, groupByGroup(seed));
        List<Attempt> expected = expected(seed);

        await().atMost(PATIENCE).until(() -> app.attempts(Names.ORDERED).size(), ended -> ended >= expected.size());
        List<Attempt> attempts = app.attempts(Names.ORDERED).stream()
                .sorted(Comparator.comparingLong(Attempt::began))
                .toList();

        assertThat(byGroup(attempts)).isEqualTo(byGroup(expected));
        assertNeverTwoOfAGroup(attempts);
        assertThat(mostAtOnce(attempts)).as("listeners at once").isEqualTo(Integer.parseInt(Names.ENDPOINTS));
        assertForwardedOnceAndInOrder();
    }

    /** Forwarding is in the delivery's transaction: of the attempts that rolled back nothing may be there. */
    private void assertForwardedOnceAndInOrder() {
        Map<String, List<Integer>> forwarded =
                app.receive(Names.ORDERED + Names.FORWARDED, 2 * GROUPS * MESSAGES, MOMENT).stream()
                        .collect(groupingBy(Item::group, TreeMap::new, mapping(Item::number, toList())));

        assertThat(forwarded).hasSize(GROUPS);
        assertThat(forwarded.values())
                .allSatisfy(numbers -> assertThat(numbers)
                        .containsExactlyElementsOf(
                                IntStream.range(0, MESSAGES).boxed().toList()));
    }

    private static void assertNeverTwoOfAGroup(List<Attempt> attempts) {
        Map<String, List<Attempt>> groups = attempts.stream().collect(groupingBy(Attempt::group));
        assertThat(groups.values()).allSatisfy(group -> {
            for (int i = 1; i < group.size(); i++) {
                assertThat(group.get(i).began())
                        .as("%s began while %s ran", group.get(i), group.get(i - 1))
                        .isGreaterThan(group.get(i - 1).returned());
            }
        });
    }

    private static long mostAtOnce(List<Attempt> attempts) {
        return attempts.stream()
                .mapToLong(one -> attempts.stream()
                        .filter(other -> other.began() <= one.began() && other.returned() > one.began())
                        .count())
                .max()
                .orElse(0);
    }

    /** Per group, what was called and how it ended, in the order of the calls. */
    private static Map<String, List<String>> byGroup(List<Attempt> attempts) {
        Map<String, List<String>> groups = new TreeMap<>();
        for (Attempt attempt : attempts) {
            groups.computeIfAbsent(attempt.group(), group -> new ArrayList<>())
                    .add(attempt.number() + "/" + attempt.delivery() + (attempt.committed() ? "" : " rolled back"));
        }
        return groups;
    }

    private static List<Attempt> expected(long seed) {
        List<Attempt> expected = new ArrayList<>();
        for (int g = 0; g < GROUPS; g++) {
            for (int n = 0; n < MESSAGES; n++) {
                int delivery = 1;
                while (Faults.rollsBack(seed, "g" + g, n, delivery)) {
                    expected.add(new Attempt(Names.ORDERED, "g" + g, n, delivery++, 0, 0, false));
                }
                expected.add(new Attempt(Names.ORDERED, "g" + g, n, delivery, 0, 0, true));
            }
        }
        assertThat(expected).as("attempts").hasSizeGreaterThan(GROUPS * MESSAGES * 11 / 10);
        return expected;
    }

    /** One group's messages after the other's, so that only lanes keep them apart; the first of each of the first groups meet. */
    private static List<Item> groupByGroup(long seed) {
        List<Item> items = new ArrayList<>();
        for (int g = 0; g < GROUPS; g++) {
            for (int n = 0; n < MESSAGES; n++) {
                Map<String, String> properties = new TreeMap<>(Map.of("seed", Long.toString(seed)));
                if (n == 0 && g < Integer.parseInt(Names.ENDPOINTS)) {
                    properties.put(Names.MEET, "true");
                }
                items.add(new Item("g" + g, n, properties));
            }
        }
        return items;
    }

    private List<Attempt> awaitAttempts(String group, int number) {
        await().atMost(PATIENCE)
                .until(
                        () -> app.attempts(Names.SCRIPTED).stream()
                                .filter(attempt -> attempt.group().equals(group))
                                .count(),
                        ended -> ended >= number);
        return app.attempts(Names.SCRIPTED).stream()
                .filter(attempt -> attempt.group().equals(group))
                .sorted(Comparator.comparingLong(Attempt::began))
                .toList();
    }

    private static Item failing(String group, int number, int times) {
        return new Item(group, number, Map.of(Names.FAILURES, Integer.toString(times)));
    }

    private static List<Item> items(String group, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(number -> new Item(group, number, Map.of()))
                .toList();
    }
}
