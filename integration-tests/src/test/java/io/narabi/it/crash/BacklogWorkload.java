package io.narabi.it.crash;

import io.narabi.admin.HaltedLane;
import io.narabi.admin.NarabiAdmin;
import io.narabi.config.DestinationOptions;
import io.narabi.config.ExhaustedPolicy;
import io.narabi.jms.NarabiConnectionFactory;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A JVM with a small heap beside a queue of which one group has a huge backlog and is halted. */
public final class BacklogWorkload {

    static final String QUEUE = "orders";
    static final String HALTED = "halted";
    private static final int WINDOW = 20_000;
    private static final int BODY = 200;
    private static final int OTHERS = 20;

    private final Connection connection;
    private final NarabiAdmin admin;

    private BacklogWorkload(Connection connection, NarabiAdmin admin) {
        this.connection = connection;
        this.admin = admin;
    }

    /** @param args the URL; {@code fill} and the number of messages, or {@code again}, or {@code drain} and how many */
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        try (NarabiAdmin admin = NarabiAdmin.connect(args[0]);
                Connection connection = new NarabiConnectionFactory(args[0]).createConnection()) {
            connection.start();
            ChildJvm.say("STARTED " + millisSince(start));
            BacklogWorkload workload = new BacklogWorkload(connection, admin);
            switch (args[1]) {
                case "fill" -> {
                    workload.fill(Integer.parseInt(args[2]));
                    workload.other();
                    ChildJvm.say("READY");
                    Thread.currentThread().join();
                }
                case "again" -> workload.other();
                default -> workload.drain(Integer.parseInt(args[2]));
            }
            workload.sayCounts();
        }
        ChildJvm.say("CLOSED");
    }

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    private static Message message(Session session, String group, int number) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(new byte[BODY]);
        message.setStringProperty("JMSXGroupID", group);
        message.setIntProperty("number", number);
        return message;
    }

    private void fill(int messages) throws Exception {
        admin.configure(DestinationOptions.queue(QUEUE)
                .subscription(options -> options.maxDeliveries(1).exhaustedPolicy(ExhaustedPolicy.HALT_LANE)));
        long start = System.nanoTime();
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            Semaphore window = new Semaphore(WINDOW);
            for (int i = 0; i < messages; i++) {
                window.acquire();
                producer.send(message(session, HALTED, i), new Release(window));
            }
            window.acquire(WINDOW);
        }
        ChildJvm.say("FILLED " + millisSince(start));
        try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
            if (messages > 0) {
                ChildJvm.say("FAILS " + consumer.receive().getIntProperty("number"));
                session.rollback();
            }
        }
    }

    private record Release(Semaphore window) implements CompletionListener {
        @Override
        public void onCompletion(Message message) {
            window.release();
        }

        @Override
        public void onException(Message message, Exception exception) {
            ChildJvm.say("FAILED send " + exception);
            window.release();
        }
    }

    /** Somebody waits; then a message of another group is sent, and another one when that has come. */
    private void other() throws Exception {
        BlockingQueue<Long> received = new ArrayBlockingQueue<>(1);
        CountDownLatch asked = new CountDownLatch(1);
        Thread waiting = new Thread(() -> receive(received, asked));
        waiting.start();
        asked.await();
        long[] delays = new long[OTHERS];
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
            for (int i = 0; i < OTHERS; i++) {
                Message message = message(session, "other", i);
                long start = System.nanoTime();
                producer.send(message);
                delays[i] = TimeUnit.NANOSECONDS.toMicros(received.take() - start);
            }
        }
        waiting.join();
        ChildJvm.say("DELAY " + delays[0]);
        Arrays.sort(delays);
        ChildJvm.say("MEDIAN " + delays[OTHERS / 2]);
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        ChildJvm.say("HEAP " + ((runtime.totalMemory() - runtime.freeMemory()) >> 20));
    }

    private void receive(BlockingQueue<Long> received, CountDownLatch asked) {
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
            long start = System.nanoTime();
            if (consumer.receiveNoWait() != null) {
                ChildJvm.say("FAILED somebody got a message of the halted group");
            }
            ChildJvm.say("NOTHING " + millisSince(start));
            asked.countDown();
            for (int i = 0; i < OTHERS; i++) {
                Message message = consumer.receive();
                received.add(System.nanoTime());
                if (!message.getStringProperty("JMSXGroupID").equals("other")
                        || message.getIntProperty("number") != i) {
                    ChildJvm.say("FAILED " + message);
                }
            }
        } catch (JMSException e) {
            ChildJvm.say("FAILED " + e);
        }
    }

    private void sayCounts() {
        ChildJvm.say("COUNT " + admin.status(QUEUE).owed());
        for (HaltedLane lane : admin.haltedLanes(QUEUE)) {
            ChildJvm.say("LANE " + lane.group().orElse("") + " " + lane.messages());
        }
    }

    /** The halted lane goes on behind its first message. */
    private void drain(int messages) throws Exception {
        other();
        admin.haltedLanes(QUEUE).get(0).discard();
        try (Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
            int last = 0;
            for (int i = 1; i <= messages; i++) {
                int number = consumer.receive().getIntProperty("number");
                if (number != last + 1) {
                    ChildJvm.say("FAILED " + number + " comes after " + last);
                }
                last = number;
                if (i % 1_000 == 0) {
                    session.commit();
                }
            }
            session.commit();
            ChildJvm.say("DRAINED " + last);
        }
    }
}
