package io.narabi.architecture.bad.store;

/** Something to know. */
public interface Store {}
