/** What must be true at the end of a run. Each check is a function of what was planned and what was seen. */
@NullMarked
package io.narabi.samples.searchsync.check;

import org.jspecify.annotations.NullMarked;
