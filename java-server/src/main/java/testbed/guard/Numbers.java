package testbed.guard;

import java.nio.charset.StandardCharsets;

/** Numbers as JSON and XML write them here: those of RFC 8259, short, finite, and not {@code -0}. */
final class Numbers {
    private static final int LONGEST = 64;

    private Numbers() {}

    /**
     * Refuses bytes from (inclusive) to end (exclusive) that are no number.
     *
     * @return whether it is an integer: one without {@code .}, {@code e} and {@code E}
     */
    static boolean check(byte[] body, int from, int end) {
        if (end - from > LONGEST) {
            throw new GuardException("a number is longer than 64 bytes", from);
        }
        int first = from < end && body[from] == '-' ? from + 1 : from;
        int at = digits(body, first, end);
        if (at == first || (body[first] == '0' && at > first + 1)) {
            throw notANumber(from);
        }
        int integerEnd = at;
        if (at < end && body[at] == '.') {
            at = someDigits(body, at + 1, end, from);
        }
        boolean exponent = at < end && (body[at] | 0x20) == 'e';
        if (exponent) {
            boolean signed = at + 1 < end && (body[at + 1] == '+' || body[at + 1] == '-');
            at = someDigits(body, signed ? at + 2 : at + 1, end, from);
        }
        if (at != end) {
            throw notANumber(from);
        }
        if (end - from == 2 && first > from && body[first] == '0') {
            throw new GuardException("a number is -0", from);
        }
        // Without an exponent, no number of so few bytes is infinite.
        if (exponent
                && Double.isInfinite(
                        Double.parseDouble(new String(body, from, end - from, StandardCharsets.US_ASCII)))) {
            throw new GuardException("a number is too large for a double", from);
        }
        return integerEnd == end;
    }

    private static int someDigits(byte[] body, int at, int end, int number) {
        int behind = digits(body, at, end);
        if (behind == at) {
            throw notANumber(number);
        }
        return behind;
    }

    private static int digits(byte[] body, int from, int end) {
        int at = from;
        while (at < end && body[at] >= '0' && body[at] <= '9') {
            at++;
        }
        return at;
    }

    private static GuardException notANumber(int at) {
        return new GuardException("a number is not one of RFC 8259", at);
    }
}
