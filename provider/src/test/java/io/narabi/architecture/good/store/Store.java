package io.narabi.architecture.good.store;

/** Something to know. */
public interface Store {}
