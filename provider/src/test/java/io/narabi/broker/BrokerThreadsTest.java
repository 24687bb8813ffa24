package io.narabi.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narabi.jms.NarabiConnectionFactory;
import jakarta.jms.JMSContext;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker's threads end with it: a server deploys and undeploys it as often as it likes. */
class BrokerThreadsTest {

    @TempDir
    private Path directory;

    private static Set<Thread> threads() {
        Set<Thread> ours = new HashSet<>();
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("narabi-")
                        || thread.getName().startsWith("HSQLDB"))
                .forEach(ours::add);
        return ours;
    }

    private static void assertNoneBut(Set<Thread> before) {
        await().untilAsserted(() -> assertThat(threads()).isSubsetOf(before));
    }

    @Test
    void closedBrokersLeaveNone() throws Exception {
        Set<Thread> before = threads();
        for (String url : List.of("embedded:" + directory.resolve("data"), "memory:" + directory.getFileName())) {
            for (int i = 0; i < 3; i++) {
                try (NarabiBroker broker = NarabiBroker.open(url);
                        JMSContext context = new NarabiConnectionFactory(url).createContext()) {
                    context.createProducer().send(context.createQueue("orders"), "a");
                    assertThat(context.createConsumer(context.createQueue("orders"))
                                    .receiveBody(String.class, 10_000))
                            .isEqualTo("a");
                    assertThat(threads()).as("at work").isNotEqualTo(before);
                }
                assertNoneBut(before);
            }
        }
    }
}
