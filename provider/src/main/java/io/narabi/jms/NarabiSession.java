package io.narabi.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Session;

/**
 * What Narabi's sessions can do beyond {@link Session}: every session that a Narabi connection creates can be cast to it. As any session,
 * for one thread of control at a time.
 */
public interface NarabiSession extends Session {

    /**
     * Begins the time of {@code ackTimeout} anew for everything that the session's current unit of work (the XA branch, else the local
     * transaction, else the session itself) was handed over and has not settled. Without effect where no {@code ackTimeout} is set.
     *
     * @throws jakarta.jms.IllegalStateException if the session is closed, or the time was over already and the unit of work can only be
     *     rolled back
     * @throws JMSException if the engine fails
     */
    void renew() throws JMSException;
}
