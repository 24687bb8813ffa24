package io.narabi.store.index;

import io.narabi.runtime.SystemEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What tests do to an index's files behind its back, and segments to fill it with. */
final class HsqlFiles {

    private HsqlFiles() {}

    /** Copies the files, which may be in use: what a kill leaves, as long as nobody writes to them meanwhile. */
    static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    /** The names of the files, without the directory that HSQLDB has there for temporary ones. */
    static Set<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            Set<String> names = new TreeSet<>();
            files.filter(Files::isRegularFile)
                    .forEach(file -> names.add(file.getFileName().toString()));
            return names;
        }
    }

    /** Runs statements on a database that nobody has open. */
    static void sql(Path directory, String... statements) throws SQLException {
        try (SystemEnvironment environment = new SystemEnvironment()) {
            HsqlDatabase database = HsqlDatabase.connect(new IndexFiles(environment.disk(), directory));
            try (Statement statement = database.connection().createStatement()) {
                for (String sql : statements) {
                    statement.execute(sql);
                }
                database.connection().commit();
            }
            database.close();
        }
    }

    /** A number that a query gives, of a database that nobody has open. */
    static long number(Path directory, String query) throws SQLException {
        try (SystemEnvironment environment = new SystemEnvironment()) {
            HsqlDatabase database = HsqlDatabase.connect(new IndexFiles(environment.disk(), directory));
            try (Statement statement = database.connection().createStatement();
                    var row = statement.executeQuery(query)) {
                row.next();
                return row.getLong(1);
            } finally {
                database.abandon();
            }
        }
    }

    /**
     * Starts a program of the tests' class path in a JVM of its own.
     *
     * @param told where its output goes, behind what is there
     */
    static Process program(Class<?> main, Path told, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(told.toFile()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Blocks of destinations 1 to {@code destinations}, different in each segment. */
    static SegmentFold segment(int segment, int destinations, int blocksOfEach) {
        List<IndexedBlock> blocks = new ArrayList<>(destinations * blocksOfEach);
        for (int destination = 1; destination <= destinations; destination++) {
            long sequence = 1_000_000L * segment;
            for (int i = 0; i < blocksOfEach; i++) {
                int count = 1 + (i + segment) % 5;
                blocks.add(
                        new IndexedBlock(destination, sequence, count, i % 3 == 0, 16 * count, segment, i * 90, i * 7));
                sequence += count;
            }
        }
        return new SegmentFold(segment, segment * 10L, blocks);
    }

    static List<IndexedBlock> of(SegmentFold fold, int destination) {
        return fold.blocks().stream()
                .filter(block -> block.destination() == destination)
                .toList();
    }
}
