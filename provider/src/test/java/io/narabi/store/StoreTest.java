package io.narabi.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.store.StoreException.Reason;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the contract tests of stores share. */
abstract class StoreTest {

    /** The store that is tested, open and empty. */
    private StoreUnderTest tested;

    /** An open, empty store of its own for each test. */
    protected abstract StoreUnderTest newStore();

    @BeforeEach
    void openStore() {
        tested = newStore();
    }

    @AfterEach
    void closeStore() {
        tested.close();
    }

    StoreUnderTest tested() {
        return tested;
    }

    Store store() {
        return tested.store();
    }

    /** Stores these records as one unit. */
    List<Placement> store(StoreRecord... records) {
        return tested.store(records);
    }

    /** The sequences of all that the subscription is owed. */
    List<Long> owed(int subscription) {
        List<Long> sequences = store().owed(subscription, 0, 1_000_000).stream()
                .map(StoredEntry::sequence)
                .toList();
        assertThat(store().owedCount(subscription)).isEqualTo(sequences.size());
        return sequences;
    }

    static void assertFails(Reason reason, ThrowingCallable action) {
        StoreException failure = catchThrowableOfType(StoreException.class, action);
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure).hasMessageMatching(".{10,}");
    }
}
