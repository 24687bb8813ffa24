package io.narabi.store.index;

import static io.narabi.store.index.StoreIndexContract.STORE;

import io.narabi.runtime.SystemEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Damages indexes at random and looks at what they give. A program of its own: HSQLDB asks for as much memory as a damaged length says, which
 * is survived, unless the JVM has been told to end then, as that of the tests has.
 */
final class HsqlDamage {

    private HsqlDamage() {}

    /** The directory, and how many. Prints how many began anew, refused something, and gave all. */
    public static void main(String[] arguments) throws IOException {
        SystemEnvironment environment = new SystemEnvironment();
        Path directory = Path.of(arguments[0]);
        Path running = directory.resolve("running");
        HsqlIndex source = HsqlSample.filled(environment, running);
        Path killed = HsqlFiles.copy(running, directory.resolve("killed"));
        source.close();
        int anew = 0;
        int refused = 0;
        int whole = 0;
        int runs = Integer.parseInt(arguments[1]);
        for (int seed = 0; seed < runs; seed++) {
            Path image = HsqlFiles.copy(seed % 2 == 0 ? killed : running, directory.resolve("image" + seed));
            String how = damage(image, new Random(seed));
            HsqlIndex index = new HsqlIndex(environment, image);
            Folded folded = index.open(STORE, 1_000);
            boolean some;
            try {
                some = HsqlSample.onlyRightOrRefused(index, folded.segments());
            } catch (AssertionError e) {
                throw new AssertionError("Seed " + seed + ": " + how, e);
            }
            index.close();
            if (folded.equals(Folded.NOTHING)) {
                anew++;
            } else if (some) {
                refused++;
            } else {
                whole++;
            }
            HsqlSample.goesOn(environment, image);
        }
        System.out.printf("%d %d %d%n", anew, refused, whole);
        environment.close();
    }

    private static String damage(Path image, Random random) throws IOException {
        List<String> names = new ArrayList<>(HsqlFiles.names(image));
        // Most of what there is.
        names.addAll(List.of("index.data", "index.data", "index.data"));
        if (names.contains("index.log")) {
            names.add("index.log");
        }
        Path file = image.resolve(names.get(random.nextInt(names.size())));
        byte[] bytes = Files.readAllBytes(file);
        // Most of the data file are holes, which are of no interest.
        int used = bytes.length;
        while (used > 0 && bytes[used - 1] == 0) {
            used--;
        }
        if (used == 0) {
            return "nothing";
        }
        int at;
        do {
            at = random.nextInt(used);
        } while (bytes[at] == 0);
        String how = file.getFileName() + " at " + at;
        switch (random.nextInt(4)) {
            case 0 -> {
                bytes = Arrays.copyOf(bytes, at);
                how += " cut";
            }
            case 1 -> {
                bytes[at] ^= (byte) (1 << random.nextInt(8));
                how += " a bit";
            }
            case 2 -> {
                int end = Math.min(used, at + 4_096);
                Arrays.fill(bytes, at, end, (byte) 0);
                how += " zeroed";
            }
            default -> {
                byte[] garbage = new byte[Math.min(used - at, 64)];
                random.nextBytes(garbage);
                System.arraycopy(garbage, 0, bytes, at, garbage.length);
                how += " garbage";
            }
        }
        Files.write(file, bytes);
        return how;
    }
}
