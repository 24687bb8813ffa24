package io.narabi.ra.container;

import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;

/** JNDI of the tests, set up by {@code jndi.properties}. */
public final class TestNaming implements InitialContextFactory {

    private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();
    private static final AtomicInteger LOOKUPS = new AtomicInteger();

    /** Public because JNDI makes it. */
    public TestNaming() {}

    public static void bind(String name, Object object) {
        BOUND.put(name, object);
    }

    public static void clear() {
        BOUND.clear();
        LOOKUPS.set(0);
    }

    /** Lookups so far. */
    public static int lookups() {
        return LOOKUPS.get();
    }

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
        return new InitialContext(true) {
            @Override
            public Object lookup(String name) throws NamingException {
                LOOKUPS.incrementAndGet();
                Object found = BOUND.get(name);
                if (found == null) {
                    throw new NameNotFoundException(name + " is not bound");
                }
                return found;
            }

            @Override
            public void close() {}
        };
    }
}
