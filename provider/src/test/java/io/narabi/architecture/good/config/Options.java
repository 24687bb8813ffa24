package io.narabi.architecture.good.config;

/** Something to know. */
public interface Options {}
