package testbed.guard;

import java.util.Arrays;

/** The guard for JSON. */
final class JsonGuard implements Guard {
    private static final byte QUOTE = 1;
    private static final byte OPENS = 2;
    private static final byte CLOSES = 3;
    private static final byte NUMERIC = 4;
    private static final byte ESCAPE = 5;
    private static final byte CONTROL = 6;

    /** What each byte is outside strings, and inside; 0 is nothing that the rules speak of. */
    private static final byte[] OUTSIDE = outside();

    private static final byte[] INSIDE = inside();

    @Override
    public void check(byte[] body) {
        Utf8.checkText(body);
        int depth = 0;
        int at = 0;
        while (at < body.length) {
            switch (OUTSIDE[body[at] & 0xFF]) {
                case QUOTE -> at = string(body, at);
                case NUMERIC -> at = numeric(body, at);
                case OPENS -> {
                    if (depth++ == MAX_DEPTH) {
                        throw new GuardException("more than 64 levels are open", at);
                    }
                    at++;
                }
                case CLOSES -> {
                    depth = Math.max(0, depth - 1);
                    at++;
                }
                case CONTROL -> throw new GuardException("a control character", at);
                default -> at++;
            }
        }
    }

    /** Behind the string that begins here. */
    private static int string(byte[] body, int start) {
        int at = start + 1;
        while (at < body.length) {
            switch (INSIDE[body[at] & 0xFF]) {
                case QUOTE -> {
                    return at + 1;
                }
                case ESCAPE -> at = escape(body, at);
                case CONTROL -> throw new GuardException("a control character in a string", at);
                default -> at++;
            }
        }
        throw new GuardException("a string does not end", start);
    }

    /** Behind the escape that begins here; with a high surrogate goes the low one. */
    private static int escape(byte[] body, int at) {
        if (at + 1 == body.length || body[at + 1] != 'u') {
            // A control character is none the better for a backslash.
            return at + 1 < body.length && INSIDE[body[at + 1] & 0xFF] == CONTROL ? at + 1 : at + 2;
        }
        char unit = unit(body, at);
        if (Character.isLowSurrogate(unit)) {
            throw new GuardException("a low surrogate stands without a high one", at);
        }
        if (!Character.isHighSurrogate(unit)) {
            return at + 6;
        }
        boolean escaped = at + 7 < body.length && body[at + 6] == '\\' && body[at + 7] == 'u';
        if (!escaped || !Character.isLowSurrogate(unit(body, at + 6))) {
            throw new GuardException("a high surrogate stands without a low one", at);
        }
        return at + 12;
    }

    /** The UTF-16 unit that <code>&#92;u</code> and four hexadecimal digits spell here. */
    private static char unit(byte[] body, int at) {
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = i < body.length ? Character.digit(body[i], 16) : -1;
            if (digit < 0) {
                throw new GuardException("four hexadecimal digits do not follow \\u", at);
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    /** Behind the run of numeric bytes that begins here, which is a number unless it begins like none. */
    private static int numeric(byte[] body, int start) {
        int at = start + 1;
        while (at < body.length && OUTSIDE[body[at] & 0xFF] == NUMERIC) {
            at++;
        }
        byte first = body[start];
        if (first == '-' || (first >= '0' && first <= '9')) {
            Numbers.check(body, start, at);
        }
        return at;
    }

    private static byte[] outside() {
        byte[] kinds = new byte[256];
        Arrays.fill(kinds, 0, ' ', CONTROL);
        set(kinds, "\t\n\r", (byte) 0);
        set(kinds, "\"", QUOTE);
        set(kinds, "{[", OPENS);
        set(kinds, "}]", CLOSES);
        set(kinds, "0123456789+-.eE", NUMERIC);
        return kinds;
    }

    private static byte[] inside() {
        byte[] kinds = new byte[256];
        Arrays.fill(kinds, 0, ' ', CONTROL);
        set(kinds, "\"", QUOTE);
        set(kinds, "\\", ESCAPE);
        return kinds;
    }

    private static void set(byte[] kinds, String bytes, byte kind) {
        bytes.chars().forEach(b -> kinds[b] = kind);
    }
}
