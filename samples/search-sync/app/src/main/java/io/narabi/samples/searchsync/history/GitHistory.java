package io.narabi.samples.searchsync.history;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;

/**
 * The history of a git repository, bare or not, as it is: what HEAD names and its first parents. A shallow one begins with all files of
 * its oldest commit; an empty one has no changes. Thread-safe.
 */
public final class GitHistory implements Closeable {

    /** A larger blob has no text. */
    static final int LARGEST_TEXT = 1 << 20;

    /** As far as git itself looks for a zero byte before it takes a blob for text. */
    private static final int TEXT_PROBE = 8_000;

    private final Repository repository;

    private GitHistory(Repository repository) {
        this.repository = repository;
    }

    /**
     * Opens the repository that a directory is, or whose working tree it is.
     *
     * @throws HistoryException where there is none, or none that can be read
     */
    public static GitHistory open(Path directory) throws HistoryException {
        Path absolute = directory.toAbsolutePath().normalize();
        FileRepositoryBuilder builder = new FileRepositoryBuilder();
        Path parent = absolute.getParent();
        if (parent != null) {
            builder.addCeilingDirectory(parent.toFile());
        }
        return open(
                builder,
                absolute,
                "There is no git repository at " + absolute
                        + ": name one, its working tree or its bare directory, with -Drepo=PATH");
    }

    /**
     * Opens the repository that a directory lies in.
     *
     * @throws HistoryException where there is none, or none that can be read
     */
    public static GitHistory discover(Path inside) throws HistoryException {
        Path absolute = inside.toAbsolutePath().normalize();
        return open(
                new FileRepositoryBuilder(),
                absolute,
                "There is no git repository at " + absolute + " or above it: name one with -Drepo=PATH");
    }

    private static GitHistory open(FileRepositoryBuilder builder, Path directory, String none) throws HistoryException {
        QuietSystemReader.install();
        try {
            builder.findGitDir(directory.toFile());
            File gitDirectory = builder.getGitDir();
            if (gitDirectory == null) {
                throw new HistoryException(none);
            }
            return new GitHistory(builder.setMustExist(true).build());
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new HistoryException(
                    "The git repository at " + directory + " cannot be opened: " + unreadable.getMessage(), unreadable);
        }
    }

    /**
     * Every path changed by every commit from the first to HEAD, merges against their first parent; within a commit by path.
     *
     * @param progress told now and then how many have been found
     * @throws HistoryException where a commit or tree cannot be read
     */
    public List<Change> changes(IntConsumer progress) throws HistoryException {
        List<Change> changes = new ArrayList<>();
        Map<String, Change> latest = new HashMap<>();
        try (RevWalk walk = new RevWalk(repository)) {
            for (RevCommit commit : firstParents(walk)) {
                addChanges(walk, commit, latest, changes);
                progress.accept(changes.size());
            }
        } catch (IOException unreadable) {
            throw unreadable(unreadable);
        }
        return changes;
    }

    private List<RevCommit> firstParents(RevWalk walk) throws IOException {
        List<RevCommit> commits = new ArrayList<>();
        ObjectId head = repository.resolve(Constants.HEAD);
        Optional<RevCommit> next = head == null ? Optional.empty() : Optional.of(walk.parseCommit(head));
        while (next.isPresent()) {
            RevCommit commit = next.get();
            commits.add(commit);
            commit.disposeBody();
            next = commit.getParentCount() == 0 ? Optional.empty() : Optional.of(walk.parseCommit(commit.getParent(0)));
        }
        Collections.reverse(commits);
        return commits;
    }

    private void addChanges(RevWalk walk, RevCommit commit, Map<String, Change> latest, List<Change> changes)
            throws IOException {
        String commitId = commit.name();
        try (TreeWalk trees = new TreeWalk(repository, walk.getObjectReader())) {
            if (commit.getParentCount() == 0) {
                trees.addTree(new EmptyTreeIterator());
            } else {
                trees.addTree(commit.getParent(0).getTree());
            }
            trees.addTree(commit.getTree());
            trees.setRecursive(true);
            trees.setFilter(TreeFilter.ANY_DIFF);
            while (trees.next()) {
                if (isOnlyWrittenDifferently(trees)) {
                    continue;
                }
                String text = GitPath.text(trees.getRawPath());
                Change before = latest.get(text);
                Change change = new Change(
                        before == null ? text : before.path(),
                        before == null ? 1 : before.version() + 1,
                        operation(trees.getFileMode(0), trees.getFileMode(1)),
                        trees.getObjectId(1).name(),
                        commitId);
                latest.put(change.path(), change);
                changes.add(change);
            }
        }
    }

    /** Old trees have modes that git has one name for today, as 100664 beside 100644: for git, too, that is no change. */
    private static boolean isOnlyWrittenDifferently(TreeWalk trees) {
        return trees.idEqual(0, 1) && trees.getFileMode(0).equals(trees.getFileMode(1));
    }

    private static Operation operation(FileMode before, FileMode after) {
        if (before.equals(FileMode.MISSING)) {
            return Operation.ADD;
        }
        return after.equals(FileMode.MISSING) ? Operation.DELETE : Operation.MODIFY;
    }

    /**
     * The tree of HEAD: each path with the object it names. Submodules and symbolic links are entries like any other.
     *
     * @throws HistoryException where the commit or a tree cannot be read
     */
    public Map<String, String> head() throws HistoryException {
        Map<String, String> tree = new TreeMap<>();
        try (RevWalk walk = new RevWalk(repository);
                TreeWalk entries = new TreeWalk(repository)) {
            ObjectId head = repository.resolve(Constants.HEAD);
            if (head == null) {
                return tree;
            }
            entries.addTree(walk.parseCommit(head).getTree());
            entries.setRecursive(true);
            while (entries.next()) {
                tree.put(
                        GitPath.text(entries.getRawPath()),
                        entries.getObjectId(0).name());
            }
        } catch (IOException unreadable) {
            throw unreadable(unreadable);
        }
        return tree;
    }

    /**
     * The text of a blob. None where the object is no blob (a submodule's commit), is not there (a partial clone), is binary, or has more
     * than a MiB.
     *
     * @throws HistoryException where it cannot be read
     */
    public Optional<String> text(String blob) throws HistoryException {
        try {
            ObjectLoader loader = repository.open(ObjectId.fromString(blob));
            if (loader.getType() != Constants.OBJ_BLOB || loader.getSize() > LARGEST_TEXT) {
                return Optional.empty();
            }
            byte[] bytes = loader.getCachedBytes(LARGEST_TEXT);
            return isBinary(bytes) ? Optional.empty() : Optional.of(new String(bytes, StandardCharsets.UTF_8));
        } catch (MissingObjectException | LargeObjectException none) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw unreadable(unreadable);
        }
    }

    private static boolean isBinary(byte[] bytes) {
        for (int i = 0; i < Math.min(bytes.length, TEXT_PROBE); i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    private HistoryException unreadable(IOException failure) {
        return new HistoryException(
                "The git repository at " + repository.getDirectory() + " cannot be read: " + failure.getMessage(),
                failure);
    }

    @Override
    public void close() {
        repository.close();
    }
}
