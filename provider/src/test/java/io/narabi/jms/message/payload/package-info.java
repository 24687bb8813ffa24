/** Classes that objects in messages are made of. */
@NullMarked
package io.narabi.jms.message.payload;

import org.jspecify.annotations.NullMarked;
