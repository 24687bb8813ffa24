package io.narabi.store.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.narabi.runtime.sim.CrashPolicy;
import io.narabi.store.BranchId;
import io.narabi.store.StoreRecord;
import io.narabi.store.StoreRecord.Attempt;
import io.narabi.store.StoreRecord.AttemptMark;
import io.narabi.store.StoreRecord.CommitBranch;
import io.narabi.store.StoreRecord.LaneMark;
import io.narabi.store.StoreRecord.NewMessage;
import io.narabi.store.StoreRecord.Prepare;
import io.narabi.store.StoreRecord.RollbackBranch;
import io.narabi.store.StoreRecord.Settle;
import io.narabi.store.StoreRecord.Settlement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever the disk does, and whenever the machine goes down, again and again: nothing confirmed is lost, nothing is invented, order is
 * kept, units are whole, no sequence is given twice, what is retained can be read. {@link CrashingJournal} says what is compared.
 */
class RandomCrashTest {

    /** The build's runs are the same each time; {@code -Dnarabi.seed=N} makes others. */
    private static final long BUILD_SEED = 20_261_130L;

    private static final long SEED = BUILD_SEED + Long.getLong("narabi.seed", 0);

    private static final int RUNS = Integer.getInteger("narabi.runs", 60);
    private static final int STEPS = 120;
    private static final int LAST = CrashingJournal.DESTINATIONS;

    /** The last steps of a run. */
    private final Deque<String> history = new ArrayDeque<>();

    private int texts;
    private int branches;

