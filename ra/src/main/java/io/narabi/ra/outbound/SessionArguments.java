package io.narabi.ra.outbound;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/**
 * What became of the arguments that an application creates a session with. In a transaction they are ignored; outside one a server's
 * session is never transacted, and what is received is acknowledged at once, which is what AUTO and DUPS_OK allow and what the
 * documentation recommends for the other modes ({@link jakarta.jms.Connection#createSession(int)}).
 *
 * @param acknowledgeMode what {@code getAcknowledgeMode} says outside a transaction
 */
record SessionArguments(int acknowledgeMode) {

    /** @throws JMSException for a number that is no session mode */
    static SessionArguments of(int sessionMode) throws JMSException {
        return switch (sessionMode) {
            case Session.DUPS_OK_ACKNOWLEDGE -> new SessionArguments(Session.DUPS_OK_ACKNOWLEDGE);
            case Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, Session.SESSION_TRANSACTED ->
                new SessionArguments(Session.AUTO_ACKNOWLEDGE);
            default ->
                throw new JMSException("There is no session mode " + sessionMode
                        + ": allowed are the constants of jakarta.jms.Session, of which only AUTO_ACKNOWLEDGE and"
                        + " DUPS_OK_ACKNOWLEDGE have an effect in a server");
        };
    }

    /** What {@code getAcknowledgeMode} says now. */
    int modeOf(Handle handle) {
        return handle.inTransaction() ? Session.SESSION_TRANSACTED : acknowledgeMode;
    }

    /** For {@code recover} (Jakarta Messaging 3.1 §6.2.10): nothing is unacknowledged outside a transaction. */
    static void recover(Handle handle) throws IllegalStateException {
        handle.use();
        if (handle.inTransaction()) {
            throw new IllegalStateException("recover is not for sessions in a transaction: roll that back instead");
        }
    }

    /** For {@code commit} and {@code rollback}: they are the server's. */
    static IllegalStateException notYours(Handle handle, String method) throws IllegalStateException {
        handle.use();
        return new IllegalStateException(method + " is not for sessions in a server: "
                + (handle.inTransaction()
                        ? "the transaction manager completes the transaction"
                        : "outside a transaction of the server nothing is transacted"));
    }
}
