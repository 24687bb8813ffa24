package io.narabi.runtime;

/**
 * How threads are made. Daemons, so that a Java SE program which forgets to close its connections can end; without the maker's context
 * class loader and inheritable thread locals, so that an application that is undeployed is not kept by a thread it happened to start.
 */
final class Threads {

    private Threads() {}

    static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(null, body, "narabi-" + name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(Threads.class.getClassLoader());
        return thread;
    }
}
