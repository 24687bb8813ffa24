/**
 * The store SPI: what a broker writes down and finds again. Implementations: the journal, memory. Knows only its own records and {@code
 * runtime}.
 */
@NullMarked
package io.narabi.store;

import org.jspecify.annotations.NullMarked;
