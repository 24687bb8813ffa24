package io.narabi.samples.searchsync.launcher;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The program's arguments, each {@code --name=value}.
 *
 * @param resourceAdapter the resource adapter's archive
 * @param application the application's archive
 * @param work a directory that is made anew: the server, the broker, the index and the log
 * @param checkout a directory in the repository that is replayed where none is named
 * @param repository the repository that is replayed
 */
record Options(Path resourceAdapter, Path application, Path work, Path checkout, Optional<Path> repository) {

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException where one is missing or is none of these
     */
    static Options parse(String... arguments) {
        Map<String, String> values = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (!argument.startsWith("--") || equals < 0) {
                throw new IllegalArgumentException("Not an argument of the form --name=value: " + argument);
            }
            values.put(argument.substring(2, equals), argument.substring(equals + 1));
        }
        Options options = new Options(
                path(values, "resource-adapter"),
                path(values, "application"),
                path(values, "work"),
                path(values, "checkout"),
                Optional.ofNullable(values.remove("repository"))
                        .filter(value -> !value.isBlank())
                        .map(Options::absolute));
        if (!values.isEmpty()) {
            throw new IllegalArgumentException("Unknown arguments: " + values.keySet());
        }
        return options;
    }

    private static Path path(Map<String, String> values, String name) {
        String value = values.remove(name);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("The argument --" + name + "=PATH is missing");
        }
        return absolute(value);
    }

    private static Path absolute(String value) {
        return Path.of(value).toAbsolutePath().normalize();
    }
}
