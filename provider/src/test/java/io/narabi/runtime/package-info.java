@NullMarked
package io.narabi.runtime;

import org.jspecify.annotations.NullMarked;
