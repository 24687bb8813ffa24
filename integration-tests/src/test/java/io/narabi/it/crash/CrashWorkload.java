package io.narabi.it.crash;

import io.narabi.jms.NarabiConnectionFactory;
import io.narabi.jms.NarabiXAConnectionFactory;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.ByteBuffer;
import java.util.Random;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * What the process that is killed does: some producers send to groups of their own, transacted and XA consumers forward what they get to
 * another queue in the same transaction. Says on standard output which sends were confirmed.
 */
public final class CrashWorkload {

    static final String IN = "in";
    static final String OUT = "out";
    static final int PRODUCERS = 3;
    static final int GROUPS_EACH = 7;
    private static final int NUMBERS_A_RUN = 1_000_000;
    private static final int BATCH = 5;

    private final long run;

    private CrashWorkload(long run) {
        this.run = run;
    }

    /** @param args the URL, the number of the run */
    public static void main(String[] args) throws Exception {
        CrashWorkload workload = new CrashWorkload(Long.parseLong(args[1]));
        try (Connection connection = new NarabiConnectionFactory(args[0]).createConnection();
                XAConnection xaConnection = new NarabiXAConnectionFactory(args[0]).createXAConnection()) {
            commitRecovered(xaConnection);
            connection.start();
            xaConnection.start();
            workload.start("asynchronous", () -> workload.sendAsynchronously(connection, 0));
            workload.start("synchronous", () -> workload.sendSynchronously(connection, 1));
            workload.start("transacted", () -> workload.sendTransacted(connection, 2));
            workload.start("forward 1", () -> workload.forward(connection));
            workload.start("forward 2", () -> workload.forward(connection));
            workload.start("forward xa 1", () -> workload.forwardXa(xaConnection, 1));
            workload.start("forward xa 2", () -> workload.forwardXa(xaConnection, 2));
            say("READY");
            // Until it is killed.
            Thread.currentThread().join();
        }
    }

    /** Something that goes on until the process is killed. */
    private interface Endless {
        void run() throws Exception;
    }

    private void start(String name, Endless work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        say("FAILED " + name + " " + e);
                        e.printStackTrace();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void say(String line) {
        ChildJvm.say(line);
    }

    private void confirmed(String group, long number) {
        say("S " + group + " " + number);
    }

    private static String group(int producer, int index) {
        return "p" + producer + "g" + index;
    }

    private TextMessage message(Session session, String group, long number) throws JMSException {
        TextMessage message = session.createTextMessage(group + " " + number);
        message.setStringProperty("JMSXGroupID", group);
        return message;
    }

    private void sendAsynchronously(Connection connection, int producer) throws Exception {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer sender = session.createProducer(session.createQueue(IN));
        java.util.concurrent.Semaphore window = new java.util.concurrent.Semaphore(64);
        for (int i = 0; ; i++) {
            String group = group(producer, i % GROUPS_EACH);
            long number = run * NUMBERS_A_RUN + i;
            window.acquire();
            sender.send(message(session, group, number), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    confirmed(group, number);
                    window.release();
                }

                @Override
                public void onException(Message message, Exception exception) {
                    say("FAILED send " + exception);
                    window.release();
                }
            });
        }
    }

    private void sendSynchronously(Connection connection, int producer) throws Exception {
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer sender = session.createProducer(session.createQueue(IN));
        for (int i = 0; ; i++) {
            String group = group(producer, i % GROUPS_EACH);
            sender.send(message(session, group, run * NUMBERS_A_RUN + i));
            confirmed(group, run * NUMBERS_A_RUN + i);
        }
    }

    private void sendTransacted(Connection connection, int producer) throws Exception {
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer sender = session.createProducer(session.createQueue(IN));
        Random random = new Random(run);
        for (int i = 0; ; i += BATCH) {
            for (int j = i; j < i + BATCH; j++) {
                sender.send(message(session, group(producer, j % GROUPS_EACH), run * NUMBERS_A_RUN + j));
            }
            if (random.nextInt(10) == 0) {
                session.rollback();
                continue;
            }
            session.commit();
            for (int j = i; j < i + BATCH; j++) {
                confirmed(group(producer, j % GROUPS_EACH), run * NUMBERS_A_RUN + j);
            }
        }
    }

    private void forward(Connection connection) throws Exception {
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(session.createQueue(IN));
        MessageProducer producer = session.createProducer(session.createQueue(OUT));
        Random random = new Random();
        while (true) {
            int most = 1 + random.nextInt(BATCH);
            for (int i = 0; i < most; i++) {
                Message message = consumer.receive(100);
                if (message != null) {
                    forward(message, session, producer);
                }
            }
            if (random.nextInt(20) == 0) {
                session.rollback();
            } else {
                session.commit();
            }
        }
    }

    private void forwardXa(XAConnection connection, int number) throws Exception {
        XASession session = connection.createXASession();
        XAResource resource = session.getXAResource();
        MessageConsumer consumer = session.createConsumer(session.createQueue(IN));
        MessageProducer producer = session.createProducer(session.createQueue(OUT));
        Random random = new Random();
        for (long i = 0; ; i++) {
            Xid xid = new TestXid((run * 10 + number) * NUMBERS_A_RUN + i);
            resource.start(xid, XAResource.TMNOFLAGS);
            Message message = consumer.receive(100);
            if (message != null) {
                forward(message, session, producer);
            }
            resource.end(xid, XAResource.TMSUCCESS);
            if (random.nextInt(20) == 0) {
                resource.rollback(xid);
            } else if (resource.prepare(xid) == XAResource.XA_OK) {
                resource.commit(xid, false);
            }
        }
    }

    static void forward(Message message, Session session, MessageProducer producer) throws JMSException {
        TextMessage copy = session.createTextMessage(message.getBody(String.class));
        copy.setStringProperty("JMSXGroupID", message.getStringProperty("JMSXGroupID"));
        producer.send(copy);
    }

    /** Commits what was prepared before the kill. */
    static int commitRecovered(XAConnection connection) throws JMSException, XAException {
        try (XASession session = connection.createXASession()) {
            XAResource resource = session.getXAResource();
            Xid[] prepared = resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
            for (Xid xid : prepared) {
                resource.commit(xid, false);
            }
            return prepared.length;
        }
    }

    /** @param number makes it unique */
    private record TestXid(long number) implements Xid {
        @Override
        public int getFormatId() {
            return 1;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }
}
