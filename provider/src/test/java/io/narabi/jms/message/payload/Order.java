package io.narabi.jms.message.payload;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What a user would send. */
public final class Order implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Part of an order; any object, to see what comes with it. */
    public final List<Object> lines = new ArrayList<>();

    public Order(Object... lines) {
        this.lines.addAll(List.of(lines));
    }

    /** A nested class. */
    public static final class Line implements Serializable {
        private static final long serialVersionUID = 1L;
        public final int quantity;

        public Line(int quantity) {
            this.quantity = quantity;
        }
    }
}
