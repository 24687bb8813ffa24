/**
 * The Jakarta Connectors 2.1 resource adapter: the beans that a server configures. What runs behind them is in the packages below.
 *
 * <p>The beans follow the server's conventions: a property that is not set reads as null.
 */
@NullMarked
package io.narabi.ra;

import org.jspecify.annotations.NullMarked;
