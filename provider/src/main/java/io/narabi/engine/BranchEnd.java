package io.narabi.engine;

/** How a session leaves a branch (JTA {@code TMSUCCESS}, {@code TMFAIL}, {@code TMSUSPEND}). */
public enum BranchEnd {
    SUCCESS,
    FAIL,
    SUSPEND
}
