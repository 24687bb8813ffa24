/** What a run is going to do: its messages, their groups, and which of them fail on purpose. */
@NullMarked
package io.narabi.samples.searchsync.plan;

import org.jspecify.annotations.NullMarked;
