package io.narabi.samples.searchsync.index;

import io.narabi.samples.searchsync.history.Change;
import io.narabi.samples.searchsync.history.Operation;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Bits;

/**
 * Files of a tree, found by their words: the first {@value #MOST_TEXT} characters of each.
 *
 * <p>To apply a change is to put one document in the place of another with the same path, or to remove it: doing it twice is the same as
 * doing it once. That, and messages of a path coming in order and one at a time, is all that is needed here; the document's version is
 * never compared with a change's, it is only there to be looked at. Lucene takes no part in transactions: when one rolls back, the index
 * has the change already, and gets it again.
 *
 * <p>Thread-safe.
 */
public final class SearchIndex implements Closeable {

    /** So much of a file can be found, in characters. */
    static final int MOST_TEXT = 10_000;

    private static final String PATH = "path";
    private static final String VERSION = "version";
    private static final String BLOB = "blob";
    private static final String COMMIT = "commit";
    private static final String TEXT = "text";

    private final Directory directory;
    private final IndexWriter writer;

    private SearchIndex(Directory directory, IndexWriter writer) {
        this.directory = directory;
        this.writer = writer;
    }

    /** A new index without documents in place of what the directory held. */
    public static SearchIndex create(Path directory) throws IOException {
        Directory files = FSDirectory.open(directory);
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer())
                .setOpenMode(IndexWriterConfig.OpenMode.CREATE)
                .setRAMBufferSizeMB(64)
                .setCommitOnClose(false);
        return new SearchIndex(files, new IndexWriter(files, config));
    }

    /** Applies a change; {@code text} is the file's. */
    public void apply(Change change, Optional<String> text) throws IOException {
        Term path = pathTerm(change.path());
        if (change.operation() == Operation.DELETE) {
            writer.deleteDocuments(path);
            return;
        }
        Document document = new Document();
        document.add(new StringField(PATH, path.bytes(), Field.Store.YES));
        document.add(new StoredField(VERSION, change.version()));
        document.add(new StoredField(BLOB, change.blob()));
        document.add(new StoredField(COMMIT, change.commit()));
        text.map(words -> words.substring(0, Math.min(words.length(), MOST_TEXT)))
                .ifPresent(words -> document.add(new TextField(TEXT, words, Field.Store.NO)));
        writer.updateDocument(path, document);
    }

    private static Term pathTerm(String path) {
        return new Term(PATH, path);
    }

    /** Brings what was applied to the disk. */
    public void commit() throws IOException {
        writer.commit();
    }

    /** All documents of the last {@link #commit()}, read from the disk. Two of one path are two of the list. */
    public List<Indexed> committed() throws IOException {
        List<Indexed> documents = new ArrayList<>();
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            for (LeafReaderContext leaf : reader.leaves()) {
                StoredFields fields = leaf.reader().storedFields();
                Bits live = leaf.reader().getLiveDocs();
                for (int i = 0; i < leaf.reader().maxDoc(); i++) {
                    if (live == null || live.get(i)) {
                        documents.add(indexed(fields.document(i)));
                    }
                }
            }
        }
        return documents;
    }

    private static Indexed indexed(Document document) {
        return new Indexed(
                document.getBinaryValue(PATH).utf8ToString(),
                document.getField(VERSION).numericValue().intValue(),
                document.get(BLOB));
    }

    /** How many files of the last {@link #commit()} have this word, in lower case. */
    public int count(String word) throws IOException {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            return new IndexSearcher(reader).count(new TermQuery(new Term(TEXT, word)));
        }
    }

    @Override
    public void close() throws IOException {
        try (directory) {
            writer.close();
        }
    }
}
