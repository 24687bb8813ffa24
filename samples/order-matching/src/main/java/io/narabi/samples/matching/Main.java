package io.narabi.samples.matching;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs the exchange and compares its trades, order by order, with those of a single-threaded run without any messaging. System
 * properties: {@code orders}, {@code symbols}, {@code producers}, {@code consumers}, {@code seed}, {@code data} (a directory, emptied at
 * the start) and {@code crash} (true: the process halts itself in the middle and is started again).
 */
public final class Main {

    /** Exit status of a process that halted itself. */
    static final int CRASHED = 99;

    private static final int DIFFERENT = 1;

    private Main() {}

    /** @param args none; see the system properties */
    public static void main(String[] args) throws Exception {
        boolean continued = Boolean.getBoolean("continued");
        boolean crash = Boolean.getBoolean("crash");
        Settings settings = settings(0);
        if (!continued) {
            delete(Path.of(settings.data()));
        }
        if (crash && !continued) {
            int status = runChild(settings.total() / 2);
            if (status != CRASHED) {
                System.out.println("The process that was to halt itself ended with " + status);
                System.exit(DIFFERENT);
            }
            System.out.println("halted in the middle; going on");
        }
        Exchange.Outcome outcome = new Exchange(continued ? settings(Long.getLong("haltAfter", 0)) : settings).run();
        System.exit(report(settings, outcome) ? 0 : DIFFERENT);
    }

    private static Settings settings(long haltAfter) {
        return new Settings(
                System.getProperty("data", "target/data"),
                Integer.getInteger("orders", 100_000),
                Integer.getInteger("symbols", 200),
                Integer.getInteger("producers", 8),
                Integer.getInteger("consumers", 8),
                Long.getLong("seed", 1),
                haltAfter);
    }

    private static boolean report(Settings settings, Exchange.Outcome outcome) {
        long trades = 0;
        boolean equal = true;
        for (List<Order> flow : settings.flows()) {
            List<Execution> expected = reference(flow);
            trades += expected.stream().mapToLong(e -> e.trades().size()).sum();
            equal &= expected.equals(
                    outcome.executions().getOrDefault(flow.get(0).symbol(), List.of()));
        }
        double rate = outcome.matched() / (outcome.nanos() / 1e9);
        System.out.printf(
                Locale.ROOT,
                "order matching: %d orders, %d symbols, %d trades, %s, %.0f orders/s%n",
                settings.total(),
                settings.symbols(),
                trades,
                equal ? "equal to the reference run" : "DIFFERENT from the reference run",
                rate);
        return equal;
    }

    static List<Execution> reference(List<Order> flow) {
        Book book = new Book();
        List<Execution> executions = new ArrayList<>();
        flow.forEach(order -> executions.add(new Execution(order, book.apply(order))));
        return executions;
    }

    /** Runs this program in a process of its own that halts itself. */
    private static int runChild(long haltAfter) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Dcontinued=true",
                "-DhaltAfter=" + haltAfter));
        for (Map.Entry<Object, Object> property : System.getProperties().entrySet()) {
            if (List.of("orders", "symbols", "producers", "consumers", "seed", "data")
                    .contains(property.getKey())) {
                command.add("-D" + property.getKey() + "=" + property.getValue());
            }
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        return new ProcessBuilder(command).inheritIO().start().waitFor();
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
