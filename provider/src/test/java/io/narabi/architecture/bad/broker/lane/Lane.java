package io.narabi.architecture.bad.broker.lane;

/** Something to know. */
public interface Lane {}
