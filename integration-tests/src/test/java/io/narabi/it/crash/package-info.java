/** Processes that are killed. */
@NullMarked
package io.narabi.it.crash;

import org.jspecify.annotations.NullMarked;
