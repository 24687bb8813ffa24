package io.narabi.architecture.good.selector;

/** Something to know. */
public interface Selector {}
