package testbed.bodies;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import testbed.contract.Code;
import testbed.contract.FieldText;

/**
 * The grammar of an HTTP answer (docs/contract/http.md), as a reader of bytes between socket and library, so that it does not matter
 * what else the library would read.
 */
final class AnswerGrammar {
    /** The longest head, and the longest framing of a body in chunks beside its data, bytes. */
    static final int MOST_HEAD = 16 * 1024;
    /** The most fields of a head, and of the trailers. */
    static final int MOST_FIELDS = 100;

    /** The most answers such as 103 before the one that counts. */
    private static final int MOST_INTERIM = 8;
    /** What no library here counts to. */
    private static final long MOST_LENGTH = 100_000_000_000_000_000L;

    private static final int SWITCHED = 101;
    private static final byte[] VERSION = ascii("HTTP/1.");

    private enum Part {
        /** Nothing was asked, or all of the answer came. */
        NOTHING,
        STATUS_LINE,
        FIELDS,
        LENGTH,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        UNTIL_CLOSE
    }

    private final long mostBytes;
    private Part part = Part.NOTHING;
    /** The line under way, or as much of it as came. */
    private byte[] line = new byte[256];

    private int lineLength;
    /** Of the head or framing under way. */
    private int bytes;

    private int fields;
    private int interim;
    private int status;
    private boolean old;
    private long length = -1;
    private boolean chunked;
    /** Of the body or of a chunk, to come. */
    private long left;

    private long body;

