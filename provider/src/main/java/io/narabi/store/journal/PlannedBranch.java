package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.journal.JournalRecord.BranchPrepared;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A branch to be prepared: its messages without sequences. */
final class PlannedBranch implements PlannedRecord {

    private final BranchId branch;
    private final List<Settle> settles;
    private final List<List<EncodedMessage>> parts = new ArrayList<>();
    private final int[] order;
    private @Nullable BranchPrepared event;

    PlannedBranch(UnitItem.Branch item) {
        this.branch = item.branch();
        this.settles = item.settles();
        this.order = new int[item.messages().size()];
        Map<Integer, Integer> current = new LinkedHashMap<>();
        for (int i = 0; i < order.length; i++) {
            EncodedMessage message = item.messages().get(i);
            Integer part = current.get(message.destination());
            if (part == null || parts.get(part).size() == Format.MAX_BLOCK_MESSAGES) {
                part = parts.size();
                parts.add(new ArrayList<>());
                current.put(message.destination(), part);
            }
            parts.get(part).add(message);
            order[i] = part;
        }
    }

    /** As it will be once it is written; the contents' positions are not known before. */
    PreparedState outline() {
        List<PreparedState.Part> outline = new ArrayList<>();
        for (List<EncodedMessage> part : parts) {
            outline.add(new PreparedState.Part(
                    part.get(0).destination(), new ContentRef(0, 0, 0, part.size(), false), partitions(part)));
        }
        return new PreparedState(branch, settles, outline, order);
    }

    private static int[] partitions(List<EncodedMessage> part) {
        return part.stream().mapToInt(EncodedMessage::partition).toArray();
    }

    @Override
    public void write(FrameWriter out, RecordBuffer scratch, int segment) throws IOException {
        byte[] head = RecordEncoder.prepareHead(branch, settles, parts.size(), order);
        long length = head.length;
        for (List<EncodedMessage> part : parts) {
            length += 4 + BlockCodec.contentSize(part);
        }
        out.putRecordHeader(RecordType.PREPARE, Math.toIntExact(length));
        out.put(head, head.length);
        List<PreparedState.Part> written = new ArrayList<>();
        for (List<EncodedMessage> part : parts) {
            out.putInt(part.get(0).destination());
            int contentAt = out.position();
            int headLength = BlockCodec.writeContent(part, scratch, out);
            boolean hasNonPersistent = part.stream().anyMatch(message -> !message.persistent());
            written.add(new PreparedState.Part(
                    part.get(0).destination(),
                    new ContentRef(segment, contentAt, headLength, part.size(), hasNonPersistent),
                    partitions(part)));
        }
        event = new BranchPrepared(new PreparedState(branch, settles, written, order));
    }

    @Override
    public BranchPrepared event() {
        if (event == null) {
            throw new IllegalStateException("The branch has not been written");
        }
        return event;
    }
}
