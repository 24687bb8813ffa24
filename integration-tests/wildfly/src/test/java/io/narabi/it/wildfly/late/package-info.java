/** An application that comes and goes. */
@NullMarked
package io.narabi.it.wildfly.late;

import org.jspecify.annotations.NullMarked;
