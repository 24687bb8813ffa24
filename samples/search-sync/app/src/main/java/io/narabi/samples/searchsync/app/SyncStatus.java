package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.check.Report;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * How far a run is.
 *
 * @param total the number of messages; 0 while it is not known
 * @param settled how many of them are done with; while they are counted, how many there are so far
 * @param report of a run that is {@link Phase#DONE}
 * @param failure why a run has {@link Phase#FAILED}
 */
record SyncStatus(Phase phase, int total, int settled, Optional<Report> report, Optional<String> failure) {

    enum Phase {
        IDLE,
        READING,
        SENDING,
        APPLYING,
        CHECKING,
        DONE,
        FAILED
    }

    static SyncStatus of(Phase phase, int total, int settled) {
        return new SyncStatus(phase, total, settled, Optional.empty(), Optional.empty());
    }

    static SyncStatus failed(String why) {
        return new SyncStatus(Phase.FAILED, 0, 0, Optional.empty(), Optional.of(why));
    }

    static SyncStatus done(Report report) {
        return new SyncStatus(Phase.DONE, report.messages(), report.messages(), Optional.of(report), Optional.empty());
    }

    /** As the text of a properties file. */
    String text() {
        Properties properties = new Properties();
        properties.setProperty("phase", phase.name());
        properties.setProperty("total", String.valueOf(total));
        properties.setProperty("settled", String.valueOf(settled));
        failure.ifPresent(why -> properties.setProperty("failure", why));
        report.ifPresent(r -> {
            properties.setProperty("messages", String.valueOf(r.messages()));
            properties.setProperty("groups", String.valueOf(r.groups()));
            properties.setProperty("redeliveries", String.valueOf(r.redeliveries()));
            properties.setProperty("deadLettered", String.valueOf(r.deadLettered()));
            properties.setProperty("outOfOrder", String.valueOf(r.outOfOrder()));
            properties.setProperty("messagesPerSecond", String.valueOf(r.messagesPerSecond()));
            put(properties, "problem.", r.problems());
            put(properties, "note.", r.notes());
        });
        StringWriter text = new StringWriter();
        try {
            properties.store(text, null);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return text.toString();
    }

    private static void put(Properties properties, String prefix, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            properties.setProperty(prefix + (i + 1), lines.get(i));
        }
    }
}
