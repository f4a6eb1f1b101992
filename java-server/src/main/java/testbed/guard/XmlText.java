package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What XML is made of besides tags: names, characters of XML 1.0, and references to such characters. */
final class XmlText {
    private static final int MOST_DIGITS = 8;
    /** {@code &#x}, 8 digits, {@code ;} */
    private static final int LONGEST_REFERENCE = 12;

    private static final byte[][] NAMES = ascii("amp", "lt", "gt", "quot", "apos");
    private static final boolean[] NAME_BEGINS = new boolean[256];
    private static final boolean[] NAME = new boolean[256];
    /** The bytes that the rules speak of. */
    private static final boolean[] SPECIAL = new boolean[256];

    static {
        for (char c = 'A'; c <= 'z'; c++) {
            NAME_BEGINS[c] = c <= 'Z' || c >= 'a' || c == '_';
            NAME[c] = NAME_BEGINS[c];
        }
        "0123456789-.".chars().forEach(c -> NAME[c] = true);
        Arrays.fill(SPECIAL, 0, ' ', true);
        SPECIAL['\t'] = false;
        SPECIAL['\n'] = false;
        SPECIAL['<'] = true;
        SPECIAL['&'] = true;
        SPECIAL[']'] = true;
        SPECIAL[0xEF] = true;
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
        int at = from + 1;
        while (at < body.length && NAME[body[at] & 0xFF]) {
            at++;
        }
        return at;
    }

    /** Where the markup begins that ends the text that begins here. */
    static int end(byte[] body, int from) {
        int at = from;
        while (at < body.length) {
            byte b = body[at];
            if (!SPECIAL[b & 0xFF]) {
                at++;
            } else if (b == '<') {
                return at;
            } else {
                at = special(body, at);
            }
        }
        throw new GuardException("an element does not end", at);
    }

    /** Behind what begins with a byte that the rules speak of. */
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
            case '\r' -> throw new GuardException("a carriage return that is not written &#13;", at);
            default -> throw noCharacter(at);
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
        boolean known = body[at + 1] == '#' ? isNumbered(body, at + 2, end) : isNamed(body, at + 1, end);
        if (!known) {
            throw new GuardException("a reference is neither to one of the five names nor to a character of XML", at);
        }
        return end + 1;
    }

    private static boolean isNamed(byte[] body, int from, int end) {
        for (byte[] name : NAMES) {
            if (Arrays.equals(body, from, end, name, 0, name.length)) {
                return true;
            }
        }
        return false;
    }

    /** Whether what follows {@code &#} is the number of a character. */
    private static boolean isNumbered(byte[] body, int from, int end) {
        boolean hexadecimal = body[from] == 'x';
        int first = hexadecimal ? from + 1 : from;
        long number = 0;
        for (int at = first; at < end; at++) {
            int digit = Character.digit(body[at], hexadecimal ? 16 : 10);
            if (digit < 0) {
                return false;
            }
            number = number * (hexadecimal ? 16 : 10) + digit;
        }
        return end > first && end <= first + MOST_DIGITS && isCharacter(number);
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
}
