package io.narabi.samples.searchsync.app;

import io.narabi.samples.searchsync.delivery.Delivery;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The log of deliveries as a file for people: a line for each, its fields separated by tabs, times in microseconds of the run. */
final class DeliveryFile {

    private DeliveryFile() {}

    static void write(Path file, List<Delivery> deliveries, long begin) throws IOException {
        try (BufferedWriter lines = Files.newBufferedWriter(file)) {
            lines.write("start\tend\tendpoint\tattempt\toutcome\tversion\toperation\tblob\tcommit\tpath\n");
            for (Delivery delivery : deliveries) {
                lines.write(String.join(
                        "\t",
                        String.valueOf((delivery.startNanos() - begin) / 1_000),
                        String.valueOf((delivery.endNanos() - begin) / 1_000),
                        delivery.endpoint(),
                        String.valueOf(delivery.attempt()),
                        delivery.outcome().name(),
                        String.valueOf(delivery.change().version()),
                        delivery.change().operation().name(),
                        delivery.change().blob(),
                        delivery.change().commit(),
                        delivery.change().path()));
                lines.newLine();
            }
        }
    }
}
