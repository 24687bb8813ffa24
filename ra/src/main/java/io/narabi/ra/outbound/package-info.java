/**
 * From applications to the broker, pooled and enlisted by the server. A managed connection is one JMS session with its connection. What
 * the server hands out, {@link io.narabi.ra.outbound.Handle}, is allocated per session and not per connection, so that a connection that
 * an application keeps in a field takes part in each transaction that its sessions are created in.
 */
@NullMarked
package io.narabi.ra.outbound;

import org.jspecify.annotations.NullMarked;
