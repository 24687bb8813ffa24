package io.narabi.broker.lane;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Values by sequence, without a box a key: open addressing, linear probing, no tombstones. Keys are from 1. */
final class SequenceMap<V extends Object> {

    private static final int SMALLEST = 16;
    private static final long FREE = 0;

    private long[] keys = new long[SMALLEST];
    private @Nullable Object[] values = new @Nullable Object[SMALLEST];
    private int size;

    int size() {
        return size;
    }

    @SuppressWarnings("unchecked") // only put() writes, and it writes a V
    @Nullable
    V get(long key) {
        for (int i = home(key); keys[i] != FREE; i = next(i)) {
            if (keys[i] == key) {
                return (V) values[i];
            }
        }
        return null;
    }

    boolean contains(long key) {
        return size > 0 && get(key) != null;
    }

    void put(long key, V value) {
        if (key < 1) {
            throw new IllegalArgumentException("Sequences begin at 1: " + key);
        }
        int i = home(key);
        while (keys[i] != FREE && keys[i] != key) {
            i = next(i);
        }
        if (keys[i] == FREE) {
            size++;
        }
        keys[i] = key;
        values[i] = value;
        if (size * 2 > keys.length) {
            resize(keys.length * 2);
        }
    }

    void remove(long key) {
        int i = home(key);
        while (keys[i] != key) {
            if (keys[i] == FREE) {
                return;
            }
            i = next(i);
        }
        size--;
        // Close the gap: what follows in the same run moves up unless it is at home behind the gap already.
        int gap = i;
        for (int j = next(i); keys[j] != FREE; j = next(j)) {
            int distance = (j - home(keys[j])) & (keys.length - 1);
            if (distance >= ((j - gap) & (keys.length - 1))) {
                keys[gap] = keys[j];
                values[gap] = values[j];
                gap = j;
            }
        }
        keys[gap] = FREE;
        values[gap] = null;
        if (keys.length > SMALLEST && size * 8 < keys.length) {
            resize(keys.length / 2);
        }
    }

    /** Each value once, in no order; the map must not change meanwhile. */
    @SuppressWarnings("unchecked") // only put() writes, and it writes a V
    void forEach(Consumer<V> action) {
        for (Object value : values) {
            if (value != null) {
                action.accept((V) value);
            }
        }
    }

    void clear() {
        Arrays.fill(keys, FREE);
        Arrays.fill(values, null);
        size = 0;
    }

    private void resize(int capacity) {
        long[] oldKeys = keys;
        @Nullable Object[] oldValues = values;
        keys = new long[capacity];
        values = new @Nullable Object[capacity];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != FREE) {
                int j = home(oldKeys[i]);
                while (keys[j] != FREE) {
                    j = next(j);
                }
                keys[j] = oldKeys[i];
                values[j] = oldValues[i];
            }
        }
    }

    private int home(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 40) & (keys.length - 1);
    }

    private int next(int index) {
        return (index + 1) & (keys.length - 1);
    }
}
