package io.narabi.config;

/** An option that can be set or left open, by its key in attributes. */
record Option<T extends Object>(String key, ValueType<T> type) {}
