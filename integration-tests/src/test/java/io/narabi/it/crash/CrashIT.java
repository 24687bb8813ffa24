package io.narabi.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.admin.NarabiAdmin;
import io.narabi.jms.NarabiConnectionFactory;
import io.narabi.jms.NarabiXAConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process with producers, transacted and XA consumers on one directory is killed with SIGKILL at random moments, again and again.
 * Afterwards each group has been forwarded in the order of its sends, each message once, and everything that was confirmed is there.
 */
class CrashIT {

    private static final int CYCLES = Integer.getInteger("narabi.crash.cycles", 20);
    private static final int BATCH = 200;
    private static final int SHORTEST_MILLIS = 50;
    private static final int LONGEST_MILLIS = 1_500;

    @TempDir
    Path directory;

    private final Map<String, Set<Long>> confirmed = new HashMap<>();
    private final List<String> complaints = new ArrayList<>();

    @Test
    void nothingConfirmedIsLostReorderedOrCommittedTwice() throws Exception {
        long seed = Long.getLong("narabi.seed", System.nanoTime());
        System.out.println("CrashIT: " + CYCLES + " kills, -Dnarabi.seed=" + seed);
        Random random = new Random(seed);
        // Attempts do not run out here: what is killed in a consumer's hands counts.
        String url = "embedded:" + directory.resolve("broker");
        try (NarabiAdmin admin = NarabiAdmin.connect(url)) {
            admin.configure(io.narabi.config.DestinationOptions.queue(CrashWorkload.IN)
                    .subscription(options -> options.maxDeliveries(-1)));
        }
        for (int run = 1; run <= CYCLES; run++) {
            runAndKill(url, run, SHORTEST_MILLIS + random.nextInt(LONGEST_MILLIS));
        }
        assertThat(complaints).isEmpty();

        Map<String, List<Long>> forwarded = drain(url);
        int messages = 0;
        for (Map.Entry<String, List<Long>> group : forwarded.entrySet()) {
            assertThat(group.getValue())
                    .as("order of group %s, -Dnarabi.seed=%d", group.getKey(), seed)
                    .isSorted()
                    .doesNotHaveDuplicates();
            messages += group.getValue().size();
        }
        confirmed.forEach((group, numbers) -> assertThat(forwarded.getOrDefault(group, List.of()))
                .as("confirmed messages of group %s, -Dnarabi.seed=%d", group, seed)
                .containsAll(numbers));
        System.out.println("CrashIT: " + messages + " messages in " + forwarded.size() + " groups forwarded");
        assertThat(messages).isPositive();
    }

    private void runAndKill(String url, int run, long afterMillis) throws IOException, InterruptedException {
        try (ChildJvm child = ChildJvm.start(CrashWorkload.class, url, Integer.toString(run))) {
            Optional<String> line = child.next();
            while (line.isPresent() && !line.get().equals("READY")) {
                read(line.get());
                line = child.next();
            }
            if (line.isEmpty()) {
                complaints.add("run " + run + " did not start: exit status "
                        + child.process().waitFor());
                return;
            }
            Thread killer = new Thread(() -> {
                try {
                    if (!child.process().waitFor(afterMillis, TimeUnit.MILLISECONDS)) {
                        child.kill();
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            killer.start();
            for (line = child.next(); line.isPresent(); line = child.next()) {
                read(line.get());
            }
            killer.join();
        }
    }

    private void read(String line) {
        String[] parts = line.split(" ", -1);
        if (parts[0].equals("S")) {
            confirmed.computeIfAbsent(parts[1], key -> new HashSet<>()).add(Long.parseLong(parts[2]));
        } else if (line.startsWith("FAILED")) {
            complaints.add(line);
        }
    }

    /** Forwards the rest, and reads what was forwarded, in order. */
    private static Map<String, List<Long>> drain(String url) throws Exception {
        try (XAConnection connection = new NarabiXAConnectionFactory(url).createXAConnection()) {
            CrashWorkload.commitRecovered(connection);
        }
        Map<String, List<Long>> forwarded = new HashMap<>();
        long taken = 0;
        try (Connection connection = new NarabiConnectionFactory(url).createConnection()) {
            connection.start();
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageConsumer rest = session.createConsumer(session.createQueue(CrashWorkload.IN));
            MessageProducer producer = session.createProducer(session.createQueue(CrashWorkload.OUT));
            for (Message message = rest.receiveNoWait(); message != null; message = rest.receiveNoWait()) {
                CrashWorkload.forward(message, session, producer);
                if (++taken % BATCH == 0) {
                    session.commit();
                }
            }
            session.commit();
            rest.close();
            MessageConsumer all = session.createConsumer(session.createQueue(CrashWorkload.OUT));
            for (Message message = all.receiveNoWait(); message != null; message = all.receiveNoWait()) {
                String[] parts = message.getBody(String.class).split(" ", -1);
                forwarded.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(Long.parseLong(parts[1]));
                if (++taken % BATCH == 0) {
                    session.commit();
                }
            }
            session.commit();
        }
        return forwarded;
    }
}
