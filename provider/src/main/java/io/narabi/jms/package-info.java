/**
 * What the application holds: factories, connections, sessions, contexts, producers, consumers, browsers, destinations.
 *
 * <p>Knows the engine only through its SPI; never the broker.
 */
@NullMarked
package io.narabi.jms;

import org.jspecify.annotations.NullMarked;
