package testbed.guard;

import java.nio.charset.StandardCharsets;

/** Numbers as JSON and XML write them here: those of RFC 8259, short, finite, and not {@code -0}. */
final class Numbers {
    private static final int LONGEST = 64;
    /** More are out of any range; so many fit 64 bits without a sign. */
    private static final int MOST_DIGITS = 19;
    /** So large an exponent is like any larger one. */
    private static final int LARGE = 100_000;
    /** The least number whose nearest double is infinite is 2^1024 - 2^970. These are its first digits, more than a number here may have. */
    private static final byte[] INFINITE =
            "179769313486231580793728971405303415079934132710037826936173778980".getBytes(StandardCharsets.US_ASCII);
    /** How many digits it has behind its first. */
    private static final int INFINITE_EXPONENT = 308;

    private Numbers() {}

    /** Behind the integer that begins here, which may be as large as this, and as small as its complement. */
    static int integer(byte[] body, int from, long largest) {
        int first = behindMinus(body, from);
        int at = first;
        long value = 0;
        while (isDigit(body, at)) {
            value = value * 10 + (body[at++] - '0');
        }
        checkWhole(body, first, at, from);
        if (at < body.length && (body[at] == '.' || isExponent(body, at))) {
            real(body, from);
            throw new GuardException(Rule.FRACTION, from);
        }
        checkEnd(body, from, at);
        if (at - first > MOST_DIGITS || Long.compareUnsigned(value, largest + (first - from)) > 0) {
            throw new GuardException(Rule.RANGE, from);
        }
        return at;
    }

    /** Behind the number that begins here. */
    static int real(byte[] body, int from) {
        int first = behindMinus(body, from);
        int point = digits(body, first);
        checkWhole(body, first, point, from);
        int end = point < body.length && body[point] == '.' ? someDigits(body, point + 1, from) : point;
        if (!isExponent(body, end)) {
            // Without an exponent, no number of so few bytes is infinite.
            checkEnd(body, from, end);
            return end;
        }
        boolean signed = end + 1 < body.length && (body[end + 1] == '+' || body[end + 1] == '-');
        int behind = someDigits(body, signed ? end + 2 : end + 1, from);
        checkEnd(body, from, behind);
        if (isInfinite(body, first, point, end, exponent(body, end + 1, behind))) {
            throw new GuardException("a number is too large for a double", from);
        }
        return behind;
    }

    /** Refuses no digit before the point, or a zero too many. */
    private static void checkWhole(byte[] body, int first, int end, int number) {
        if (end == first || (body[first] == '0' && end > first + 1)) {
            throw notANumber(number);
        }
    }

    /** Refuses a number that goes on as no number does, is too long, or is {@code -0}. */
    private static void checkEnd(byte[] body, int from, int end) {
        if (end < body.length
                && (isExponent(body, end) || (body[end] >= '+' && body[end] <= '.' && body[end] != ','))) {
            throw notANumber(from);
        }
        if (end - from > LONGEST) {
            throw new GuardException("a number is longer than 64 bytes", from);
        }
        if (end - from == 2 && body[from] == '-' && body[from + 1] == '0') {
            throw new GuardException("a number is -0", from);
        }
    }

    /** The exponent whose sign or digits stand here. */
    private static int exponent(byte[] body, int from, int end) {
        int exponent = 0;
        for (int at = isDigit(body, from) ? from : from + 1; at < end; at++) {
            exponent = Math.min(exponent * 10 + (body[at] - '0'), LARGE);
        }
        return body[from] == '-' ? -exponent : exponent;
    }

    /** Whether the digits from (inclusive) to end (exclusive), with a point where it says, are of so large a number with this exponent. */
    private static boolean isInfinite(byte[] body, int from, int point, int end, int exponent) {
        int first = from;
        while (first < end && (body[first] == '0' || body[first] == '.')) {
            first++;
        }
        int behindFirst = exponent + (first < point ? point - first - 1 : point - first);
        if (first == end || behindFirst != INFINITE_EXPONENT) {
            return first < end && behindFirst > INFINITE_EXPONENT;
        }
        int digit = 0;
        for (int at = first; at < end; at++) {
            if (at != point) {
                int difference = body[at] - INFINITE[digit++];
                if (difference != 0) {
                    return difference > 0;
                }
            }
        }
        return false;
    }

    private static int someDigits(byte[] body, int at, int number) {
        int behind = digits(body, at);
        if (behind == at) {
            throw notANumber(number);
        }
        return behind;
    }

    private static int digits(byte[] body, int from) {
        int at = from;
        while (isDigit(body, at)) {
            at++;
        }
        return at;
    }

    private static boolean isDigit(byte[] body, int at) {
        return at < body.length && body[at] >= '0' && body[at] <= '9';
    }

    private static boolean isExponent(byte[] body, int at) {
        return at < body.length && (body[at] | 0x20) == 'e';
    }

    private static int behindMinus(byte[] body, int at) {
        return at < body.length && body[at] == '-' ? at + 1 : at;
    }

    private static GuardException notANumber(int at) {
        return new GuardException("a number is not one of RFC 8259", at);
    }
}
