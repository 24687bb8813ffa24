/**
 * The message types of Jakarta Messaging 3.1 §3, their conversions and their stored form.
 *
 * <p>A message is for one thread at a time (§3: like the session it belongs to). What is sent is a snapshot: {@link
 * io.narabi.jms.message.NarabiMessage#toData()}.
 */
@NullMarked
package io.narabi.jms.message;

import org.jspecify.annotations.NullMarked;
