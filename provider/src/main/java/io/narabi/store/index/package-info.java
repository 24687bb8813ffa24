/**
 * What is looked up rather than replayed: an SPI, in memory, and on HSQLDB. The journal is the truth; an index may be lost at any time and is
 * folded again from it.
 */
@NullMarked
package io.narabi.store.index;

import org.jspecify.annotations.NullMarked;
