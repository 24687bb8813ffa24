package io.narabi.benchmarks;

import jakarta.jms.ConnectionFactory;
import java.nio.file.Path;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Embedded ActiveMQ Artemis, its journal buffer tuned to this kind of disk. */
final class ArtemisPeer implements Peer {

    /** 0.1 ms: at Artemis's default of 3.3 ms it is slower here. */
    private static final int BUFFER_TIMEOUT_NANOS = 100_000;

    private static final int CONFIRMATION_WINDOW = 1 << 20;

    private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();

    ArtemisPeer(Path directory) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setPersistenceEnabled(true)
                .setSecurityEnabled(false)
                .setJournalType(JournalType.NIO)
                .setJournalBufferTimeout_NIO(BUFFER_TIMEOUT_NANOS)
                .setJournalDirectory(directory.resolve("journal").toString())
                .setBindingsDirectory(directory.resolve("bindings").toString())
                .setPagingDirectory(directory.resolve("paging").toString())
                .setLargeMessagesDirectory(directory.resolve("large").toString())
                .addAcceptorConfiguration("in-vm", "vm://0");
        configuration.setMaxDiskUsage(-1);
        server.setConfiguration(configuration);
        server.start();
    }

    @Override
    public ConnectionFactory factory() {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("vm://0");
        factory.setBlockOnAcknowledge(false);
        factory.setBlockOnDurableSend(true);
        factory.setConfirmationWindowSize(CONFIRMATION_WINDOW);
        return factory;
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }
}
