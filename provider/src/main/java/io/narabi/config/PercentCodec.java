package io.narabi.config;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoding of UTF-8 as URLs have it (RFC 3986); a plus sign is a plus sign. */
final class PercentCodec {
    private static final String HEX = "0123456789ABCDEF";
    /** Besides letters and digits; what would end a target or a value is not among them. */
    private static final String PLAIN = "-._~/:,;@!$'()*[]\\+";

    private PercentCodec() {}

    /**
     * Decodes.
     *
     * @throws IllegalArgumentException when an escape is malformed or the bytes are not UTF-8, or there are unpaired surrogates
     */
    static String decode(String text) {
        if (!ValueType.isUnicode(text)) {
            throw new IllegalArgumentException("it has unpaired surrogates");
        }
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            if (c == '%') {
                bytes.write(escape(text, i));
                i += 3;
            } else {
                bytes.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(c);
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException notUtf8) {
            throw new IllegalArgumentException("its percent escapes are not UTF-8", notUtf8);
        }
    }

    private static int escape(String text, int at) {
        int high = at + 2 < text.length() ? hex(text.charAt(at + 1)) : -1;
        int low = high < 0 ? -1 : hex(text.charAt(at + 2));
        if (low < 0) {
            throw new IllegalArgumentException("% must be followed by two hexadecimal digits (a percent sign is %25)");
        }
        return high << 4 | low;
    }

    private static int hex(char c) {
        return c < 128 ? Character.digit(c, 16) : -1;
    }

    static String encode(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (c < 128 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0)) {
                out.append(c);
            } else {
                out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            }
        }
        return out.toString();
    }
}
