@NullMarked
package io.narabi.store.memory;

import org.jspecify.annotations.NullMarked;
