package io.narabi.store.journal;

import io.narabi.store.StoredEntry;
import io.narabi.store.journal.JournalRecord.BlockPlaced;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one commit to one destination, with their sequences and offsets. Once written it is not changed and may be read on any
 * thread.
 */
final class PlannedBlock implements PlannedRecord {

    private static final int[] NO_COUNTS = {};

    private final int destination;
    private final long firstSequence;
    private final List<EncodedMessage> messages = new ArrayList<>();
    private final PartitionCounts partitions = new PartitionCounts();
    private long[] offsets = new long[4];
    private long bytes;
    private boolean hasNonPersistent;
    private @Nullable BlockPlaced event;

    PlannedBlock(int destination, long firstSequence) {
        this.destination = destination;
        this.firstSequence = firstSequence;
    }

    void add(EncodedMessage message, long offset) {
        int at = messages.size();
        if (at == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * at);
        }
        offsets[at] = offset;
        messages.add(message);
        partitions.next(message.partition());
        bytes += message.encodedSize();
        hasNonPersistent |= !message.persistent();
    }

    int destination() {
        return destination;
    }

    long firstSequence() {
        return firstSequence;
    }

    int count() {
        return messages.size();
    }

    long end() {
        return firstSequence + messages.size();
    }

    /** Bytes in memory, about. */
    long bytes() {
        return bytes;
    }

    EncodedMessage message(long sequence) {
        return messages.get((int) (sequence - firstSequence));
    }

    StoredEntry entry(long sequence) {
        int at = (int) (sequence - firstSequence);
        EncodedMessage message = messages.get(at);
        return new StoredEntry(
                sequence,
                message.partition(),
                offsets[at],
                message.group(),
                message.priority(),
                message.persistent(),
                message.expiresAt(),
                message.deliverAt(),
                message.size());
    }

    @Override
    public void write(FrameWriter out, RecordBuffer scratch, int segment) throws IOException {
        BlockPlace place = place();
        byte[] encodedPlace = BlockCodec.encodePlace(place);
        out.putRecordHeader(RecordType.BLOCK, Math.toIntExact(encodedPlace.length + BlockCodec.contentSize(messages)));
        int placeAt = out.position();
        out.put(encodedPlace, encodedPlace.length);
        int contentAt = out.position();
        int headLength = BlockCodec.writeContent(messages, scratch, out);
        ContentRef content = new ContentRef(segment, contentAt, headLength, messages.size(), hasNonPersistent);
        // No counts: the numbers were taken when this was planned.
        event = new BlockPlaced(place, content.placed(firstSequence, segment, placeAt), NO_COUNTS);
    }

    private BlockPlace place() {
        int[] used = partitions.partitions();
        long[] first = new long[used.length];
        Arrays.fill(first, -1);
        int missing = used.length;
        for (int i = 0; missing > 0; i++) {
            for (int p = 0; p < used.length; p++) {
                if (used[p] == messages.get(i).partition() && first[p] < 0) {
                    first[p] = offsets[i];
                    missing--;
                }
            }
        }
        return new BlockPlace(destination, firstSequence, used, first);
    }

    @Override
    public BlockPlaced event() {
        if (event == null) {
            throw new IllegalStateException("The block has not been written");
        }
        return event;
    }
}
