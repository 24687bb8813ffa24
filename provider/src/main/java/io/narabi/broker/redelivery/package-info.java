/** What becomes of a failed attempt: try again when, or give up how. Decides; stores and dispatches nothing. */
@NullMarked
package io.narabi.broker.redelivery;

import org.jspecify.annotations.NullMarked;
