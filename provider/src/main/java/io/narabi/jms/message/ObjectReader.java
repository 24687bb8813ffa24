package io.narabi.jms.message;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Reads one serialized object, of allowed classes only. Classes are looked for first where the calling thread's context says. */
final class ObjectReader extends ObjectInputStream {

    /** A stream of n bytes cannot fill more than n elements; tables of hash maps are up to 8 times as large. */
    private static final int ELEMENTS_PER_BYTE = 8;

    private static final int SMALL_ARRAY = 1_024;

    private final ObjectAllowList allowed;
    private final @Nullable ClassLoader fallback;

    private ObjectReader(byte[] serialized, ObjectAllowList allowed, @Nullable ClassLoader fallback)
            throws IOException {
        super(new ByteArrayInputStream(serialized));
        this.allowed = allowed;
        this.fallback = fallback;
        long largest = SMALL_ARRAY + (long) ELEMENTS_PER_BYTE * serialized.length;
        ObjectInputFilter sizes = info ->
                info.arrayLength() > largest ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.UNDECIDED;
        // The filter of the whole JVM, where one is set, holds as well.
        ObjectInputFilter ofJvm = ObjectInputFilter.Config.getSerialFilter();
        setObjectInputFilter(ofJvm == null ? sizes : ObjectInputFilter.merge(sizes, ofJvm));
    }

    /**
     * The object.
     *
     * @param fallback where to look for classes that the context class loader does not know
     * @throws InvalidClassException if a class is not allowed; it has not been loaded then
     * @throws IOException if the bytes are no serialized object
     * @throws ClassNotFoundException if a class is not there
     */
    static @Nullable Object read(byte[] serialized, ObjectAllowList allowed, @Nullable ClassLoader fallback)
            throws IOException, ClassNotFoundException {
        try (ObjectReader in = new ObjectReader(serialized, allowed, fallback)) {
            return in.readObject();
        }
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        check(description.getName());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try {
            return Class.forName(description.getName(), false, context == null ? fallback : context);
        } catch (ClassNotFoundException e) {
            // Also finds the names of primitive types, which no class loader knows.
            return fallback == null || context == null ? super.resolveClass(description) : inFallback(description);
        }
    }

    /** Proxies do what their handlers say: they are allowed only where {@code java.lang.reflect.Proxy} is on the list by name. */
    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws IOException, ClassNotFoundException {
        check(Proxy.class.getName());
        for (String name : interfaces) {
            check(name);
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? fallback : context;
        Class<?>[] loaded = new Class<?>[interfaces.length];
        for (int i = 0; i < interfaces.length; i++) {
            loaded[i] = Class.forName(interfaces[i], false, loader);
        }
        try {
            return Proxy.newProxyInstance(loader, loaded, (proxy, method, arguments) -> null)
                    .getClass();
        } catch (IllegalArgumentException e) {
            throw new ClassNotFoundException("No proxy can have these interfaces", e);
        }
    }

    private Class<?> inFallback(ObjectStreamClass description) throws IOException, ClassNotFoundException {
        try {
            return Class.forName(description.getName(), false, fallback);
        } catch (ClassNotFoundException e) {
            return super.resolveClass(description);
        }
    }

    private void check(String className) throws InvalidClassException {
        if (!allowed.allows(className)) {
            throw new InvalidClassException(
                    className, "objects of this class are not allowed in messages; allowed are " + allowed);
        }
    }
}
