package io.narabi.architecture.bad.admin;

/** Something to know. */
public interface Admin {}
