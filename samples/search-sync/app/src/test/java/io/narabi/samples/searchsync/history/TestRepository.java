package io.narabi.samples.searchsync.history;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheBuilder;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;

/** A repository on disk to which a test writes trees and commits, without a working tree's files. */
public final class TestRepository implements AutoCloseable {

    private final Repository repository;

    private TestRepository(Repository repository) {
        this.repository = repository;
    }

    public static TestRepository bare(Path directory) throws IOException {
        Repository repository = new FileRepositoryBuilder()
                .setGitDir(directory.toFile())
                .setBare()
                .build();
        repository.create(true);
        return new TestRepository(repository);
    }

    public static TestRepository withWorkTree(Path directory) throws IOException {
        Repository repository =
                new FileRepositoryBuilder().setWorkTree(directory.toFile()).build();
        repository.create(false);
        return new TestRepository(repository);
    }

    /** Something that a tree holds. */
    public record Entry(byte[] path, FileMode mode, ObjectId object) {}

    public Entry file(String path, String content) throws IOException {
        return new Entry(
                path.getBytes(StandardCharsets.UTF_8),
                FileMode.REGULAR_FILE,
                blob(content.getBytes(StandardCharsets.UTF_8)));
    }

    public ObjectId blob(byte[] content) throws IOException {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            ObjectId blob = inserter.insert(Constants.OBJ_BLOB, content);
            inserter.flush();
            return blob;
        }
    }

    /** A commit with exactly these entries. */
    public ObjectId commit(ObjectId[] parents, Entry... entries) throws IOException {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            DirCache tree = DirCache.newInCore();
            DirCacheBuilder builder = tree.builder();
            for (Entry entry : entries) {
                DirCacheEntry added = new DirCacheEntry(entry.path());
                added.setFileMode(entry.mode());
                added.setObjectId(entry.object());
                builder.add(added);
            }
            builder.finish();
            ObjectId treeId = tree.writeTree(inserter);
            inserter.flush();
            return commitOfTree(parents, treeId);
        }
    }

    /** A tree with one entry, its mode written as it is given. */
    public ObjectId tree(String mode, String name, ObjectId object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes((mode + ' ' + name + '\0').getBytes(StandardCharsets.US_ASCII));
        object.copyRawTo(bytes);
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            ObjectId tree = inserter.insert(Constants.OBJ_TREE, bytes.toByteArray());
            inserter.flush();
            return tree;
        }
    }

    public ObjectId commitOfTree(ObjectId[] parents, ObjectId tree) throws IOException {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            CommitBuilder commit = new CommitBuilder();
            commit.setTreeId(tree);
            commit.setParentIds(parents);
            commit.setAuthor(new PersonIdent("a", "a@b", Instant.EPOCH, ZoneOffset.UTC));
            commit.setCommitter(commit.getAuthor());
            commit.setMessage("m");
            ObjectId id = inserter.insert(commit);
            inserter.flush();
            return id;
        }
    }

    public void head(ObjectId commit) throws IOException {
        RefUpdate update = repository.updateRef(Constants.HEAD);
        update.setNewObjectId(commit);
        update.forceUpdate();
    }

    public Path directory() {
        return repository.getDirectory().toPath();
    }

    @Override
    public void close() {
        repository.close();
    }
}
