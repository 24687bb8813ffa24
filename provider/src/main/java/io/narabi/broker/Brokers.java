package io.narabi.broker;

import io.narabi.config.NarabiUrl;
import io.narabi.config.UrlKey;
import io.narabi.engine.EngineException;
import io.narabi.engine.EngineException.Reason;
import io.narabi.runtime.Disk;
import io.narabi.runtime.Environment;
import io.narabi.runtime.SystemEnvironment;
import io.narabi.store.Store;
import io.narabi.store.StoreException;
import io.narabi.store.index.HsqlIndex;
import io.narabi.store.journal.JournalOptions;
import io.narabi.store.journal.JournalStore;
import io.narabi.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The brokers of this class loader, by directory or name, counted by who holds them. One broker serves all who name the same real path;
 * a {@code memory:} broker stays when nobody holds it, until its last {@link NarabiBroker} is closed.
 */
final class Brokers {

    private static final Logger LOG = LoggerFactory.getLogger(Brokers.class);

    /** The index's directory in the journal's. */
    private static final String INDEX = "index";

    private static final Brokers ALL = new Brokers();

    /** Guarded by this; brokers are opened and closed under the lock, so that nobody finds one half open. */
    private final Map<String, Entry> open = new HashMap<>();

    private Brokers() {}

    static Brokers all() {
        return ALL;
    }

    /** Tells directories apart, before there is a broker for them. */
    private final Disk disk = new SystemEnvironment().disk();

    /** An open broker and who holds it. */
    private static final class Entry {
        private final Broker broker;
        private final SystemEnvironment environment;
        private final SortedMap<String, String> parameters;
        private final boolean memory;
        private int holders;
        private int owners;

        private Entry(
                Broker broker, SystemEnvironment environment, SortedMap<String, String> parameters, boolean memory) {
            this.broker = broker;
            this.environment = environment;
            this.parameters = parameters;
            this.memory = memory;
        }
    }

    /** A hold on a broker. */
    record Hold(Broker broker, Runnable release) {}

    /**
     * Holds the broker that the URL names, opened if nobody does.
     *
     * @param owner whether this is a {@link NarabiBroker}, which decides about a {@code memory:} broker's end
     */
    synchronized Hold hold(NarabiUrl url, boolean owner) {
        try {
            String key = key(url);
            SortedMap<String, String> parameters = brokerParameters(url);
            Entry entry = open.get(key);
            if (entry == null) {
                entry = open(url, key, parameters);
                open.put(key, entry);
            } else if (!parameters.isEmpty() && !entry.parameters.equals(parameters)) {
                LOG.warn(
                        "{} is open with broker parameters {}; those of a later URL, {}, have no effect",
                        key,
                        entry.parameters,
                        parameters);
            }
            entry.holders++;
            entry.owners += owner ? 1 : 0;
            AtomicBoolean released = new AtomicBoolean();
            return new Hold(entry.broker, () -> {
                if (released.compareAndSet(false, true)) {
                    release(key, owner);
                }
            });
        } catch (IOException e) {
            throw new EngineException(
                    Reason.UNAVAILABLE, "The directory of " + url + " cannot be used: " + e.getMessage(), e);
        } catch (StoreException e) {
            throw new EngineException(Reason.UNAVAILABLE, url + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private synchronized void release(String key, boolean owner) {
        Entry entry = open.get(key);
        if (entry == null) {
            return;
        }
        entry.holders--;
        entry.owners -= owner ? 1 : 0;
        boolean over = entry.memory ? owner && entry.owners == 0 : entry.holders == 0;
        if (over) {
            open.remove(key);
            try (SystemEnvironment environment = entry.environment) {
                // Its threads end with it.
                entry.broker.close();
            }
        }
    }

    private Entry open(NarabiUrl url, String key, SortedMap<String, String> parameters) {
        boolean memory = url.scheme() == NarabiUrl.Scheme.MEMORY;
        SystemEnvironment environment = new SystemEnvironment(disk);
        boolean done = false;
        try {
            Store store = memory ? new MemoryStore(environment) : journal(url, environment);
            Entry entry = new Entry(new Broker(key, url, store, environment), environment, parameters, memory);
            done = true;
            return entry;
        } finally {
            if (!done) {
                environment.close();
            }
        }
    }

    private static Store journal(NarabiUrl url, Environment environment) {
        JournalOptions options = new JournalOptions(
                Path.of(url.target()),
                given(url, UrlKey.SEGMENT_SIZE),
                given(url, UrlKey.MIN_FREE_DISK),
                url.sendTimeout(),
                given(url, UrlKey.STORE_LIMIT),
                JournalOptions.DEFAULT_MAX_UNIT_SIZE);
        return new JournalStore(
                environment,
                options,
                new HsqlIndex(environment, options.directory().resolve(INDEX)));
    }

    /** What the URL says, not its default: the store knows the disk, and what suits it. */
    private static OptionalLong given(NarabiUrl url, UrlKey<Long> key) {
        String text = url.parameters().get(key.key());
        return text == null ? OptionalLong.empty() : OptionalLong.of(key.parse(text));
    }

    private String key(NarabiUrl url) throws IOException {
        if (url.scheme() == NarabiUrl.Scheme.MEMORY) {
            return "memory:" + url.target();
        }
        Path directory = Path.of(url.target());
        disk.createDirectories(directory);
        return "embedded:" + disk.realPath(directory);
    }

    private static SortedMap<String, String> brokerParameters(NarabiUrl url) {
        SortedMap<String, String> parameters = new TreeMap<>();
        url.parameters().forEach((name, value) -> {
            if (UrlKey.named(name)
                    .filter(key -> key.scope() == UrlKey.Scope.BROKER)
                    .isPresent()) {
                parameters.put(name, value);
            }
        });
        return parameters;
    }
}
