package io.narabi.architecture.bad.cdi;

/** Something to know. */
public interface Extension {}
