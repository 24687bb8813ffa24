package io.narabi.jms;

import io.narabi.engine.SessionMode;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** How a session settles what it receives (Jakarta Messaging 3.1 §6.2.10). */
enum AckMode {
    AUTO(Session.AUTO_ACKNOWLEDGE, SessionMode.ACKNOWLEDGED),
    CLIENT(Session.CLIENT_ACKNOWLEDGE, SessionMode.ACKNOWLEDGED),
    DUPS_OK(Session.DUPS_OK_ACKNOWLEDGE, SessionMode.ACKNOWLEDGED),
    TRANSACTED(Session.SESSION_TRANSACTED, SessionMode.TRANSACTED),
    /** An XA session says of itself that it is transacted. */
    XA(Session.SESSION_TRANSACTED, SessionMode.XA);

    private final int constant;
    private final SessionMode engineMode;

    AckMode(int constant, SessionMode engineMode) {
        this.constant = constant;
        this.engineMode = engineMode;
    }

    /** The constant of {@link Session}. */
    int constant() {
        return constant;
    }

    SessionMode engineMode() {
        return engineMode;
    }

    boolean isTransacted() {
        return this == TRANSACTED || this == XA;
    }

    /**
     * The mode of {@code createSession(sessionMode)}.
     *
     * @throws JMSException for any other number
     */
    static AckMode of(int sessionMode) throws JMSException {
        return switch (sessionMode) {
            case Session.AUTO_ACKNOWLEDGE -> AUTO;
            case Session.CLIENT_ACKNOWLEDGE -> CLIENT;
            case Session.DUPS_OK_ACKNOWLEDGE -> DUPS_OK;
            case Session.SESSION_TRANSACTED -> TRANSACTED;
            default ->
                throw new JMSException("There is no session mode " + sessionMode
                        + ": use SESSION_TRANSACTED (0), AUTO_ACKNOWLEDGE (1), CLIENT_ACKNOWLEDGE (2) or"
                        + " DUPS_OK_ACKNOWLEDGE (3)");
        };
    }

    /**
     * The mode of {@code createSession(transacted, acknowledgeMode)}.
     *
     * @throws JMSException if not transacted and the mode is none
     */
    static AckMode of(boolean transacted, int acknowledgeMode) throws JMSException {
        if (transacted) {
            return TRANSACTED;
        }
        if (acknowledgeMode == Session.SESSION_TRANSACTED) {
            throw new JMSException("A session that is not transacted needs the mode AUTO_ACKNOWLEDGE (1),"
                    + " CLIENT_ACKNOWLEDGE (2) or DUPS_OK_ACKNOWLEDGE (3), not SESSION_TRANSACTED (0)");
        }
        return of(acknowledgeMode);
    }
}
