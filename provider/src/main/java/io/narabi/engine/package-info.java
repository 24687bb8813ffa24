/**
 * The SPI between the JMS objects and whatever carries the messages: the embedded broker, later a remote one or an Apache RocketMQ
 * cluster. Commands and outcomes are records; engines are found by the URL's scheme through {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.narabi.engine;

import org.jspecify.annotations.NullMarked;
