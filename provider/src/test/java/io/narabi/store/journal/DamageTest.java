package io.narabi.store.journal;

import static io.narabi.store.journal.Units.destination;
import static io.narabi.store.journal.Units.message;
import static io.narabi.store.journal.Units.owed;
import static io.narabi.store.journal.Units.subscription;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narabi.runtime.sim.SimulatedEnvironment;
import io.narabi.store.StoreException;
import io.narabi.store.StoreException.Reason;
import io.narabi.store.StoreUnderTest.Restart;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** What was durable once and is not what it was any more is reported, and never skipped. */
class DamageTest {

    private final SimulatedEnvironment environment = SimulatedEnvironment.inline(3);
    private final JournalUnderTest tested = JournalUnderTest.on(environment);

    private static StoreException openFails(DiskImage image) {
        JournalStore store = new JournalStore(image.machine(), JournalOptions.in(JournalUnderTest.DIRECTORY));
        return catchThrowableOfType(StoreException.class, store::open);
    }

    private static void assertDamaged(StoreException failure, String file) {
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).isEqualTo(Reason.DAMAGED);
        assertThat(failure).hasMessageContaining(file).hasMessageContaining("at byte ");
    }

    /** Three commits, each forced before the next was written. */
    private DiskImage threeCommits() {
        tested.store(destination(1), subscription(1, 1));
        tested.store(message(1, "one"));
        tested.store(message(1, "two"));
        tested.store(message(1, "three"));
        return DiskImage.of(environment.disk());
    }

    @Test
    void anyByteBeforeTheLastCommit() {
        DiskImage image = threeCommits();
        byte[] content = image.file(image.last());
        int lastCommit = startOfLastCommit(content);
        assertThat(lastCommit).isGreaterThan(300);
        for (int at = 0; at < lastCommit; at++) {
            byte[] wrong = content.clone();
            wrong[at] ^= (byte) (1 << at % 8);
            assertDamaged(openFails(image.with(image.last(), wrong)), image.last());
        }
    }

    private static int startOfLastCommit(byte[] content) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        int at = Format.SEGMENT_HEADER;
        while (true) {
            CommitHeader header = CommitHeader.decode(bytes.position(at)).orElseThrow();
            if (at + header.length() == content.length) {
                return at;
            }
            at += header.length();
        }
    }

    @Test
    void nothingIsChangedWhereDamageIsFound() {
        DiskImage image = threeCommits();
        byte[] wrong = image.file(image.last()).clone();
        wrong[startOfLastCommit(wrong) - 1] ^= 1;
        SimulatedEnvironment machine = image.with(image.last(), wrong).machine();
        JournalOptions options = JournalOptions.in(JournalUnderTest.DIRECTORY);
        for (int i = 0; i < 2; i++) {
            JournalStore store = new JournalStore(machine, options);
            assertDamaged(catchThrowableOfType(StoreException.class, store::open), image.last());
            DiskImage found = DiskImage.of(machine.disk());
            assertThat(found.files().keySet()).isEqualTo(image.files().keySet());
            assertThat(found.file(image.last())).isEqualTo(wrong);
        }
    }

    @Test
    void aHoleInTheMiddle() {
        DiskImage image = threeCommits();
        byte[] content = image.file(image.last());
        int lastCommit = startOfLastCommit(content);
        byte[] hole = content.clone();
        Arrays.fill(hole, 200, lastCommit, (byte) 0);
        assertDamaged(openFails(image.with(image.last(), hole)), image.last());
    }

    @Test
    void aSegmentIsMissing() {
        DiskImage image = severalSegments();
        for (String name : List.copyOf(image.files().keySet())) {
            if (!name.equals(image.last())) {
                assertDamaged(openFails(image.without(name)), name);
            }
        }
    }

    @Test
    void theBeginningOfASegment() {
        DiskImage image = severalSegments();
        String first = image.files().firstKey();
        byte[] header = image.file(first).clone();
        header[20] ^= 1;
        assertDamaged(openFails(image.with(first, header)), first);
    }

    /** It is not read at the start; whoever looks for a message of the segment is told, and nobody else. */
    @Test
    void theSummaryOfASegment() {
        DiskImage image = severalSegments();
        String first = image.files().firstKey();
        byte[] summary = image.file(first).clone();
        summary[summary.length - 1] ^= 1;
        JournalUnderTest found = JournalUnderTest.on(image.with(first, summary).machine());
        assertThat(found.store().owedCount(1)).isEqualTo(12);
        assertDamaged(
                catchThrowableOfType(StoreException.class, () -> found.store().owed(1, 0, 100)), first);
        assertDamaged(
                catchThrowableOfType(StoreException.class, () -> found.store().payload(1, 1)), first);
        assertThat(Units.text(found.store(), 1, 12)).startsWith("message 12 ");
        assertThat(found.store().owed(1, 10, 100)).hasSize(3);
    }

    /** Bodies in older segments are not read at the start; whoever reads them is told. */
    @Test
    void messagesInAnOlderSegment() {
        DiskImage image = severalSegments();
        String first = image.files().firstKey();
        byte[] content = image.file(first);
        int body = indexOf(content, "message 1 ".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        byte[] wrongBody = content.clone();
        wrongBody[body] ^= 1;
        JournalUnderTest found =
                JournalUnderTest.on(image.with(first, wrongBody).machine());
        assertThat(found.store().owed(1, 0, 100)).hasSize(12);
        assertDamaged(
                catchThrowableOfType(StoreException.class, () -> found.store().payload(1, 1)), first);
        assertThat(Units.text(found.store(), 1, 2)).startsWith("message 2 ");

        byte[] wrongGroup = content.clone();
        wrongGroup[body - 1] ^= 1;
        JournalUnderTest other =
                JournalUnderTest.on(image.with(first, wrongGroup).machine());
        assertDamaged(
                catchThrowableOfType(StoreException.class, () -> other.store().owed(1, 0, 1)), first);
        assertDamaged(
                catchThrowableOfType(StoreException.class, () -> other.store().entry(1, 1)), first);
        assertDamaged(
                catchThrowableOfType(StoreException.class, () -> other.store().payload(1, 1)), first);
    }

    private DiskImage severalSegments() {
        tested.store(destination(1), subscription(1, 1));
        for (int i = 1; i <= 12; i++) {
            tested.store(message(1, "message " + i + " " + "x".repeat(1_000)));
        }
        DiskImage image = DiskImage.of(environment.disk());
        assertThat(image.files()).hasSizeGreaterThan(3);
        return image;
    }

    private static int indexOf(byte[] content, byte[] part) {
        for (int i = 0; i + part.length <= content.length; i++) {
            if (Arrays.equals(content, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        throw new AssertionError("Not there");
    }

    @Test
    void aFileThatEndsTooEarly() {
        DiskImage image = severalSegments();
        String first = image.files().firstKey();
        byte[] half = Arrays.copyOf(image.file(first), image.file(first).length / 2);
        assertDamaged(openFails(image.with(first, half)), first);
    }

    private StoreException openFailsInFormat(int version) {
        DiskImage image = threeCommits();
        byte[] other = image.file(image.last()).clone();
        ByteBuffer header = ByteBuffer.wrap(other);
        header.putInt(8, version);
        CRC32C crc = new CRC32C();
        crc.update(other, 0, Format.SEGMENT_HEADER - 4);
        header.putInt(Format.SEGMENT_HEADER - 4, (int) crc.getValue());
        StoreException failure = openFails(image.with(image.last(), other));
        assertThat(failure.reason()).isEqualTo(Reason.IO);
        assertThat(failure).hasMessageContaining(image.last()).hasMessageContaining("format " + version);
        return failure;
    }

    @Test
    void aNewerFormatIsToldFromDamage() {
        assertThat(openFailsInFormat(Format.VERSION + 1))
                .hasMessageContaining("reads up to 1")
                .hasMessageContaining("upgrade");
    }

    @Test
    void aFormatThatNeverWasIsToldFromDamage() {
        assertThat(openFailsInFormat(0)).hasMessageContaining("no version");
    }

    /** Damage after a clean close, too: nothing can have been torn. */
    @Test
    void theLastCommitsOfAJournalThatWentOnInANewSegment() {
        threeCommits();
        tested.reopen(Restart.CLEAN);
        tested.store(message(1, "four"));
        DiskImage image = DiskImage.of(environment.disk());
        String first = image.files().firstKey();
        assertThat(first).isNotEqualTo(image.last());
        byte[] wrong = image.file(first).clone();
        int body = indexOf(wrong, "three".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        wrong[body] ^= 1;
        JournalUnderTest found = JournalUnderTest.on(image.with(first, wrong).machine());
        assertDamaged(catchThrowableOfType(StoreException.class, () -> owed(found.store(), 1, 1)), first);
    }
}
