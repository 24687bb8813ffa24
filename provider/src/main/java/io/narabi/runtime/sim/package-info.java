/**
 * A machine that tests own: a clock that moves on command, workers whose interleaving comes from a seed, a disk that crashes, fills up and
 * fails.
 */
@NullMarked
package io.narabi.runtime.sim;

import org.jspecify.annotations.NullMarked;
