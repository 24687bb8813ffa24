@NullMarked
package io.narabi.store;

import org.jspecify.annotations.NullMarked;
