package io.narabi.broker;

import io.narabi.broker.lane.LogEntry;
import io.narabi.engine.Place;
import io.narabi.store.Placement;
import io.narabi.store.StoreRecord.NewMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A message on its way into the store.
 *
 * @param destination where to
 * @param record as it is stored
 */
record Staged(Destination destination, NewMessage record) {

    /** Makes stored messages known to dispatch: runs on the store's worker, in the order of the units. */
    static void publish(List<Staged> messages, List<Placement> placements) {
        int start = 0;
        while (start < messages.size()) {
            Destination destination = messages.get(start).destination();
            List<LogEntry> entries = new ArrayList<>();
            int next = start;
            while (next < messages.size() && messages.get(next).destination() == destination) {
                entries.add(messages.get(next).stored(placements.get(next)));
                next++;
            }
            destination.published(entries);
            start = next;
        }
    }

    static Place place(Placement placement) {
        return new Place(placement.partition(), placement.offset(), placement.sequence());
    }

    private LogEntry stored(Placement placement) {
        return new LogEntry(
                placement.sequence(),
                placement.partition(),
                placement.offset(),
                record.group(),
                record.priority(),
                record.persistent(),
                record.expiresAt(),
                record.deliverAt(),
                0,
                false,
                Optional.empty());
    }
}
