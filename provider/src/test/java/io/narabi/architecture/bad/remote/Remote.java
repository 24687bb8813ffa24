package io.narabi.architecture.bad.remote;

/** Something to know. */
public interface Remote {}
