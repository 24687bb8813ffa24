/** Administration, over the engine SPI. */
@NullMarked
package io.narabi.admin;

import org.jspecify.annotations.NullMarked;
