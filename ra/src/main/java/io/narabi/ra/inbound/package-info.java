/**
 * From the broker to message endpoints: an activation holds a connection and up to {@code maxSessions} slots; a slot is a session, a
 * consumer and an endpoint, and uses a thread of the server only while there is something to deliver.
 */
@NullMarked
package io.narabi.ra.inbound;

import org.jspecify.annotations.NullMarked;
