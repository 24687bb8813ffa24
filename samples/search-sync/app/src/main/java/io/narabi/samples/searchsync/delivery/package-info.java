/** The log that a run keeps of its deliveries. */
@NullMarked
package io.narabi.samples.searchsync.delivery;

import org.jspecify.annotations.NullMarked;
