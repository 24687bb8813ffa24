package io.narabi.engine;

/** A message reserved firmly for a consumer, not handed over yet. Made by engines; opaque to others. */
public interface Claim {

    /** Number of the claim, for logs. */
    long id();
}
