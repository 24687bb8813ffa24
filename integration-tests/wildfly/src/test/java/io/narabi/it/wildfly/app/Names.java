package io.narabi.it.wildfly.app;

/** What the applications and their tests agree on. */
public final class Names {

    /** Where the archive's {@code ironjacamar.xml} binds the pool. */
    public static final String CONNECTION_FACTORY = "java:/narabi/ConnectionFactory";

    /** The resource adapter's deployment. */
    public static final String ADAPTER = "narabi.rar";

    public static final String ORDERED = "wildfly.ordered";
    public static final String SCRIPTED = "wildfly.scripted";
    public static final String CRASHING = "wildfly.crashing";
    public static final String LATE = "wildfly.late";

    /** A listener forwards to the queue of its own queue's name and this. */
    public static final String FORWARDED = ".forwarded";

    public static final String DEAD_LETTERS = ".DLQ";

    public static final String ENDPOINTS = "8";

    /** Of the scripted queue. */
    public static final String MAX_DELIVERIES = "3";

    /** Property: how many deliveries of the message fail. */
    public static final String FAILURES = "failures";

    /** Property: the first deliveries with it wait until all endpoints have one. */
    public static final String MEET = "meet";

    /** Property: the first delivery of the message never gets past its prepare. */
    public static final String HANGS = "hangs";

    private Names() {}
}
