/**
 * Lanes: what is delivered strictly one after another. Ownership, reservation, dispatch. Order lives here and nowhere else.
 *
 * <p>Everything here is decided under the subscription's lock, one thread at a time, without blocking, and without any clock, thread or
 * file of its own.
 */
@NullMarked
package io.narabi.broker.lane;

import org.jspecify.annotations.NullMarked;
