/** A store in memory: for {@code memory:} URLs, and for tests. */
@NullMarked
package io.narabi.store.memory;

import org.jspecify.annotations.NullMarked;
