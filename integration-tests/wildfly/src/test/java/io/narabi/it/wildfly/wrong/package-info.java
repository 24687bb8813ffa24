/** Applications that cannot be deployed. */
@NullMarked
package io.narabi.it.wildfly.wrong;

import org.jspecify.annotations.NullMarked;
