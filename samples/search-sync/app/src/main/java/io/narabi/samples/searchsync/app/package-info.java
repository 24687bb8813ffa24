/** The Jakarta EE application: who sends, who applies, and who is asked how it goes. */
@NullMarked
package io.narabi.samples.searchsync.app;

import org.jspecify.annotations.NullMarked;
