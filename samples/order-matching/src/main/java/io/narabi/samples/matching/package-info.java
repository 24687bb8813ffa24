/** Stock orders matched first come first served, per symbol, over Narabi in Java SE. */
@NullMarked
package io.narabi.samples.matching;

import org.jspecify.annotations.NullMarked;
