package io.narabi.architecture.bad.runtime;

/** Something to know. */
public interface Machine {}
