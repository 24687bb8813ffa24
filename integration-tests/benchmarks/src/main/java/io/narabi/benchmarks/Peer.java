package io.narabi.benchmarks;

import jakarta.jms.ConnectionFactory;
import java.nio.file.Path;

/** A provider under load, embedded in this JVM, that forces every confirmed send to disk. */
interface Peer extends AutoCloseable {

    /** A factory whose connections do not wait for acknowledgements in DUPS_OK. */
    ConnectionFactory factory() throws Exception;

    @Override
    void close() throws Exception;

    /** The providers there are. */
    enum Kind {
        NARABI {
            @Override
            Peer open(Path directory) {
                return new NarabiPeer(directory);
            }
        },
        ARTEMIS {
            @Override
            Peer open(Path directory) throws Exception {
                return new ArtemisPeer(directory);
            }
        };

        abstract Peer open(Path directory) throws Exception;
    }
}
