package io.narabi.store.journal;

import io.narabi.store.BranchId;
import io.narabi.store.journal.JournalRecord.BlockPlaced;
import io.narabi.store.journal.JournalRecord.BranchCommitted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A prepared branch to be committed: its messages get their places, and stay where they were written. */
final class PlannedBranchEnd implements PlannedRecord {

    private static final int[] NO_COUNTS = {};

    private final BranchId branch;

    /** The branch; prepared in the same commit, it is known only once that record is written. */
    private final Supplier<PreparedState> prepared;

    /** By the part's index; parts whose destination is gone have none. */
    private final Map<Integer, BlockPlace> places = new TreeMap<>();

    private @Nullable BranchCommitted event;

    PlannedBranchEnd(BranchId branch, Supplier<PreparedState> prepared) {
        this.branch = branch;
        this.prepared = prepared;
    }

    void place(int part, BlockPlace place) {
        places.put(part, place);
    }

    @Override
    public void write(FrameWriter out, RecordBuffer scratch, int segment) throws IOException {
        List<BlockPlace> inOrder = new ArrayList<>();
        List<ContentRef> contents = new ArrayList<>();
        places.forEach((part, place) -> {
            inOrder.add(place);
            contents.add(prepared.get().parts().get(part).content());
        });
        int[] placesAt = new int[inOrder.size()];
        byte[] content = RecordEncoder.commitBranch(branch, inOrder, contents, placesAt);
        out.putRecordHeader(RecordType.COMMIT_BRANCH, content.length);
        int start = out.position();
        out.put(content, content.length);
        List<BlockPlaced> blocks = new ArrayList<>();
        for (int i = 0; i < placesAt.length; i++) {
            BlockPlace place = inOrder.get(i);
            blocks.add(new BlockPlaced(
                    place, contents.get(i).placed(place.firstSequence(), segment, start + placesAt[i]), NO_COUNTS));
        }
        event = new BranchCommitted(branch, blocks);
    }

    @Override
    public BranchCommitted event() {
        if (event == null) {
            throw new IllegalStateException("The branch's end has not been written");
        }
        return event;
    }
}
