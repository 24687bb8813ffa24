@NullMarked
package io.narabi.runtime.sim;

import org.jspecify.annotations.NullMarked;
