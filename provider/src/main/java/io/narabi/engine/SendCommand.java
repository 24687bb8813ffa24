package io.narabi.engine;

/**
 * A message to be sent.
 *
 * @param destination where to
 * @param message what; its headers are final (identifier, timestamp, expiration and so on were set by the JMS objects)
 */
public record SendCommand(DestinationName destination, MessageData message) {}
