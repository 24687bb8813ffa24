package io.narabi.jms;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * JMSMessageIDs of one connection (Jakarta Messaging 3.1 §3.4.3): unique by 100 random bits drawn once, cheap by a counter. Thread-safe.
 */
final class MessageIds {

    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final int RANDOM_CHARACTERS = 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String prefix;
    private final AtomicLong counter = new AtomicLong();

    MessageIds() {
        StringBuilder text = new StringBuilder("ID:narabi-");
        byte[] random = new byte[RANDOM_CHARACTERS];
        RANDOM.nextBytes(random);
        for (byte b : random) {
            text.append(ALPHABET.charAt(b & 31));
        }
        prefix = text.append('-').toString();
    }

    String next() {
        return prefix + Long.toHexString(counter.incrementAndGet());
    }
}
