package io.narabi.architecture.bad.rocketmq;

/** Something to know. */
public interface Cluster {}