    /** For bodies of at most so many bytes. */
    AnswerGrammar(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Whether nothing may come. */
    boolean isIdle() {
        return part == Part.NOTHING;
    }

    /** A request is on its way: from now on one answer may come. */
    void expect() {
        interim = 0;
        begin();
    }

    /** Judges the next bytes; {@link #good} says how many of them come before a fault. */
    void judge(byte[] read, int offset, int count) throws AnswerFault {
        good = 0;
        while (good < count) {
            good += step(read, offset + good, count - good);
        }
    }

    /** Judges the end of the connection, which ends nothing but a body of no stated length. */
    void end() throws AnswerFault {
        good = 0;
        switch (part) {
            case NOTHING -> {}
            case UNTIL_CLOSE -> part = Part.NOTHING;
            case STATUS_LINE, FIELDS -> throw AnswerFault.headCut();
            default -> throw AnswerFault.bodyCut();
        }
    }

    /** Of the bytes judged last, how many are good. */
    int good() {
        return good;
    }

    private int good;

    private void begin() {
        part = Part.STATUS_LINE;
        bytes = 0;
        fields = 0;
        body = 0;
        length = -1;
        chunked = false;
    }

    private int step(byte[] read, int offset, int count) throws AnswerFault {
        return switch (part) {
            case NOTHING -> throw AnswerFault.unasked();
            case UNTIL_CLOSE -> count;
            case LENGTH -> pass(count, Part.NOTHING);
            case CHUNK -> pass(count, Part.CHUNK_END);
            default -> gather(read, offset, count);
        };
    }

    /** Takes bytes of the body's data. */
    private int pass(int count, Part then) {
        int taken = (int) Math.min(left, count);
        left -= taken;
        if (left == 0) {
            part = then;
        }
        return taken;
    }

    /** Takes the bytes of a line, up to its end or as many as there are. */
    private int gather(byte[] read, int offset, int count) throws AnswerFault {
        int taken = 0;
        boolean whole = false;
        while (taken < count && !whole) {
            whole = read[offset + taken++] == '\n';
        }
        bytes += taken;
        if (bytes > MOST_HEAD) {
            throw AnswerFault.headTooLarge();
        }
        if (lineLength + taken > line.length) {
            line = Arrays.copyOf(line, Math.max(lineLength + taken, 2 * line.length));
        }
        System.arraycopy(read, offset, line, lineLength, taken);
        lineLength += taken;
        line(whole);
        if (whole) {
            lineLength = 0;
        }
        return taken;
    }

    private void line(boolean whole) throws AnswerFault {
        int end = whole ? lineLength - 1 : lineLength;
        // A CR that came last may be half of the line's end.
        boolean cr = end > 0 && line[end - 1] == '\r';
        end = cr ? end - 1 : end;
        if (whole && !cr && part != Part.STATUS_LINE && part != Part.FIELDS) {
            throw AnswerFault.framing("a line of it ends without CR");
        }
        if (part == Part.STATUS_LINE) {
            statusLine(end, whole);
        } else if (part == Part.CHUNK_SIZE) {
            chunkSize(end, whole);
        } else if (end > 0 && part == Part.CHUNK_END) {
            throw AnswerFault.framing("a chunk is longer than its size");
        } else if (end > 0) {
            field(end, whole);
        } else if (whole && part == Part.FIELDS) {
            endHead();
        } else if (whole) {
            part = part == Part.CHUNK_END ? Part.CHUNK_SIZE : Part.NOTHING;
        }
    }

    private void statusLine(int end, boolean whole) throws AnswerFault {
        boolean fits = !whole || end >= 12;
        for (int at = 0; fits && at < end; at++) {
            byte b = line[at];
            fits = switch (at) {
                case 0, 1, 2, 3, 4, 5, 6 -> b == VERSION[at];
                case 7 -> b == '0' || b == '1';
                case 8, 12 -> b == ' ';
                case 9 -> b >= '1' && b <= '5';
                case 10, 11 -> b >= '0' && b <= '9';
                default -> FieldText.isText(b);
            };
        }
        if (!fits) {
            throw AnswerFault.foreign("its status line is none of HTTP/1.0 or HTTP/1.1");
        }
        if (whole) {
            old = line[7] == '0';
            status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
            part = Part.FIELDS;
        }
    }

    private void field(int end, boolean whole) throws AnswerFault {
        int colon = 0;
        while (colon < end && FieldText.isToken(line[colon])) {
            colon++;
        }
        boolean named = colon == end ? !whole : colon > 0 && line[colon] == ':';
        if (!named) {
            throw wrong("a field is not a name, a colon at once and a value");
        }
        for (int at = colon; at < end; at++) {
            if (!FieldText.isText(line[at])) {
                throw wrong("a field has a control character");
            }
        }
        if (whole) {
            fields++;
            if (fields > MOST_FIELDS) {
                throw AnswerFault.headTooLarge();
            }
            if (part == Part.FIELDS) {
                noteFraming(colon, end);
            }
        }
    }

    /** Notes what a field says of the body's end. */
    private void noteFraming(int colon, int end) throws AnswerFault {
        if (equals(0, colon, "content-length")) {
            if (length >= 0) {
                throw AnswerFault.foreign("it has more than one Content-Length");
            }
            String value = value(colon, end);
            if (value.isEmpty() || !value.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
                throw AnswerFault.foreign("its Content-Length is no number");
            }
            length = 0;
            for (int at = 0; at < value.length(); at++) {
                length = Math.min(MOST_LENGTH, length * 10 + value.charAt(at) - '0');
            }
        } else if (equals(0, colon, "transfer-encoding")) {
            if (chunked || !value(colon, end).equalsIgnoreCase("chunked")) {
                throw new AnswerFault(Code.PROVIDER_CONTENT_TYPE, "it sent a Transfer-Encoding other than chunked");
            }
            chunked = true;
        }
    }

    private void endHead() throws AnswerFault {
        if (chunked && length >= 0) {
            throw AnswerFault.foreign("it has both Content-Length and Transfer-Encoding");
        }
        if (chunked && old) {
            throw AnswerFault.foreign("it has Transfer-Encoding in HTTP/1.0");
        }
        if (length >= MOST_LENGTH) {
            throw AnswerFault.bodyTooLarge(mostBytes);
        }
        if (status == SWITCHED) {
            throw new AnswerFault(Code.PROVIDER_STATUS, "it switched protocols");
        }
        if (status < 200) {
            interim++;
            if (interim > MOST_INTERIM) {
                throw AnswerFault.foreign("it sent more than 8 interim answers");
            }
            begin();
            return;
        }
        bytes = 0;
        fields = 0;
        left = length;
        if (status == 204 || status == 304 || length == 0) {
            part = Part.NOTHING;
        } else if (chunked) {
            part = Part.CHUNK_SIZE;
        } else {
            part = length > 0 ? Part.LENGTH : Part.UNTIL_CLOSE;
        }
    }

    private void chunkSize(int end, boolean whole) throws AnswerFault {
        int at = 0;
        long size = 0;
        for (int digit; at < end && line[at] > 0 && (digit = Character.digit(line[at], 16)) >= 0; at++) {
            size = Math.min(MOST_LENGTH, size * 16 + digit);
        }
        boolean fits = at > 0 || end == 0 && !whole;
        while (at < end && (line[at] == ' ' || line[at] == '\t')) {
            at++;
        }
        fits = fits && (at == end || line[at] == ';');
        for (; fits && at < end; at++) {
            fits = FieldText.isText(line[at]);
        }
        if (!fits) {
            throw AnswerFault.framing("the size of a chunk is not in hexadecimal digits");
        }
        if (size > mostBytes - body) {
            throw AnswerFault.bodyTooLarge(mostBytes);
        }
        if (whole) {
            body += size;
            left = size;
            part = size == 0 ? Part.TRAILERS : Part.CHUNK;
        }
    }

    private boolean equals(int from, int to, String lower) {
        if (to - from != lower.length()) {
            return false;
        }
        for (int at = from; at < to; at++) {
            if (Character.toLowerCase(line[at]) != lower.charAt(at - from)) {
                return false;
            }
        }
        return true;
    }

    private String value(int colon, int end) {
        return new String(line, colon + 1, end - colon - 1, StandardCharsets.ISO_8859_1).strip();
    }

    private AnswerFault wrong(String what) {
        return part == Part.TRAILERS ? AnswerFault.framing(what) : AnswerFault.foreign(what);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
