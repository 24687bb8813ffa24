package io.narabi.store.journal;

import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.journal.RecordReader.MalformedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads blocks from the segment files, the directories of the last ones from memory. Thread-safe. */
final class BlockReader {

    /** Bytes of directories kept. */
    private static final long CACHE = 4L << 20;

    /** Enough for the places of most blocks. */
    private static final int PLACE_GUESS = BlockPlace.encodedSize(16);

    private final SegmentFiles files;

    /** By where the place is, least recently used first. Guarded by itself. */
    private final LinkedHashMap<Long, Placed> cache = new LinkedHashMap<>(16, 0.75f, true);

    private long cached;

    /** A block's directory with its place. */
    record Placed(BlockPlace place, BlockHead head) {}

    BlockReader(SegmentFiles files) {
        this.files = files;
    }

    /**
     * A block's directory and place; empty if its segment is gone.
     *
     * @throws StoreException {@code IO}, {@code DAMAGED}
     */
    Optional<Placed> read(BlockRef block) {
        long key = (long) block.placeSegment() << 32 | block.placePosition();
        synchronized (cache) {
            Placed hit = cache.get(key);
            if (hit != null) {
                return Optional.of(hit);
            }
        }
        Optional<BlockHead> head = readHead(block);
        Optional<BlockPlace> place = head.isEmpty() ? Optional.empty() : readPlace(block);
        if (head.isEmpty() || place.isEmpty()) {
            return Optional.empty();
        }
        Placed placed = new Placed(place.get(), head.get());
        remember(key, placed);
        return Optional.of(placed);
    }

    private void remember(long key, Placed placed) {
        synchronized (cache) {
            if (cache.put(key, placed) == null) {
                cached += weight(placed);
            }
            var eldest = cache.entrySet().iterator();
            while (cached > CACHE && cache.size() > 1) {
                Map.Entry<Long, Placed> out = eldest.next();
                cached -= weight(out.getValue());
                eldest.remove();
            }
        }
    }

    private static long weight(Placed placed) {
        return 128 + placed.head().length() + 12L * placed.head().count();
    }

    private Optional<BlockHead> readHead(BlockRef block) {
        Optional<ByteBuffer> bytes = readFully(block.contentSegment(), block.contentPosition(), block.headLength());
        try {
            return bytes.map(BlockHead::of);
        } catch (MalformedRecordException e) {
            throw damaged(block.contentSegment(), block.contentPosition(), e);
        }
    }

    private Optional<BlockPlace> readPlace(BlockRef block) {
        int segment = block.placeSegment();
        int position = block.placePosition();
        Optional<ByteBuffer> first = read(segment, position, PLACE_GUESS);
        if (first.isEmpty()) {
            return Optional.empty();
        }
        try {
            ByteBuffer bytes = first.get();
            if (bytes.remaining() < BlockPlace.encodedSize(0)) {
                throw new MalformedRecordException("the file ends within a block's place");
            }
            int size = BlockPlace.encodedSize(bytes.getShort(12) & 0xFFFF);
            if (size > bytes.remaining()) {
                Optional<ByteBuffer> all = readFully(segment, position, size);
                if (all.isEmpty()) {
                    return Optional.empty();
                }
                bytes = all.get();
            }
            return Optional.of(BlockCodec.readPlace(new RecordReader(bytes)));
        } catch (MalformedRecordException e) {
            throw damaged(segment, position, e);
        }
    }

    /** The payload of a message; empty if its segment is gone. */
    Optional<byte[]> payload(int destination, BlockRef block, Placed placed, long sequence) {
        int index = (int) (sequence - block.firstSequence());
        int position = block.contentPosition() + placed.head().bodyOffset(index);
        Optional<ByteBuffer> body =
                readFully(block.contentSegment(), position, placed.head().bodyLength(index));
        try {
            return body.map(bytes ->
                    placed.head().message(destination, index, bytes.array()).payload());
        } catch (MalformedRecordException e) {
            throw damaged(block.contentSegment(), position, e);
        }
    }

    /** This many bytes, in an array of their own; empty if the segment is gone. */
    private Optional<ByteBuffer> readFully(int segment, int position, int length) {
        Optional<ByteBuffer> bytes = read(segment, position, length);
        if (bytes.isPresent() && bytes.get().remaining() < length) {
            throw Format.damaged(files.path(segment), position, "the file ends before a block does");
        }
        return bytes;
    }

    private Optional<ByteBuffer> read(int segment, int position, int length) {
        ByteBuffer target = ByteBuffer.allocate(length);
        try {
            return files.read(segment, position, target) ? Optional.of(target) : Optional.empty();
        } catch (IOException e) {
            throw new StoreException(
                    Reason.IO,
                    "The journal file " + files.path(segment) + " cannot be read at byte " + position + ": " + e,
                    e);
        }
    }

    private StoreException damaged(int segment, long position, MalformedRecordException e) {
        return Format.damaged(files.path(segment), position, e.what());
    }
}
