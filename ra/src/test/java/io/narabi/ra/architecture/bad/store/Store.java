package io.narabi.ra.architecture.bad.store;

/** Something to know. */
public interface Store {}
