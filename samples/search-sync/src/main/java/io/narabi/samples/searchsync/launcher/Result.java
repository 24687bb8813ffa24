package io.narabi.samples.searchsync.launcher;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a run ended.
 *
 * @param summary the last line; empty where the run came to no end of its own
 * @param notes what is worth saying
 * @param problems what is wrong; a good run has none
 */
record Result(Optional<String> summary, List<String> notes, List<String> problems) {

    /** A run that could not be: the reason alone. */
    static Result failed(String why) {
        return new Result(Optional.empty(), List.of(), List.of(why));
    }

    static boolean isEnd(Properties status) {
        String phase = phase(status);
        return phase.equals("done") || phase.equals("failed");
    }

    static String phase(Properties status) {
        return status.getProperty("phase", "").toLowerCase(Locale.ROOT);
    }

    static int number(Properties status, String name) {
        return Integer.parseInt(status.getProperty(name, "0"));
    }

    /** From the status that {@link #isEnd(Properties)}. */
    static Result of(Properties status) {
        if (phase(status).equals("failed")) {
            return failed(status.getProperty("failure", "The run failed"));
        }
        String summary = String.format(
                Locale.ROOT,
                "narabi demo: %s messages, %s groups, %s redeliveries, %s dead-lettered, %s out of order, %s msg/s",
                status.getProperty("messages"),
                status.getProperty("groups"),
                status.getProperty("redeliveries"),
                status.getProperty("deadLettered"),
                status.getProperty("outOfOrder"),
                status.getProperty("messagesPerSecond"));
        return new Result(Optional.of(summary), lines(status, "note."), lines(status, "problem."));
    }

    private static List<String> lines(Properties status, String prefix) {
        return IntStream.iterate(1, i -> i + 1)
                .mapToObj(i -> Optional.ofNullable(status.getProperty(prefix + i)))
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .toList();
    }

    int exitStatus() {
        return problems.isEmpty() ? 0 : 1;
    }

    /** The problems, not more than can be read. */
    Stream<String> shownProblems() {
        int most = 20;
        Stream<String> first = problems.stream().limit(most).map(problem -> "WRONG: " + problem);
        return problems.size() <= most
                ? first
                : Stream.concat(first, Stream.of("WRONG: and " + (problems.size() - most) + " more"));
    }
}
