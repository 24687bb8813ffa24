package io.narabi.ra.outbound;

import jakarta.jms.CompletionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSProducer;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A producer or consumer as an application in a server may use it: all methods but those that the API's documentation keeps from web and
 * EJB applications. It is closed with its session's handle at the latest.
 */
final class Restricted implements InvocationHandler, AutoCloseable {

    private static final Set<String> FORBIDDEN = Set.of("setMessageListener", "setAsync");

    private final Object target;
    private final Handle handle;

    private Restricted(Object target, Handle handle) {
        this.target = target;
        this.handle = handle;
    }

    /** @param type the interface that the application sees */
    static <T extends MessageProducer> T producer(Class<T> type, T target, Handle handle) {
        return of(type, target, handle);
    }

    /** @param type the interface that the application sees */
    static <T extends MessageConsumer> T consumer(Class<T> type, T target, Handle handle) {
        return of(type, target, handle);
    }

    static JMSProducer producer(JMSProducer target, Handle handle) {
        return of(JMSProducer.class, target, handle);
    }

    static JMSConsumer consumer(JMSConsumer target, Handle handle) {
        return of(JMSConsumer.class, target, handle);
    }

    private static <T> T of(Class<T> type, T target, Handle handle) {
        Restricted restricted = new Restricted(target, handle);
        if (target instanceof AutoCloseable) {
            handle.closeLater(restricted);
        }
        return type.cast(Proxy.newProxyInstance(Restricted.class.getClassLoader(), new Class<?>[] {type}, restricted));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ofObject(proxy, method, arguments);
        }
        refuseForbidden(method, arguments);
        if (method.getName().equals("close")) {
            handle.forget(this);
        }
        try {
            Object result = method.invoke(target, arguments);
            // Fluent methods go on with what the application has.
            return result == target ? proxy : result;
        } catch (InvocationTargetException failure) {
            throw failure.getTargetException();
        }
    }

    private Object ofObject(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && arguments[0] == proxy;
            case "hashCode" -> System.identityHashCode(proxy);
            default -> target.toString();
        };
    }

    private static void refuseForbidden(Method method, Object @Nullable [] arguments) throws IllegalStateException {
        boolean asynchronous = Arrays.asList(method.getParameterTypes()).contains(CompletionListener.class);
        if (!asynchronous && !FORBIDDEN.contains(method.getName())) {
            return;
        }
        if (method.getName().equals("setAsync") && (arguments == null || arguments[0] == null)) {
            return;
        }
        String what = method.getName()
                + (asynchronous && !method.getName().equals("setAsync") ? " with a CompletionListener" : "");
        boolean classic = MessageProducer.class.isAssignableFrom(method.getDeclaringClass())
                || MessageConsumer.class.isAssignableFrom(method.getDeclaringClass());
        if (classic) {
            throw ApplicationRules.forbidden(what);
        }
        throw ApplicationRules.forbiddenUnchecked(what);
    }

    @Override
    public void close() throws Exception {
        ((AutoCloseable) target).close();
    }
}
