package io.narabi.broker.lane;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lanes by key, smallest first; any of them can leave in logarithmic time. */
final class LaneHeap {

    private HeapNode[] nodes = new HeapNode[8];
    private int size;
    /** Told of the size after each change. */
    private final IntConsumer resized;

    LaneHeap(IntConsumer resized) {
        this.resized = resized;
    }

    int size() {
        return size;
    }

    @Nullable
    HeapNode first() {
        return size == 0 ? null : nodes[0];
    }

    /** The first that the filter accepts: looks at all. */
    @Nullable
    HeapNode first(Predicate<Lane> filter) {
        HeapNode best = null;
        for (int i = 0; i < size; i++) {
            HeapNode node = nodes[i];
            if ((best == null || node.key < best.key) && filter.test(node.lane)) {
                best = node;
            }
        }
        return best;
    }

    HeapNode get(int index) {
        return nodes[index];
    }

    /** Puts a node in that is in no set. */
    void add(HeapNode node) {
        if (node.heap != null) {
            throw new IllegalStateException(node.lane + " is in an ordered set already");
        }
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        node.heap = this;
        size++;
        up(size - 1, node);
        resized.accept(size);
    }

    void remove(HeapNode node) {
        size--;
        HeapNode last = nodes[size];
        clear(size);
        if (last != node) {
            int index = node.index;
            if (index > 0 && last.key < nodes[(index - 1) >>> 1].key) {
                up(index, last);
            } else {
                down(index, last);
            }
        }
        node.heap = null;
        resized.accept(size);
    }

    @SuppressWarnings("NullAway") // beyond the size the array holds nothing
    private void clear(int index) {
        nodes[index] = null;
    }

    private void up(int from, HeapNode node) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (nodes[parent].key <= node.key) {
                break;
            }
            put(index, nodes[parent]);
            index = parent;
        }
        put(index, node);
    }

    private void down(int from, HeapNode node) {
        int index = from;
        int half = size >>> 1;
        while (index < half) {
            int child = 2 * index + 1;
            if (child + 1 < size && nodes[child + 1].key < nodes[child].key) {
                child++;
            }
            if (node.key <= nodes[child].key) {
                break;
            }
            put(index, nodes[child]);
            index = child;
        }
        put(index, node);
    }

    private void put(int index, HeapNode node) {
        nodes[index] = node;
        node.index = index;
    }
}
