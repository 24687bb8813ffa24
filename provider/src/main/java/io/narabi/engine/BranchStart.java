package io.narabi.engine;

/** How a session joins a branch (JTA {@code TMNOFLAGS}, {@code TMJOIN}, {@code TMRESUME}). */
public enum BranchStart {
    NEW,
    JOIN,
    RESUME
}
