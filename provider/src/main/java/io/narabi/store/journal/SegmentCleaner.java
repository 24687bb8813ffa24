package io.narabi.store.journal;

import io.narabi.store.journal.GroupCommit.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets segments that are not needed any more, durably, and deletes their files. The writer's. */
final class SegmentCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentCleaner.class);

    private final SegmentTable segments;
    private final SegmentRetention retention;
    private final GroupCommit commits;
    private final SegmentFiles files;

    /** When the next segment's retention is over, unless something changes before. */
    private long dueMillis = Long.MAX_VALUE;

    SegmentCleaner(SegmentTable segments, SegmentRetention retention, GroupCommit commits, SegmentFiles files) {
        this.segments = segments;
        this.retention = retention;
        this.commits = commits;
        this.files = files;
    }

    /** When there will be something to do, if nothing is written until then; empty for never. */
    OptionalLong dueMillis() {
        return dueMillis == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(dueMillis);
    }

    /**
     * Does what is due.
     *
     * @param active the segment that is being written
     * @return why the journal could not be written, if so: then nothing was deleted
     */
    Optional<IOException> clean(int active, long nowMillis) {
        if (!segments.takeBecameEmpty() && nowMillis < dueMillis) {
            return Optional.empty();
        }
        List<Integer> superfluous = retention.superfluous(active, nowMillis);
        if (!superfluous.isEmpty()) {
            // Written down first: a file that is missing without that is damage.
            if (commits.forget(superfluous, nowMillis) instanceof Outcome.NotBegun notBegun) {
                segments.noteChange();
                return Optional.of(notBegun.cause());
            }
            superfluous.forEach(this::delete);
        }
        dueMillis = retention.nextDueMillis(active).orElse(Long.MAX_VALUE);
        return Optional.empty();
    }

    private void delete(int segment) {
        try {
            files.delete(segment);
        } catch (IOException e) {
            Path path = files.path(segment);
            LOG.warn("The journal file {} is not needed any more and cannot be deleted; the next start will", path, e);
        }
    }
}
