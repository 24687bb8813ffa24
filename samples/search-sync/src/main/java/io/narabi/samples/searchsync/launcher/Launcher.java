package io.narabi.samples.searchsync.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.glassfish.embeddable.GlassFishException;

/** The demo as a program. Its exit status is 0 if, and only if, all was right. */
public final class Launcher {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Launcher() {}

    /** Runs it; for the arguments see {@link Options}. */
    public static void main(String[] arguments) throws IOException {
        Options options = Options.parse(arguments);
        deleteAll(options.work());
        Files.createDirectories(options.work());
        Path log = options.work().resolve("server.log");
        Console console = Console.take(log);
        Result result = run(options, console);
        result.notes().forEach(console::line);
        result.shownProblems().forEach(console::line);
        if (!result.problems().isEmpty()) {
            console.line("The server's log is " + log);
        }
        result.summary().ifPresent(console::line);
        // The server leaves threads behind that would hold the JVM.
        Runtime.getRuntime().halt(result.exitStatus());
    }

    private static Result run(Options options, Console console) {
        console.progress("starting", 0, 0, 0);
        try {
            Path files = Files.createDirectories(options.work().resolve("server"));
            try (Server server = Server.start(files)) {
                String broker = "embedded:" + encoded(options.work().resolve("broker"));
                server.deployAdapter(options.resourceAdapter(), broker, "search-sync");
                return new Run(server.deployApplication(options.application()), console, PATIENCE).replay(options);
            }
        } catch (GlassFishException | IOException failure) {
            failure.printStackTrace();
            return Result.failed(String.valueOf(failure.getMessage()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Result.failed("Interrupted");
        }
    }

    /** A path in a URL of the broker is percent-decoded there. */
    private static String encoded(Path path) {
        return path.toString().replace("%", "%25").replace("?", "%3F");
    }

    private static void deleteAll(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
