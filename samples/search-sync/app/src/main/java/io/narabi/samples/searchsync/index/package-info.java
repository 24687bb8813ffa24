/** The downstream: an Apache Lucene index with a document for each path. */
@NullMarked
package io.narabi.samples.searchsync.index;

import org.jspecify.annotations.NullMarked;
