package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.history.GitHistory;
import io.narabi.samples.searchsync.history.HistoryException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a run is asked for.
 *
 * @param repository the repository; where it is empty, the one that {@code checkout} lies in
 * @param directory where the index and the log of deliveries go
 */
record SyncRequest(Optional<Path> repository, Path checkout, Path directory) {

    GitHistory openHistory() throws HistoryException {
        return repository.isPresent() ? GitHistory.open(repository.get()) : GitHistory.discover(checkout);
    }

    Path indexDirectory() {
        return directory.resolve("index");
    }

    Path deliveryFile() {
        return directory.resolve("deliveries.tsv");
    }
}
