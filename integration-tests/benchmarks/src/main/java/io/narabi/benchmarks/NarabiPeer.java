package io.narabi.benchmarks;

import io.narabi.broker.NarabiBroker;
import io.narabi.jms.NarabiConnectionFactory;
import jakarta.jms.ConnectionFactory;
import java.nio.file.Path;

/** Narabi with its defaults. */
final class NarabiPeer implements Peer {

    private final NarabiBroker broker;

    NarabiPeer(Path directory) {
        broker = NarabiBroker.open("embedded:" + directory);
    }

    @Override
    public ConnectionFactory factory() {
        return new NarabiConnectionFactory(broker.url());
    }

    @Override
    public void close() {
        broker.close();
    }
}
