package io.narabi.store.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.runtime.SystemEnvironment;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalLockTest {

    @TempDir
    Path directory;

    @Test
    void aSecondStoreIsToldWhoHoldsTheDirectory() {
        try (SystemEnvironment environment = new SystemEnvironment();
                JournalStore first = new JournalStore(environment, JournalOptions.in(directory))) {
            first.open();
            try (JournalStore second = new JournalStore(
                    environment, JournalOptions.in(directory.resolve("..").resolve(directory.getFileName())))) {
                StoreException refused = catchThrowableOfType(StoreException.class, second::open);
                assertThat(refused.reason()).isEqualTo(Reason.LOCKED);
                assertThat(refused)
                        .hasMessageContaining(directory.toString())
                        .hasMessageContaining(
                                "process " + ProcessHandle.current().pid());
            }
            first.close();
            try (JournalStore next = new JournalStore(environment, JournalOptions.in(directory))) {
                assertThat(next.open().afterCrash()).isFalse();
            }
        }
    }
}
