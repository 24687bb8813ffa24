/**
 * The journal: append-only segment files of checksummed group commits, the truth that everything else is rebuilt from. Touches the
 * machine only through {@code runtime}.
 */
@NullMarked
package io.narabi.store.journal;

import org.jspecify.annotations.NullMarked;
