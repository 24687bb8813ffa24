package io.narabi.it.wildfly;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** What a server has written to its log. */
record ServerLog(List<String> lines) {

    /** {@code 2025-01-01 12:00:00,000 WARN  [category] (thread) message}. */
    private static final Pattern COMPLAINT =
            Pattern.compile("^[\\d-]+ [\\d:,]+ (?:WARN|ERROR|FATAL) +\\[([\\w.$]+)].*");

    /** Ours, the server's connectors and beans, its transaction manager, and what no logger was used for. */
    private static final List<String> WATCHED = List.of(
            "io.narabi",
            "org.jboss.jca",
            "org.jboss.as.connector",
            "org.jboss.as.ejb3",
            "org.jboss.as.txn",
            "com.arjuna",
            "std");

    /** What the tests bring about. */
    private static final Pattern ON_PURPOSE = Pattern.compile(".*\\[io\\.narabi\\.broker\\.DeadLetters] .* of group "
            + "poison is exhausted after 3 attempts .* goes to queue wildfly\\.scripted\\.DLQ.*");

    static ServerLog of(ServerFiles server) throws IOException {
        return new ServerLog(Files.readAllLines(server.log()));
    }

    /** Fails where anybody who has to do with the resource adapter warned or worse. */
    void assertClean() {
        assertThat(lines).as("the log of the server").isNotEmpty();
        assertThat(complaints())
                .as("warnings and errors in the log of the server")
                .isEmpty();
    }

    /** As {@link #assertClean()}, where branches of resources were left that nobody recovers, or nobody did yet. */
    void assertCleanButForUnknownResources() {
        assertThat(complaints())
                .as("warnings and errors in the log of the server")
                .allMatch(line -> line.contains("ARJUNA016037") || line.contains("ARJUNA016038"));
    }

    /** Warnings and errors of those who have to do with the resource adapter. */
    List<String> complaints() {
        return lines.stream().filter(ServerLog::isComplaint).toList();
    }

    private static boolean isComplaint(String line) {
        var complaint = COMPLAINT.matcher(line);
        return complaint.matches()
                && !ON_PURPOSE.matcher(line).matches()
                && WATCHED.stream().anyMatch(watched -> complaint.group(1).startsWith(watched));
    }
}
