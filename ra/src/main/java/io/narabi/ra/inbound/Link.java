package io.narabi.ra.inbound;

import io.narabi.config.NarabiUrl;
import io.narabi.engine.EngineConnection;

/**
 * A started connection to a broker and the queue to consume from.
 *
 * @param connection open and started
 * @param url which broker
 * @param queue the physical name
 */
record Link(EngineConnection connection, NarabiUrl url, String queue) {}
