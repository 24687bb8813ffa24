package io.narabi.architecture.bad.engine;

/** Something to know. */
public interface Engine {}
