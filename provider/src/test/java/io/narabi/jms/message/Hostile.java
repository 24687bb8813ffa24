package io.narabi.jms.message;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicInteger;

/** A class that nobody has allowed, in the shapes that it can come in. */
class Hostile implements Serializable, Comparable<Hostile> {

    private static final long serialVersionUID = 1L;

    /** How often an object of it was read. */
    static final AtomicInteger READ = new AtomicInteger();

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        READ.incrementAndGet();
        in.defaultReadObject();
    }

    @Override
    public int compareTo(Hostile other) {
        return 0;
    }

    /** An interface that nobody has allowed. */
    interface Face {
        void face();
    }

    enum Choice {
        ONE {
            @Override
            public String toString() {
                return "one";
            }
        }
    }

    record Wrapper(Object content) implements Serializable {}

    static final class Handler implements InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return switch (method.getName()) {
                case "hashCode", "compareTo" -> 0;
                case "equals" -> proxy == arguments[0];
                default -> "proxy";
            };
        }
    }
}
