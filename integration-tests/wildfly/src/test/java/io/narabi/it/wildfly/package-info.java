/** The resource adapter in a real WildFly: what runs beside the server. */
@NullMarked
package io.narabi.it.wildfly;

import org.jspecify.annotations.NullMarked;
