package io.narabi.store.journal;

import io.narabi.store.AppendCallback;
import io.narabi.store.StoreException;
import io.narabi.store.StoreUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A unit on its way to the writer. All but the constructor is the writer's. */
final class EncodedUnit {

    final StoreUnit unit;
    final AppendCallback callback;
    final List<UnitItem> items;

    /** Bytes that it takes in a commit, about. */
    final long size;

    /** Whether it stores messages, and has to wait for room on the disk. */
    final boolean hasMessages;

    /** Whether it consists of messages alone that do not survive a crash. */
    final boolean nonPersistent;

    /** Why it cannot be stored, whatever is there. */
    final @Nullable StoreException refusal;

    /** {@code nanoTime} when it stops waiting; meaningful once it waits. */
    long deadline;

    boolean waits;

    EncodedUnit(
            StoreUnit unit,
            AppendCallback callback,
            List<UnitItem> items,
            long size,
            boolean hasMessages,
            boolean nonPersistent,
            @Nullable StoreException refusal) {
        this.unit = unit;
        this.callback = callback;
        this.items = items;
        this.size = size;
        this.hasMessages = hasMessages;
        this.nonPersistent = nonPersistent;
        this.refusal = refusal;
    }
}
