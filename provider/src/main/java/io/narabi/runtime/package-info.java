/**
 * The seam between Narabi and the machine: time, threads, chance and files. Broker and store touch none of these but through {@link
 * io.narabi.runtime.Environment}, so that a simulation can own them all. A leaf: it knows no other package of Narabi.
 */
@NullMarked
package io.narabi.runtime;

import org.jspecify.annotations.NullMarked;
