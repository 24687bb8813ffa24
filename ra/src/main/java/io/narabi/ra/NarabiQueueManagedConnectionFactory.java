package io.narabi.ra;

/** For the connection definition of {@code jakarta.jms.QueueConnectionFactory}: some servers tell definitions apart by this class. */
public class NarabiQueueManagedConnectionFactory extends NarabiManagedConnectionFactory {

    private static final long serialVersionUID = 1L;

    /** Public because servers make it. */
    public NarabiQueueManagedConnectionFactory() {}
}
