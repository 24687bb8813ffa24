/** The load program: the same JMS work on Narabi and on a peer, in one run. */
@NullMarked
package io.narabi.benchmarks;

import org.jspecify.annotations.NullMarked;
