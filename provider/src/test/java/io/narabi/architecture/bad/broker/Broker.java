package io.narabi.architecture.bad.broker;

/** Something to know. */
public interface Broker {}
