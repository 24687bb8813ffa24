package io.narabi.store.journal;

import static io.narabi.store.journal.Units.destination;
import static io.narabi.store.journal.Units.message;
import static io.narabi.store.journal.Units.owed;
import static io.narabi.store.journal.Units.subscription;
import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.DiskFile;
import io.narabi.runtime.sim.MemoryDisk;
import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.journal.FrameScanner.Tail;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** What is behind the last whole commit is told apart: torn, out of order, damaged. */
class FrameScannerTest {

    private static final int SEGMENT = 3;
    private static final long STORE = 77;
    private static final int MIB = 1 << 20;

    /** The commit that should be at the beginning of the file. */
    private static final long EXPECTED = 10;

    private static byte[] frame(long storeId, int segment, long number, long durableThrough) {
        byte[] body = new byte[20];
        CRC32C crc = new CRC32C();
        crc.update(body, 0, body.length);
        ByteBuffer frame = ByteBuffer.allocate(Format.COMMIT_HEADER + body.length);
        new CommitHeader(frame.capacity(), storeId, segment, number, durableThrough, 0, (int) crc.getValue())
                .encode(frame);
        return frame.put(body).array();
    }

    /** Noise, then the frame at this position. */
    private static byte[] behindNoise(int position, byte[] frame) {
        byte[] noise = new byte[position];
        new Random(1).nextBytes(noise);
        byte[] file = Arrays.copyOf(noise, position + frame.length + 100);
        System.arraycopy(frame, 0, file, position, frame.length);
        return file;
    }

    private static Tail tail(byte[] content) throws IOException {
        Path path = Path.of("/file");
        try (DiskFile file = new MemoryDisk(1).open(path)) {
            file.write(ByteBuffer.wrap(content), 0);
            return new FrameScanner(file, path, SEGMENT).tail(0, EXPECTED, STORE);
        }
    }

    @Test
    void nothingThatCanBeReadIsTorn() throws IOException {
        assertThat(tail(behindNoise(5_000, new byte[0]))).isEqualTo(new Tail.Torn());
        byte[] wrong = frame(STORE, SEGMENT, 12, 11);
        wrong[wrong.length - 1] ^= 1;
        assertThat(tail(behindNoise(100, wrong))).isEqualTo(new Tail.Torn());
    }

    @Test
    void commitsOfOthersOrOfBeforeAreNone() throws IOException {
        assertThat(tail(behindNoise(100, frame(STORE + 1, SEGMENT, 12, 11)))).isEqualTo(new Tail.Torn());
        assertThat(tail(behindNoise(100, frame(STORE, SEGMENT + 1, 12, 11)))).isEqualTo(new Tail.Torn());
        assertThat(tail(behindNoise(100, frame(STORE, SEGMENT, 9, 8)))).isEqualTo(new Tail.Torn());
    }

    @Test
    void aLaterCommitThatKnewNothingOfIt() throws IOException {
        Tail found = tail(behindNoise(100, frame(STORE, SEGMENT, 12, 9)));
        assertThat(found).isInstanceOf(Tail.Unordered.class);
        assertThat(((Tail.Unordered) found).later().position()).isEqualTo(100);
        assertThat(((Tail.Unordered) found).later().header().number()).isEqualTo(12);
    }

    /** Wherever it is: across the borders of what is read at once, too. */
    @Test
    void aLaterCommitThatKnewItToBeDurable() throws IOException {
        for (int position :
                new int[] {1, 100, MIB - 60, MIB - 5, MIB - 4, MIB - 3, MIB - 2, MIB - 1, MIB, 2 * MIB - 4}) {
            Tail found = tail(behindNoise(position, frame(STORE, SEGMENT, 12, 10)));
            assertThat(found).as("at %d", position).isInstanceOf(Tail.Damaged.class);
            assertThat(((Tail.Damaged) found).witness().position()).isEqualTo(position);
        }
    }

    @Test
    void theWitnessNeedNotBeTheFirst() throws IOException {
        byte[] both = Arrays.copyOf(frame(STORE, SEGMENT, 11, 9), 300);
        byte[] witness = frame(STORE, SEGMENT, 12, 11);
        System.arraycopy(witness, 0, both, 200, witness.length);
        assertThat(tail(behindNoise(50, both))).isInstanceOf(Tail.Damaged.class);
    }

    /** Commits that were not forced may reach the disk in any order: what is behind the missing one is cut, and is no damage. */
    @Test
    void aJournalOpensWithoutCommitsThatNobodyForced() {
        SimulatedEnvironment environment = SimulatedEnvironment.inline(3);
        JournalUnderTest tested = JournalUnderTest.on(environment);
        tested.store(destination(1), subscription(1, 1), message(1, "persistent"));
        tested.store(message(1, "first", false));
        DiskImage whole = DiskImage.of(environment.disk());
        int before = whole.file(whole.last()).length;
        tested.store(message(1, "second", false));
        tested.store(message(1, "third", false));
        DiskImage image = DiskImage.of(environment.disk());
        byte[] torn = image.file(image.last()).clone();
        torn[before + Format.COMMIT_HEADER] ^= 1;
        try (JournalUnderTest found =
                JournalUnderTest.on(image.with(image.last(), torn).machine())) {
            assertThat(owed(found.store(), 1, 1)).containsExactly("persistent");
        }
    }
}
