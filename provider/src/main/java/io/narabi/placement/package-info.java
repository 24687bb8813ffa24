/**
 * Where a message goes: a group always to the same partition, everything else round robin.
 *
 * <p>A leaf: it knows only the JDK.
 */
@NullMarked
package io.narabi.placement;

import org.jspecify.annotations.NullMarked;
