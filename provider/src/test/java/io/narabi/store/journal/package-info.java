@NullMarked
package io.narabi.store.journal;

import org.jspecify.annotations.NullMarked;
