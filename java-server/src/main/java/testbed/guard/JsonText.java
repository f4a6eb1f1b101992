package testbed.guard;

/** What stands in a string of JSON: characters and escapes. */
final class JsonText {
    private static final long QUOTES = Eight.of('"');
    private static final long BACKSLASHES = Eight.of('\\');

    private final Escapes escapes = new Escapes();
    /** A name as it is meant, which is none of the schema's where it is longer. */
    private final byte[] name;

    private boolean escaped;

    /** For names and texts of an enumeration of so many bytes at most. */
    JsonText(int longest) {
        name = new byte[longest];
    }

    /** Where the string's closing quote stands whose opening one stands here. */
    int end(byte[] body, int quote) {
        escaped = false;
        int at = plain(body, quote + 1);
        while (at < body.length && body[at] != '"') {
            if (body[at] != '\\') {
                throw new GuardException("a control character in a string", at);
            }
            escaped = true;
            at = plain(body, escape(body, at, quote));
        }
        if (at >= body.length) {
            throw new GuardException("a string does not end", quote);
        }
        return at;
    }

    /** The place among names of the string that {@link #end} was last asked about, which stands there; -1 where it has none. */
    int find(Names names, byte[] body, int from, int end, int next) {
        if (!escaped) {
            return names.find(body, from, end, next);
        }
        escapes.begin(body, from, end);
        int length = escapes.copy(name);
        return length < 0 ? -1 : names.find(name, 0, length, next);
    }

    /** Where the next quote, backslash or control character stands. */
    private static int plain(byte[] body, int from) {
        int at = from;
        for (; at + 8 <= body.length; at += 8) {
            long eight = Eight.at(body, at);
            long found = Eight.equal(eight, QUOTES) | Eight.equal(eight, BACKSLASHES) | Eight.controls(eight);
            if (found != 0) {
                return at + Eight.first(found);
            }
        }
        while (at < body.length && body[at] != '"' && body[at] != '\\' && (body[at] >= ' ' || body[at] < 0)) {
            at++;
        }
        return at;
    }

    /** Behind the escape that begins here; with a high surrogate goes the low one. */
    private static int escape(byte[] body, int at, int quote) {
        if (at + 1 == body.length) {
            throw new GuardException("a string does not end", quote);
        }
        return switch (body[at + 1]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> at + 2;
            case 'u' -> character(body, at);
            default -> throw new GuardException("an escape is none of JSON", at);
        };
    }

    private static int character(byte[] body, int at) {
        char unit = unit(body, at);
        if (Character.isLowSurrogate(unit)) {
            throw new GuardException("a low surrogate stands without a high one", at);
        }
        if (!Character.isHighSurrogate(unit)) {
            return at + 6;
        }
        boolean follows = at + 7 < body.length && body[at + 6] == '\\' && body[at + 7] == 'u';
        if (!follows || !Character.isLowSurrogate(unit(body, at + 6))) {
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

    /** What escapes stand for that were looked at. */
    static final class Escapes extends Unescaped {
        @Override
        protected boolean isEscape(byte first) {
            return first == '\\';
        }

        @Override
        protected int character() {
            int escape = at;
            at += 2;
            return switch (body[escape + 1]) {
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> numbered(escape);
                default -> body[escape + 1];
            };
        }

        private int numbered(int escape) {
            char unit = unit(body, escape);
            at = escape + (Character.isHighSurrogate(unit) ? 12 : 6);
            return Character.isHighSurrogate(unit) ? Character.toCodePoint(unit, unit(body, escape + 6)) : unit;
        }
    }
}
