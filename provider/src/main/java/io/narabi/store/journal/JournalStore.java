package io.narabi.store.journal;

import io.narabi.runtime.Disk;
import io.narabi.runtime.Environment;
import io.narabi.runtime.Worker;
import io.narabi.store.AppendCallback;
import io.narabi.store.Store;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreState;
import io.narabi.store.StoreStatus;
import io.narabi.store.StoreUnit;
import io.narabi.store.StoredEntry;
import io.narabi.store.index.LaneIndex;
import io.narabi.store.index.MemoryIndex;
import io.narabi.store.index.StoreIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in a directory of segment files. Thread-safe.
 *
 * <p>When a unit that is not only non-persistent messages is reported stored, it has been forced to the disk. Callbacks run on the journal's
 * worker, but for units that come when the store is closed: these fail on the thread that appends them.
 *
 * <p>A unit whose group commit could not be written fails with {@code OUTCOME_UNKNOWN}: it is not there, unless the process stops before
 * the journal could be written again. While it cannot be, units wait up to the send timeout, and then fail with {@code IO}; none of them
 * was written.
 */
public final class JournalStore implements Store {

    private static final Logger LOG = LoggerFactory.getLogger(JournalStore.class);

    private static final String LOCK = "lock";
    private static final long RECENT_BYTES = 16L << 20;

    private final Environment environment;
    private final JournalOptions options;
    private final StoreIndex index;
    private final UnitEncoder encoder;

    /** Guarded by this, as is {@link #openedBefore}; read without it once it is set. */
    private volatile @Nullable OpenJournal open;

    private boolean openedBefore;
    private volatile boolean closed;

    /** A store whose index is in memory, and is folded anew at each start: for tests, and for journals that stay small. */
    public JournalStore(Environment environment, JournalOptions options) {
        this(environment, options, new MemoryIndex());
    }

    /**
     * @param environment whose disk holds the files, and whose workers write and read them
     * @param options where, and how
     * @param index what is looked up; the store opens and closes it
     */
    public JournalStore(Environment environment, JournalOptions options, StoreIndex index) {
        this.environment = environment;
        this.options = options;
        this.index = index;
        this.encoder = new UnitEncoder(options.maxUnitSize());
    }

    /** What an open journal consists of. */
    private record OpenJournal(
            Disk.DiskLock lock,
            Worker worker,
            Model model,
            SegmentFiles files,
            SegmentWriter segments,
            IndexFolder folder,
            JournalWriter writer,
            JournalReader reader) {}

    @Override
    public synchronized StoreState open() {
        if (openedBefore) {
            throw new StoreException(Reason.REFUSED, "This store has been opened before; make a new one");
        }
        openedBefore = true;
        Disk disk = environment.disk();
        try {
            createDirectory(disk);
            Path directory = disk.realPath(options.directory());
            Disk.DiskLock lock = lock(disk, directory);
            boolean done = false;
            try {
                StoreState state = open(disk, directory, lock);
                done = true;
                return state;
            } finally {
                if (!done) {
                    lock.close();
                }
            }
        } catch (IOException e) {
            throw new StoreException(Reason.IO, "The journal in " + options.directory() + " cannot be opened: " + e, e);
        }
    }

    /** With the names of all that had to be created made durable: forced files in a directory that is lost are lost. */
    private void createDirectory(Disk disk) throws IOException {
        List<Path> parents = new ArrayList<>();
        for (Path path = options.directory().toAbsolutePath().normalize(), parent = path.getParent();
                parent != null && !disk.exists(path);
                path = parent, parent = path.getParent()) {
            parents.add(parent);
        }
        disk.createDirectories(options.directory());
        for (Path parent : parents) {
            disk.forceDirectory(parent);
        }
    }

    private Disk.DiskLock lock(Disk disk, Path directory) throws IOException {
        Path file = directory.resolve(LOCK);
        String holder = "process " + ProcessHandle.current().pid();
        Optional<Disk.DiskLock> lock = disk.tryLock(file, holder);
        if (lock.isEmpty()) {
            String other = disk.lockHolder(file);
            throw new StoreException(
                    Reason.LOCKED,
                    "The directory " + directory + " is in use by "
                            + (other.isEmpty() ? "another process" : other)
                            + ". Close the broker there, or name another directory");
        }
        return lock.get();
    }

