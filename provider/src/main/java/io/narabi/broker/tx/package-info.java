/** XA branches: their states and their table. Knows nothing of what a branch contains. */
@NullMarked
package io.narabi.broker.tx;

import org.jspecify.annotations.NullMarked;
