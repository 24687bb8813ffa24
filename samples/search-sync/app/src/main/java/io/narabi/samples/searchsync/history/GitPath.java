package io.narabi.samples.searchsync.history;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A path's bytes as text, two different paths never as the same text in practice. */
final class GitPath {

    private GitPath() {}

    /** UTF-8 where the bytes are UTF-8; else as git prints it: in double quotes, with the strange bytes as three octal digits. */
    static String text(byte[] path) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(path))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            return quoted(path);
        }
    }

    private static String quoted(byte[] path) {
        StringBuilder text = new StringBuilder("\"");
        for (byte b : path) {
            if (b < ' ' || b == 127) {
                text.append(String.format("\\%03o", b & 0xff));
            } else {
                if (b == '"' || b == '\\') {
                    text.append('\\');
                }
                text.append((char) b);
            }
        }
        return text.append('"').toString();
    }
}
