/** How a change travels as a message. */
@NullMarked
package io.narabi.samples.searchsync.message;

import org.jspecify.annotations.NullMarked;