    @Test
    void confirmedIsThereAndNothingElse() {
        CrashCounts counts = new CrashCounts();
        for (int i = 0; i < RUNS; i++) {
            long seed = SEED + i;
            history.clear();
            try {
                run(seed, counts);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "-Dnarabi.seed=" + (seed - BUILD_SEED) + ": " + e.getMessage() + "\nLast steps:\n  "
                                + String.join("\n  ", history),
                        e);
            }
        }
        System.out.println("RandomCrashTest: " + RUNS + " runs of " + STEPS + " steps from -Dnarabi.seed="
                + (SEED - BUILD_SEED) + ": " + counts);
        assertThat(counts.confirmed).isGreaterThan(20 * RUNS);
        assertThat(counts.unknown).isGreaterThan(RUNS / 4);
        assertThat(counts.crashes).isGreaterThan(3 * RUNS);
        assertThat(counts.closes).isGreaterThan(RUNS);
        assertThat(counts.cameToLight).isGreaterThan(RUNS / 4);
        assertThat(counts.vanished).isGreaterThan(RUNS / 4);
    }

    private void run(long seed, CrashCounts counts) {
        Random random = new Random(seed);
        CrashingJournal journal = new CrashingJournal(seed, counts);
        for (int i = 0; i < STEPS; i++) {
            step(journal, random);
        }
        journal.finish();
    }

    private void step(CrashingJournal journal, Random random) {
        int choice = random.nextInt(100);
        if (choice < 62) {
            List<StoreRecord> unit = unit(journal, random);
            note("append " + unit.stream().map(RandomCrashTest::describe).toList());
            journal.append(unit);
        } else if (choice < 84) {
            note("run");
            journal.run();
        } else if (choice < 87) {
            note("step");
            journal.step();
        } else if (choice < 90) {
            int millis = random.nextInt(random.nextBoolean() ? 3_000 : 60_000);
            note("wait " + millis);
            journal.advance(millis);
        } else if (choice < 93) {
            boolean forces = random.nextBoolean();
            note("the disk fails");
            journal.failDisk(forces, 1 + random.nextInt(3));
        } else if (choice < 95) {
            int operations = random.nextInt(20);
            note("down after " + operations);
            journal.goDownAfter(operations);
        } else if (choice < 98) {
            CrashPolicy policy = CrashPolicy.values()[random.nextInt(CrashPolicy.values().length)];
            note("crash " + policy);
            journal.crash(policy);
        } else {
            note("reopen");
            journal.reopen();
        }
    }

    private void note(String step) {
        history.add(step);
        if (history.size() > 40) {
            history.remove();
        }
    }

    private static String describe(StoreRecord item) {
        if (item instanceof NewMessage message) {
            return message.destination() + ":" + ReferenceStore.shortened(ReferenceStore.text(message));
        } else if (item instanceof Settle settle) {
            return "settle " + settle.subscription() + Arrays.toString(settle.sequences());
        } else if (item instanceof Prepare prepare) {
            return "prepare " + prepare.branch()
                    + prepare.records().stream().map(RandomCrashTest::describe).toList();
        }
        return item.toString();
    }

    // ---- units ----

    private List<StoreRecord> unit(CrashingJournal journal, Random random) {
        List<StoreRecord> unit = new ArrayList<>();
        int choice = random.nextInt(100);
        if (choice < 35) {
            addMessages(1 + random.nextInt(3), unit, random);
        } else if (choice < 55) {
            // A transaction.
            addSettlement(journal, unit, random);
            addMessages(random.nextInt(3), unit, random);
            addSettlement(journal, unit, random);
        } else if (choice < 68) {
            addSettlement(journal, unit, random);
        } else if (choice < 75) {
            addDeadLetter(journal, unit, random);
        } else if (choice < 83) {
            unit.add(branch(journal, random));
        } else if (choice < 91) {
            addBranchEnd(journal, unit, random);
        } else {
            addAttempt(journal, unit, random);
        }
        if (unit.isEmpty()) {
            addMessages(1, unit, random);
        }
        return unit;
    }

    private void addMessages(int count, List<StoreRecord> unit, Random random) {
        for (int i = 0; i < count; i++) {
            unit.add(message(1 + random.nextInt(LAST), random.nextInt(4) > 0, random));
        }
    }

    /** The text of one that is not persistent begins with n. */
    private NewMessage message(int destination, boolean persistent, Random random) {
        StringBuilder text =
                new StringBuilder(persistent ? "p" : "n").append(++texts).append(' ');
        // Nothing that could be compressed.
        random.ints(random.nextInt(3) == 0 ? random.nextInt(1_500) : 0, 'a', 'z' + 1)
                .forEach(text::appendCodePoint);
        return new NewMessage(
                destination,
                random.nextInt(3),
                random.nextInt(3) == 0 ? "" : "g" + random.nextInt(4),
                4,
                persistent,
                0,
                0,
                text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void addSettlement(CrashingJournal journal, List<StoreRecord> unit, Random random) {
        int subscription = 1 + random.nextInt(LAST);
        int share = 1 + random.nextInt(4);
        long[] sequences = journal.owed(subscription).stream()
                .filter(sequence -> random.nextInt(share) == 0)
                .mapToLong(Long::longValue)
                .toArray();
        if (sequences.length > 0) {
            unit.add(Units.settle(subscription, sequences));
        }
    }

    /** The original is settled and its dead letter stored, in one unit. */
    private void addDeadLetter(CrashingJournal journal, List<StoreRecord> unit, Random random) {
        int subscription = 1 + random.nextInt(LAST - 1);
        List<Long> owed = journal.owed(subscription);
        if (!owed.isEmpty()) {
            unit.add(new Settle(subscription, new long[] {owed.get(0)}, Settlement.DEAD_LETTERED));
            unit.add(message(LAST, true, random));
        }
    }

    private Prepare branch(CrashingJournal journal, Random random) {
        List<StoreRecord> records = new ArrayList<>();
        addMessages(random.nextInt(3), records, random);
        addSettlement(journal, records, random);
        return new Prepare(Units.branch(++branches), records);
    }

    private void addBranchEnd(CrashingJournal journal, List<StoreRecord> unit, Random random) {
        List<BranchId> prepared = journal.reference().prepared();
        if (!prepared.isEmpty()) {
            BranchId branch = prepared.get(random.nextInt(prepared.size()));
            unit.add(random.nextInt(3) > 0 ? new CommitBranch(branch) : new RollbackBranch(branch));
            addMessages(random.nextInt(2), unit, random);
        }
    }

    private static void addAttempt(CrashingJournal journal, List<StoreRecord> unit, Random random) {
        int subscription = 1 + random.nextInt(LAST);
        List<Long> owed = journal.owed(subscription);
        if (owed.isEmpty()) {
            return;
        }
        long sequence = owed.get(random.nextInt(owed.size()));
        unit.add(
                switch (random.nextInt(3)) {
                    case 0 -> new AttemptMark(subscription, sequence + random.nextInt(1_000));
                    case 1 -> new LaneMark(subscription, "g" + random.nextInt(4), random.nextInt(2), sequence);
                    default -> new Attempt(subscription, sequence, random.nextInt(4));
                });
    }
}
