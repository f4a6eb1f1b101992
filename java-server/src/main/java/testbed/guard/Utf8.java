package testbed.guard;

/** UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing over U+10FFFF. */
public final class Utf8 {
    private Utf8() {}

    /** Refuses a text body that is empty, begins with a byte order mark, or is not valid UTF-8. */
    static void checkText(byte[] body) {
        if (body.length == 0) {
            throw new GuardException("the body is empty", 0);
        }
        if (body.length >= 3 && body[0] == (byte) 0xEF && body[1] == (byte) 0xBB && body[2] == (byte) 0xBF) {
            throw new GuardException("the body begins with a byte order mark", 0);
        }
        check(body, 0, body.length, "the body is not UTF-8");
    }

    /** Refuses bytes from (inclusive) to end (exclusive) that are not valid UTF-8, by the rule of these words. */
    public static void check(byte[] body, int from, int end, String rule) {
        int at = from;
        while (at < end) {
            if (at + 8 <= end && Eight.notAscii(Eight.at(body, at)) == 0) {
                at += 8;
            } else if (body[at] >= 0) {
                at++;
            } else {
                int length = sequence(body, at, end);
                if (length == 0) {
                    throw new GuardException(rule, at);
                }
                at += length;
            }
        }
    }

    /** The length of the sequence of two to four bytes that begins here; 0 where it is none. */
    private static int sequence(byte[] body, int at, int end) {
        int first = body[at] & 0xFF;
        int length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        if (first < 0xC2 || first > 0xF4 || at + length > end) {
            return 0;
        }
        int second = body[at + 1] & 0xFF;
        int lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        boolean valid = second >= lowest && second <= highest;
        for (int i = at + 2; i < at + length; i++) {
            valid &= (body[i] & 0xC0) == 0x80;
        }
        return valid ? length : 0;
    }
}
