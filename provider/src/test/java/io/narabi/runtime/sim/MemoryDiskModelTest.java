package io.narabi.runtime.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** A file on the disk in memory against a plain array, through any writes, cuts and forces. */
class MemoryDiskModelTest {

    private static final Path FILE = Path.of("/f");

    private enum Kind {
        WRITE,
        TRUNCATE,
        FORCE
    }

    private record Step(Kind kind, int position, int length, int seed) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        Arbitrary<Kind> kind =
                Arbitraries.frequency(Tuple.of(6, Kind.WRITE), Tuple.of(2, Kind.TRUNCATE), Tuple.of(1, Kind.FORCE));
        Arbitrary<Integer> position = Arbitraries.oneOf(
                Arbitraries.integers().between(0, 4000), Arbitraries.of(0, 511, 512, 513, 1024, 2048));
        Arbitrary<Integer> length = Arbitraries.integers().between(0, 1500);
        return Combinators.combine(kind, position, length, Arbitraries.integers())
                .as(Step::new)
                .list()
                .ofMaxSize(12);
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void fileIsAsWrittenAndAfterACrashAsItWasSinceTheForce(@ForAll("steps") List<Step> steps) throws IOException {
        MemoryDisk disk = new MemoryDisk(1);
        DiskFile file = disk.open(FILE);
        disk.forceDirectory(Path.of("/"));
        List<byte[]> sinceForce = new ArrayList<>(List.of(new byte[0]));
        for (Step step : steps) {
            byte[] now = sinceForce.get(sinceForce.size() - 1);
            switch (step.kind()) {
                case WRITE -> {
                    byte[] data = new byte[step.length()];
                    new Random(step.seed()).nextBytes(data);
                    file.write(ByteBuffer.wrap(data), step.position());
                    sinceForce.add(written(now, data, step.position()));
                }
                case TRUNCATE -> {
                    file.truncate(step.position());
                    sinceForce.add(Arrays.copyOf(now, Math.min(now.length, step.position())));
                }
                case FORCE -> {
                    file.force();
                    sinceForce = new ArrayList<>(List.of(now));
                }
            }
        }
        byte[] now = sinceForce.get(sinceForce.size() - 1);
        assertThat(content(file)).isEqualTo(now);
        assertThat(contentOf(disk.imageAfterCrash(CrashPolicy.KEEP_ALL, 1))).isEqualTo(now);
        assertThat(contentOf(disk.imageAfterCrash(CrashPolicy.LOSE_ALL, 1))).isEqualTo(sinceForce.get(0));
        for (long seed = 0; seed < 5; seed++) {
            assertMixed(contentOf(disk.imageAfterCrash(CrashPolicy.PREFIX, seed)), sinceForce);
            assertMixed(contentOf(disk.imageAfterCrash(CrashPolicy.ANY, seed)), sinceForce);
        }
    }

    private static byte[] written(byte[] before, byte[] data, int position) {
        if (data.length == 0) {
            return before;
        }
        byte[] after = Arrays.copyOf(before, Math.max(before.length, position + data.length));
        System.arraycopy(data, 0, after, position, data.length);
        return after;
    }

    /** Each sector is as it was at some time since the force; behind the end of a content there are zeros. */
    private static void assertMixed(byte[] found, List<byte[]> sinceForce) {
        for (int start = 0; start < found.length; start += 512) {
            int end = Math.min(found.length, start + 512);
            int from = start;
            boolean known = sinceForce.stream()
                    .map(content -> Arrays.copyOf(content, Math.max(end, content.length)))
                    .anyMatch(content -> Arrays.equals(content, from, end, found, from, end));
            assertThat(known).as("the sector at %d was so at some time", start).isTrue();
        }
        assertThat(found.length)
                .isBetween(
                        sinceForce.stream()
                                .mapToInt(content -> content.length)
                                .min()
                                .orElse(0),
                        sinceForce.stream()
                                .mapToInt(content -> content.length)
                                .max()
                                .orElse(0));
    }

    private static byte[] contentOf(MemoryDisk disk) throws IOException {
        try (DiskFile file = disk.open(FILE)) {
            return content(file);
        }
    }

    private static byte[] content(DiskFile file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) file.size());
        assertThat(file.read(buffer, 0)).isEqualTo(buffer.capacity());
        return buffer.array();
    }
}
