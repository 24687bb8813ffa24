package io.narabi.ra;

/** For the connection definition of {@code jakarta.jms.TopicConnectionFactory}: some servers tell definitions apart by this class. */
public class NarabiTopicManagedConnectionFactory extends NarabiManagedConnectionFactory {

    private static final long serialVersionUID = 1L;

    /** Public because servers make it. */
    public NarabiTopicManagedConnectionFactory() {}
}
