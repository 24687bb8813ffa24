/** The history of a git repository as a list of changes, read without a git program. Knows nothing of messages. */
@NullMarked
package io.narabi.samples.searchsync.history;

import org.jspecify.annotations.NullMarked;
