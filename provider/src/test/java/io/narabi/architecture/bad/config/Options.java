package io.narabi.architecture.bad.config;

/** Something to know. */
public interface Options {}
