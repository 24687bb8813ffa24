package io.narabi.it.crash;

import io.narabi.jms.NarabiConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;

/** Receives in transacted sessions until it is killed; halts the JVM on a message that says so. */
public final class ReceiveUntilKilled {

    static final String QUEUE = "waiting";
    static final String POISON = "poison";

    private ReceiveUntilKilled() {}

    /** @param args the URL, the number of sessions, whether each message is committed (true, false) */
    public static void main(String[] args) throws Exception {
        try (Connection connection = new NarabiConnectionFactory(args[0]).createConnection()) {
            connection.start();
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                new Thread(() -> receive(connection, Boolean.parseBoolean(args[2]))).start();
            }
            Thread.currentThread().join();
        }
    }

    private static void receive(Connection connection, boolean commit) {
        try {
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
            while (true) {
                ChildJvm.say("RECEIVING");
                Message message = consumer.receive();
                String text = message.getBody(String.class);
                ChildJvm.say("RECEIVED " + text);
                if (text.equals(POISON)) {
                    Runtime.getRuntime().halt(1);
                }
                if (commit) {
                    session.commit();
                }
            }
        } catch (JMSException e) {
            ChildJvm.say("FAILED " + e);
        }
    }
}
