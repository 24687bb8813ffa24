/** Tests of lanes and dispatch, the reference model among them. */
@NullMarked
package io.narabi.broker.lane;

import org.jspecify.annotations.NullMarked;
