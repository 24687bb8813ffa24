package io.narabi.benchmarks;

import jakarta.jms.Connection;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs {@link Load} on each provider, one JVM a run, in turns, and prints a table and the ratio of the medians. System properties: {@code
 * messages}, {@code rounds}, {@code data} (a directory).
 */
public final class LoadProgram {

    private static final String RESULT = "RESULT ";
    private static final int WARM_UP = 100_000;

    private LoadProgram() {}

    /** @param args none: runs all in turns; the name of a provider: runs that in this JVM */
    public static void main(String[] args) throws Exception {
        int messages = Integer.getInteger("messages", 400_000);
        Path data = Path.of(System.getProperty("data", "target/load"));
        if (args.length == 1) {
            runOne(Peer.Kind.valueOf(args[0]), messages, data);
            return;
        }
        int rounds = Integer.getInteger("rounds", 3);
        Map<Peer.Kind, List<Load.Result>> results = new EnumMap<>(Peer.Kind.class);
        System.out.printf(
                "%d persistent messages of 1 KB, 1,000 groups, 4 producers (asynchronous, window 512), 4 consumers in DUPS_OK%n",
                messages);
        for (int round = 1; round <= rounds; round++) {
            for (Peer.Kind kind : Peer.Kind.values()) {
                Load.Result result = fork(kind, messages, data.resolve(kind + "-" + round));
                results.computeIfAbsent(kind, key -> new ArrayList<>()).add(result);
                print(kind + " " + round, result);
            }
        }
        double narabi = median(results.getOrDefault(Peer.Kind.NARABI, List.of()));
        double artemis = median(results.getOrDefault(Peer.Kind.ARTEMIS, List.of()));
        System.out.printf(Locale.ROOT, "ratio of the medians: %.2f%n", narabi / artemis);
    }

    private static double median(List<Load.Result> results) {
        List<Double> rates =
                results.stream().map(Load.Result::perSecond).sorted().toList();
        return rates.get(rates.size() / 2);
    }

    private static void print(String name, Load.Result result) {
        System.out.printf(
                Locale.ROOT,
                "%-12s %,9.0f msg/s   p50 %7.1f ms   p99 %7.1f ms   %d out of order%n",
                name,
                result.perSecond(),
                result.p50Millis(),
                result.p99Millis(),
                result.outOfOrder());
    }

    private static void runOne(Peer.Kind kind, int messages, Path data) throws Exception {
        try (Peer peer = kind.open(data);
                Connection connection = peer.factory().createConnection()) {
            Load.Result warmUp = new Load(connection, WARM_UP).run();
            Load.Result result = new Load(connection, messages).run();
            System.out.println(RESULT + result.perSecond() + " " + result.p50Millis() + " " + result.p99Millis() + " "
                    + (warmUp.outOfOrder() + result.outOfOrder()));
        }
    }

    private static Load.Result fork(Peer.Kind kind, int messages, Path data) throws IOException, InterruptedException {
        delete(data);
        Files.createDirectories(data);
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-Xmx2g",
                        "-Dmessages=" + messages,
                        "-Ddata=" + data,
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadProgram.class.getName(),
                        kind.name())
                .redirectErrorStream(true)
                .start();
        Load.Result result = null;
        List<String> rest = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(RESULT)) {
                    String[] parts = line.substring(RESULT.length()).split(" ", -1);
                    result = new Load.Result(
                            Double.parseDouble(parts[0]),
                            Double.parseDouble(parts[1]),
                            Double.parseDouble(parts[2]),
                            Long.parseLong(parts[3]));
                } else {
                    rest.add(line);
                }
            }
        }
        int status = process.waitFor();
        delete(data);
        if (result == null || status != 0) {
            throw new IllegalStateException(kind + " ended with " + status + ":\n" + String.join("\n", rest));
        }
        return result;
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> paths = Files.walk(directory)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
