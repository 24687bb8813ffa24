package io.narabi.jms.message;

import io.narabi.engine.MessageData.BodyKind;

/**
 * A body as it is stored.
 *
 * @param kind what it is
 * @param bytes encoded as {@code kind} says; nobody may change them
 */
record Body(BodyKind kind, byte[] bytes) {

    private static final byte[] NOTHING = {};

    static Body empty(BodyKind kind) {
        return new Body(kind, NOTHING);
    }
}
