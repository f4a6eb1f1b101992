package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What XML is made of besides tags: names, characters of XML 1.0, and references to such characters. */
final class XmlText {
    private static final int MOST_DIGITS = 8;
    /** {@code &#x}, 8 digits, {@code ;} */
    private static final int LONGEST_REFERENCE = 12;

    private static final byte[][] NAMES = ascii("amp", "lt", "gt", "quot", "apos");
    private static final String NAMED = "&<>\"'";
    private static final boolean[] NAME_BEGINS = new boolean[256];
    private static final boolean[] NAME = new boolean[256];
    private static final long TAGS = Eight.of('<');
    private static final long AMPERSANDS = Eight.of('&');
    private static final long BRACKETS = Eight.of(']');
    /** The first byte of U+FFFE and U+FFFF, among others. */
    private static final long LAST_CHARACTERS = Eight.of(0xEF);

    static {
        for (char c = 'A'; c <= 'z'; c++) {
            NAME_BEGINS[c] = c <= 'Z' || c >= 'a' || c == '_';
            NAME[c] = NAME_BEGINS[c];
        }
        "0123456789-.".chars().forEach(c -> NAME[c] = true);
    }

    private XmlText() {}

    /** Behind the name that begins here, behind a {@code <}. */
    static int endOfName(byte[] body, int from) {
        if (from == body.length) {
            throw new GuardException("a tag does not end", from - 1);
        }
        switch (body[from]) {
            case '!' -> throw new GuardException("comments, CDATA sections and declarations are not allowed", from - 1);
            case '?' -> throw new GuardException("processing instructions are not allowed", from - 1);
            default -> {
                if (!NAME_BEGINS[body[from] & 0xFF]) {
                    throw new GuardException("a tag has no name", from - 1);
                }
            }
        }
        return behindName(body, from);
    }

    /** Behind what a name may be made of. */
    static int behindName(byte[] body, int from) {
        int at = from;
        while (at < body.length && NAME[body[at] & 0xFF]) {
            at++;
        }
        return at;
    }

    /** Where the markup begins that ends the text that begins here. */
    static int end(byte[] body, int from) {
        int at = plain(body, from);
        while (at < body.length && body[at] != '<') {
            at = plain(body, special(body, at));
        }
        if (at == body.length) {
            throw new GuardException("an element does not end", at);
        }
        return at;
    }

    /** Where the next byte stands that the rules speak of, or the last few. */
    private static int plain(byte[] body, int from) {
        int at = from;
        for (; at + 8 <= body.length; at += 8) {
            long eight = Eight.at(body, at);
            long found = Eight.equal(eight, TAGS)
                    | Eight.equal(eight, AMPERSANDS)
                    | Eight.equal(eight, BRACKETS)
                    | Eight.equal(eight, LAST_CHARACTERS)
                    | Eight.controls(eight);
            if (found != 0) {
                return at + Eight.first(found);
            }
        }
        return at;
    }

    /** Behind what begins here, with a byte that the rules may speak of. */
    private static int special(byte[] body, int at) {
        switch (body[at]) {
            case '&' -> {
                return reference(body, at);
            }
            case ']' -> {
                if (at + 2 < body.length && body[at + 1] == ']' && body[at + 2] == '>') {
                    throw new GuardException("]]> stands in a text", at);
                }
                return at + 1;
            }
            case (byte) 0xEF -> {
                // U+FFFE and U+FFFF; what follows is there, since the body is UTF-8.
                if (body[at + 1] == (byte) 0xBF && (body[at + 2] & 0xFF) >= 0xBE) {
                    throw noCharacter(at);
                }
                return at + 3;
            }
            case '\t', '\n' -> {
                return at + 1;
            }
            case '\r' -> throw new GuardException("a carriage return that is not written &#13;", at);
            default -> {
                if (body[at] >= 0 && body[at] < ' ') {
                    throw noCharacter(at);
                }
                return at + 1;
            }
        }
    }

    /** Behind the reference that begins here. */
    private static int reference(byte[] body, int at) {
        int limit = Math.min(at + LONGEST_REFERENCE, body.length);
        int end = at + 1;
        while (end < limit && body[end] != ';') {
            end++;
        }
        if (end == limit) {
            throw new GuardException("a reference does not end", at);
        }
        if (character(body, at + 1, end) < 0) {
            throw new GuardException("a reference is neither to one of the five names nor to a character of XML", at);
        }
        return end + 1;
    }

    /** The character that a reference stands for, from behind its ampersand to its semicolon; -1 where it is none. */
    private static int character(byte[] body, int from, int end) {
        if (body[from] == '#') {
            return numbered(body, from + 1, end);
        }
        for (int i = 0; i < NAMES.length; i++) {
            if (Arrays.equals(body, from, end, NAMES[i], 0, NAMES[i].length)) {
                return NAMED.charAt(i);
            }
        }
        return -1;
    }

    /** The character of the number that follows {@code &#}; -1 where none does. */
    private static int numbered(byte[] body, int from, int end) {
        int base = body[from] == 'x' ? 16 : 10;
        int first = base == 16 ? from + 1 : from;
        long number = 0;
        for (int at = first; at < end; at++) {
            int digit = Character.digit(body[at], base);
            if (digit < 0) {
                return -1;
            }
            number = number * base + digit;
        }
        boolean isOne = end > first && end <= first + MOST_DIGITS && isCharacter(number);
        return isOne ? (int) number : -1;
    }

    private static boolean isCharacter(long number) {
        return number < ' '
                ? number == '\t' || number == '\n' || number == '\r'
                : number < 0xD800 || (number >= 0xE000 && number < 0xFFFE) || (number > 0xFFFF && number <= 0x10FFFF);
    }

    private static GuardException noCharacter(int at) {
        return new GuardException("a character that XML does not have", at);
    }

    private static byte[][] ascii(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    /** What references stand for that were looked at. */
    static final class References extends Unescaped {
        @Override
        protected boolean isEscape(byte first) {
            return first == '&';
        }

        @Override
        protected int character() {
            int from = at + 1;
            while (body[at] != ';') {
                at++;
            }
            return XmlText.character(body, from, at++);
        }
    }
}