    private StoreState open(Disk disk, Path directory, Disk.DiskLock lock) throws IOException {
        long total = disk.totalSpace(directory);
        SegmentTable table = new SegmentTable();
        SegmentFiles files = new SegmentFiles(disk, directory, table);
        SummaryReader summaries = new SummaryReader(files);
        FoldedSegments folded = new FoldedSegments(index);
        BlockPages pages = new BlockPages(summaries, folded);
        Model model = new Model(new BlockDirectory(pages, table), table);
        IndexFolder folder = new IndexFolder(index, folded, summaries, environment.worker("fold"));
        BlockReader blocks = new BlockReader(files);
        RecentBlocks recent = new RecentBlocks(RECENT_BYTES);
        SegmentWriter segments = new SegmentWriter(disk, directory, files, model, folder, options.segmentSizeOn(total));
        boolean done = false;
        try {
            boolean afterCrash = recover(new Recovery(disk, directory, files, model), segments, model, blocks, folder);
            StoreState state = model.state(afterCrash);
            Worker worker = environment.worker("journal");
            JournalWriter writer = new JournalWriter(
                    environment,
                    worker,
                    directory,
                    model,
                    segments,
                    files,
                    new SegmentRetention(model, options.storeLimitOn(total)),
                    new SpaceWatch(disk, directory, options.minFreeDiskOn(total)),
                    recent,
                    options.sendTimeout().toNanos());
            open = new OpenJournal(
                    lock, worker, model, files, segments, folder, writer, new JournalReader(model, blocks, recent));
            model.segments().noteChange();
            writer.poke();
            done = true;
            return state;
        } finally {
            if (!done) {
                segments.giveUp();
                folder.close();
                files.close();
            }
        }
    }

    /** Whether the last close was not a clean one. */
    private boolean recover(
            Recovery recovery, SegmentWriter segments, Model model, BlockReader blocks, IndexFolder folder)
            throws IOException {
        long now = environment.clock().wallMillis();
        Optional<Recovery.Found> found = recovery.run();
        if (found.isEmpty()) {
            long storeId = environment.random().nextLong();
            folder.open(storeId, 0);
            segments.startNew(storeId, now);
            return false;
        }
        long epoch = found.get().last().info.epoch + 1;
        if (found.get().afterCrash()) {
            model.lostBefore(epoch);
            LostMessages.settle(model, blocks, now);
        }
        // Before sequences are skipped: what lies ahead now was still to come when it was marked.
        model.subscriptions().forEach(SubscriptionState::recovered);
        if (found.get().afterCrash()) {
            model.destinations().forEach(DestinationState::skipReserved);
        }
        model.destinations().forEach(DestinationState::recovered);
        folder.open(found.get().storeId(), found.get().lastCommit());
        segments.startBehind(found.get(), epoch, now);
        return found.get().afterCrash();
    }

    @Override
    public void append(StoreUnit unit, AppendCallback callback) {
        OpenJournal journal = open;
        if (journal == null || closed) {
            unit.chain().ifPresent(chain -> chain.broken());
            callback.failed(notOpen());
            return;
        }
        journal.writer.enqueue(encoder.encode(unit, callback));
    }

    @Override
    public List<StoredEntry> owed(int subscription, long fromSequence, int max) {
        if (max < 1) {
            throw new IllegalArgumentException("max must be at least 1, not " + max);
        }
        return reader().owed(subscription, fromSequence, max);
    }

    @Override
    public OptionalLong firstOwed(int subscription, long fromSequence) {
        return reader().firstOwed(subscription, fromSequence);
    }

    @Override
    public long owedCount(int subscription) {
        return reader().owedCount(subscription);
    }

    @Override
    public StoredEntry entry(int destination, long sequence) {
        return reader().entry(destination, sequence);
    }

    @Override
    public byte[] payload(int destination, long sequence) {
        return reader().payload(destination, sequence);
    }

    @Override
    public long nextSequence(int destination) {
        return reader().nextSequence(destination);
    }

    @Override
    public LaneIndex laneIndex() {
        return index.lanes();
    }

    @Override
    public StoreStatus status() {
        OpenJournal journal = open;
        if (journal == null) {
            return new StoreStatus(0, 0, 0, 0, false);
        }
        return new StoreStatus(
                journal.writer.bytes(),
                journal.model.segments().size(),
                journal.segments.commits(),
                journal.segments.forces(),
                !closed && journal.writer.isWritable());
    }

    @Override
    public void close() {
        OpenJournal journal;
        boolean first;
        synchronized (this) {
            openedBefore = true;
            journal = open;
            first = !closed;
            closed = true;
        }
        if (journal == null) {
            return;
        }
        if (first) {
            // Before the lock is freed, and while the files can be read.
            journal.folder.close();
            try {
                journal.worker.submit(() -> end(journal));
            } catch (RejectedExecutionException e) {
                // The environment was closed before its store, and its worker has ended.
                end(journal);
            }
        }
        journal.worker.close();
    }

    private static void end(OpenJournal journal) {
        try {
            journal.writer.finish();
        } finally {
            try (Disk.DiskLock lock = journal.lock;
                    SegmentFiles files = journal.files) {
                // Closed in this order: the files, then the lock.
            } catch (IOException e) {
                // All that had to be durable is, or its callers were told.
                LOG.warn("The files of the journal could not be closed", e);
            }
        }
    }

    private JournalReader reader() {
        OpenJournal journal = open;
        if (journal == null || closed) {
            throw notOpen();
        }
        return journal.reader;
    }

    private StoreException notOpen() {
        return new StoreException(
                Reason.CLOSED,
                "The journal in " + options.directory()
                        + (closed ? " is closed: nothing is stored any more" : " has not been opened yet"));
    }
}
