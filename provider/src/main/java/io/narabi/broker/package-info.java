/**
 * The embedded engine: destinations, subscriptions, sessions. Order itself is decided in {@code lane}, what becomes of failed attempts in
 * {@code redelivery}, the states of XA branches in {@code tx}; here they are put together with the store.
 *
 * <p>Locks, from the outside in: a session's monitor, a unit of work's monitor, a subscription's lock. Callbacks of the store take
 * subscriptions' locks only. No lock is held while another object's signal or a future's dependants run.
 */
@NullMarked
package io.narabi.broker;

import org.jspecify.annotations.NullMarked;
