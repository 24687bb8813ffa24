/** Starts a server in this JVM, deploys two archives into it, and shows how the run goes. Knows nothing of what is in them. */
@NullMarked
package io.narabi.samples.searchsync.launcher;

import org.jspecify.annotations.NullMarked;
