package io.narabi.architecture.bad.broker.tx;

/** Something to know. */
public interface Transactions {}
