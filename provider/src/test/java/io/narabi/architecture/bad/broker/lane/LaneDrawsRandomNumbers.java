package io.narabi.architecture.bad.broker.lane;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** Counter-example: every way to chance. */
public final class LaneDrawsRandomNumbers {
    public int random() {
        return new Random(1).nextInt();
    }

    public int threadLocal() {
        return ThreadLocalRandom.current().nextInt();
    }

    public int secure() {
        return new SecureRandom().nextInt();
    }

    public int splittable() {
        return new SplittableRandom(1).nextInt();
    }

    public int generator() {
        return RandomGenerator.getDefault().nextInt();
    }

    public double math() {
        return Math.random();
    }

    public UUID uuid() {
        return UUID.randomUUID();
    }

    public void shuffled(List<String> list) {
        Collections.shuffle(list);
    }
}
