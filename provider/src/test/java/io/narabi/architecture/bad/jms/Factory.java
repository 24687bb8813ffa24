package io.narabi.architecture.bad.jms;

/** Something to know. */
public interface Factory {}
