/**
 * What can be configured, each key with its default: destinations, subscriptions, and the URL that selects an engine.
 *
 * <p>A leaf: it knows only the JDK. Everything here is immutable and safe for use by many threads.
 */
@NullMarked
package io.narabi.config;

import org.jspecify.annotations.NullMarked;
