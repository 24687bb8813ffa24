package io.narabi.architecture.good.broker.lane;

/** Something to know. */
public interface Lane {}
