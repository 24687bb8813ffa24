package io.narabi.engine;

/**
 * The outcome of a send.
 *
 * @param place where it is stored; {@link Place#NONE} for one that is part of a transaction not yet committed
 */
public record SendReceipt(Place place) {}
