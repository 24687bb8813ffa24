package io.narabi.architecture.bad.ra;

/** Something to know. */
public interface Adapter {}
