package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord;
import java.util.List;

/** A record of a unit as its producer's thread has prepared it for the writer. */
sealed interface UnitItem
        permits EncodedMessage, UnitItem.Small, UnitItem.Subscription, UnitItem.Branch, UnitItem.BranchEnd {

    /** A record that is written as it is. */
    record Small(RecordType type, byte[] content, JournalRecord event) implements UnitItem {}

    /** A subscription: where it starts is known when it is stored. */
    record Subscription(StoreRecord.DefineSubscription definition) implements UnitItem {}

    /** A branch to be prepared. */
    record Branch(BranchId branch, List<StoreRecord.Settle> settles, List<EncodedMessage> messages)
            implements UnitItem {}

    /** A prepared branch to be committed. */
    record BranchEnd(BranchId branch) implements UnitItem {}
}
