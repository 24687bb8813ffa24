package io.narabi.ra;

import static io.narabi.ra.Adapter.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionImple;
import io.narabi.ra.container.TestEndpoints;
import io.narabi.ra.container.TestPool;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A bean sends what it gets, through the server's pool. */
class ForwardingTest {

    /**
     * The delivery and what is sent in its transaction are one branch. Were they two, the delivery's would release the lane, and the
     * next message might be forwarded before this one is committed.
     */
    @Test
    void isOneBranchWithTheDelivery() throws Exception {
        try (Adapter adapter = Adapter.start()) {
            NarabiManagedConnectionFactory managed = new NarabiManagedConnectionFactory();
            managed.setResourceAdapter(adapter.adapter);
            ConnectionFactory factory =
                    (ConnectionFactory) managed.createConnectionFactory(new TestPool(adapter.server));
            Set<Integer> branches = ConcurrentHashMap.newKeySet();
            TestEndpoints forwards = TestEndpoints.required(adapter.server, message -> {
                try (JMSContext jms = factory.createContext()) {
                    jms.createProducer().send(jms.createQueue("forwarded"), message);
                }
                TransactionImple transaction =
                        (TransactionImple) adapter.server.transactionManager().getTransaction();
                branches.add((int) transaction.getResources().values().stream()
                        .map(info -> info.xid())
                        .distinct()
                        .count());
            });
            List<String> seen = new CopyOnWriteArrayList<>();
            TestEndpoints last = TestEndpoints.required(adapter.server, message -> seen.add(text(message)));
            for (int i = 0; i < 20; i++) {
                adapter.broker.send("orders", "G", i);
            }
            adapter.activate(forwards);
            adapter.activate(last, spec -> spec.setDestination("forwarded"));

            await().atMost(Duration.ofSeconds(30)).until(() -> seen.size() == 20);
            assertThat(branches).containsExactly(1);
            assertThat(seen).startsWith("G:0", "G:1", "G:2").endsWith("G:18", "G:19");
            await().until(() -> adapter.broker.owed("orders") == 0 && adapter.broker.owed("forwarded") == 0);
        }
    }
}
