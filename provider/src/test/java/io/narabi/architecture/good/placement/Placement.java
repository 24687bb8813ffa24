package io.narabi.architecture.good.placement;

/** Something to know. */
public interface Placement {}
