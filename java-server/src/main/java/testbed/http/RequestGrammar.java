package testbed.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import testbed.contract.FieldText;
import testbed.contract.HostAndPort;

/**
 * The grammar of an HTTP request (docs/contract/http.md), as a reader of bytes in front of the library. The library sees only what
 * both servers' libraries read alike.
 */
final class RequestGrammar {
    /** The longest head, and the longest extensions and trailers of a body in chunks together, bytes. */
    static final int MOST_HEAD = 16 * 1024;

    /** The most fields of a head, and of the trailers. The library of the other server has no room for more than 96. */
    private static final int MOST_FIELDS = 90;
    /** The longest chunk, bytes. A body's own limit is its route's. */
    private static final long MOST_CHUNK = 0x0fff_ffff;
    /** The most digits of a chunk's size. */
    private static final int MOST_DIGITS = 16;
    /** What no library here counts to. */
    private static final long MOST_LENGTH = 100_000_000_000_000_000L;

    private static final byte[] LINE_END = ascii("\r\n");
    private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");
    private static final byte[] CLOSE = ascii("Connection: close\r\n\r\n");

    private enum Part {
        REQUEST_LINE,
        FIELDS,
        LENGTH,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        /** No further request is read: the last one said so, or was refused. */
        OVER
    }

    private Part part = Part.REQUEST_LINE;
    /** The line under way, or as much of it as came. */
    private byte[] line = new byte[256];

    private int lineLength;
    /** The head under way, as the library gets it, but for its first byte. */
    private final ByteArrayOutputStream head = new ByteArrayOutputStream();
    /** Of the head, or of extensions and trailers. */
    private int bytes;

    private int fields;
    private boolean old;
    private boolean close;
    private long length = -1;
    private boolean chunked;
    /** Of a target that is a whole URL; null where it is a path. */
    private String authority;

    private String host;
    /** The last host that is one. */
    private String namedHost;
    /** Of the body or of a chunk, to come. */
    private long left;

    /** How many bytes of a body's data come next, whatever they are. */
    long data() {
        return part == Part.LENGTH || part == Part.CHUNK ? left : 0;
    }

    /** So many bytes of the data have been passed on. */
    void pass(long count) {
        left -= count;
        if (left == 0) {
            part = part == Part.CHUNK ? Part.CHUNK_END : nextRequest();
        }
    }

    /**
     * Judges bytes, and adds to {@code good} what the library gets of them: a head once it is whole, but its first letter at once, by
     * which the library times the head. Chunks lose their extensions and trailers. After a fault nothing is read any more.
     *
     * @return the fault, once; null where there is none
     */
    RequestFault judge(byte[] read, int count, ByteArrayOutputStream good) {
        int at = 0;
        while (at < count && part != Part.OVER) {
            int data = (int) Math.min(data(), count - at);
            if (data > 0) {
                good.write(read, at, data);
                pass(data);
                at += data;
                continue;
            }
            int end = at;
            while (end < count && read[end] != '\n') {
                end++;
            }
            boolean whole = end < count;
            int taken = (whole ? end + 1 : end) - at;
            RequestFault fault = gather(read, at, taken, good);
            if (fault == null && whole) {
                fault = judgeLine(good);
                lineLength = 0;
            }
            if (fault != null) {
                part = Part.OVER;
                return fault;
            }
            at += taken;
        }
        return null;
    }

    /** Takes the bytes of a line, up to its end or as many as there are. */
    private RequestFault gather(byte[] read, int at, int taken, ByteArrayOutputStream good) {
        if (lineLength + taken > line.length) {
            line = Arrays.copyOf(line, Math.max(lineLength + taken, 2 * line.length));
        }
        System.arraycopy(read, at, line, lineLength, taken);
        if (part == Part.REQUEST_LINE && lineLength == 0 && isLetter(line[0])) {
            good.write(line[0]);
        }
        lineLength += taken;
        if (bytes + lineLength > MOST_HEAD) {
            return inBody() ? RequestFault.FRAMING : RequestFault.HEAD_TOO_LARGE;
        }
        if (part == Part.REQUEST_LINE) {
            // What is another protocol need not have lines.
            for (int i = lineLength - taken; i < lineLength; i++) {
                if ((line[i] < ' ' || line[i] == 0x7f) && line[i] != '\r' && line[i] != '\n') {
                    return RequestFault.REQUEST_LINE;
                }
            }
        }
        boolean framed =
                switch (part) {
                    case CHUNK_END -> line[0] == '\r' && (lineLength == 1 || line[1] == '\n');
                    case CHUNK_SIZE -> digit(line[0]) >= 0;
                    default -> true;
                };
        return framed ? null : RequestFault.FRAMING;
    }

    private boolean inBody() {
        return part != Part.REQUEST_LINE && part != Part.FIELDS;
    }

    private RequestFault judgeLine(ByteArrayOutputStream good) {
        int end = lineLength - 2;
        if (end < 0 || line[end] != '\r') {
            return inBody() ? RequestFault.FRAMING : RequestFault.LINE_END;
        }
        return switch (part) {
            case REQUEST_LINE -> {
                bytes += lineLength;
                // Some clients end a body with an empty line more.
                yield end == 0 ? null : requestLine(end);
            }
            case FIELDS -> {
                bytes += lineLength;
                yield end == 0 ? endHead(good) : field(end);
            }
            case CHUNK_SIZE -> chunkSize(end, good);
            case CHUNK_END -> {
                good.writeBytes(LINE_END);
                part = Part.CHUNK_SIZE;
                yield null;
            }
            default -> trailer(end, good);
        };
    }

    private RequestFault requestLine(int end) {
        String[] words = string(0, end).split(" ", -1);
        if (words.length != 3 || !isMethod(words[0])) {
            return RequestFault.REQUEST_LINE;
        }
        RequestTarget target = RequestTarget.of(words[1]);
        if (!target.isPath()) {
            return RequestFault.REQUEST_LINE;
        }
        authority = target.authority();
        old = words[2].equals("HTTP/1.0");
        if (!old && !words[2].equals("HTTP/1.1")) {
            return RequestFault.REQUEST_LINE;
        }
        host = null;
        close = old;
        fields = 0;
        length = -1;
        chunked = false;
        head.reset();
        head.write(line, 1, lineLength - 1);
        part = Part.FIELDS;
        return null;
    }

    private RequestFault field(int end) {
        int colon = colon(end);
        if (colon < 0) {
            return RequestFault.FIELD;
        }
        fields++;
        if (fields > MOST_FIELDS) {
            return RequestFault.HEAD_TOO_LARGE;
        }
        if (is(colon, "content-length")) {
            String value = value(colon, end);
            if (length >= 0 || value.isEmpty() || !value.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
                return RequestFault.LENGTH;
            }
            length = 0;
            for (int at = 0; at < value.length(); at++) {
                length = Math.min(MOST_LENGTH, length * 10 + value.charAt(at) - '0');
            }
        } else if (is(colon, "transfer-encoding")) {
            if (chunked || old || !value(colon, end).equalsIgnoreCase("chunked")) {
                return RequestFault.CODING;
            }
            chunked = true;
        } else if (is(colon, "expect") && !value(colon, end).equalsIgnoreCase("100-continue")) {
            return RequestFault.EXPECTATION;
        } else if (is(colon, "host")) {
            if (host != null) {
                return RequestFault.HOST;
            }
            host = value(colon, end);
        } else if (is(colon, "connection")) {
            close |= Arrays.stream(value(colon, end).split(","))
                    .anyMatch(option -> option.strip().equalsIgnoreCase("close"));
            return null;
        } else if (is(colon, "upgrade")) {
            // Nothing here switches protocols; a library would take what follows for another one.
            return null;
        }
        head.write(line, 0, lineLength);
        return null;
    }

    private RequestFault endHead(ByteArrayOutputStream good) {
        // The requests of a connection come under one host, which is read once.
        if (host != null && !host.equals(namedHost) && HostAndPort.parse(host).isPresent()) {
            namedHost = host;
        }
        if (host == null || !host.equals(namedHost) || authority != null && !authority.equalsIgnoreCase(host)) {
            return RequestFault.HOST;
        }
        if (chunked && length >= 0) {
            return RequestFault.LENGTH_AND_CODING;
        }
        if (length >= MOST_LENGTH) {
            return RequestFault.BODY_TOO_LARGE;
        }
        good.writeBytes(head.toByteArray());
        good.writeBytes(close ? CLOSE : LINE_END);
        bytes = 0;
        fields = 0;
        left = length;
        if (chunked) {
            part = Part.CHUNK_SIZE;
        } else {
            part = length > 0 ? Part.LENGTH : nextRequest();
        }
        return null;
    }

    private RequestFault chunkSize(int end, ByteArrayOutputStream good) {
        int digits = 0;
        long size = 0;
        for (int digit; digits < end && (digit = digit(line[digits])) >= 0; digits++) {
            size = Math.min(MOST_LENGTH, size * 16 + digit);
        }
        int at = digits;
        while (at < end && (line[at] == ' ' || line[at] == '\t')) {
            at++;
        }
        boolean fits = digits > 0 && digits <= MOST_DIGITS && (at == end || line[at] == ';') && isText(at, end);
        if (!fits || size > MOST_CHUNK) {
            return RequestFault.FRAMING;
        }
        bytes += end - digits;
        left = size;
        // The last chunk is passed on once its trailers are read.
        part = size == 0 ? Part.TRAILERS : Part.CHUNK;
        if (size > 0) {
            // The library reads no more than eight digits, zeros too.
            good.writeBytes(ascii(Long.toHexString(size) + "\r\n"));
        }
        return null;
    }

    private RequestFault trailer(int end, ByteArrayOutputStream good) {
        if (end == 0) {
            good.writeBytes(LAST_CHUNK);
            part = nextRequest();
            return null;
        }
        bytes += lineLength;
        fields++;
        return fields > MOST_FIELDS || colon(end) < 0 ? RequestFault.FRAMING : null;
    }

    private Part nextRequest() {
        bytes = 0;
        return close ? Part.OVER : Part.REQUEST_LINE;
    }

    private static boolean isMethod(String method) {
        return !method.isEmpty()
                && method.charAt(0) != '-'
                && method.chars().allMatch(c -> c == '-' || isLetter(c))
                && !method.equals("CONNECT");
    }

    /** Where the colon of a field is; -1 where the line is no field. */
    private int colon(int end) {
        int colon = 0;
        while (colon < end && FieldText.isToken(line[colon])) {
            colon++;
        }
        return colon > 0 && colon < end && line[colon] == ':' && isText(colon, end) ? colon : -1;
    }

    private boolean is(int colon, String lower) {
        boolean same = colon == lower.length();
        for (int at = 0; same && at < colon; at++) {
            same = Character.toLowerCase(line[at]) == lower.charAt(at);
        }
        return same;
    }

    private String value(int colon, int end) {
        return string(colon + 1, end).strip();
    }

    private String string(int from, int to) {
        return new String(line, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** What a value or an extension is made of; letters of other alphabets come in any coding. */
    private boolean isText(int from, int to) {
        for (int at = from; at < to; at++) {
            if (!FieldText.isText(line[at])) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    static boolean isLetterOrDigit(int c) {
        return isLetter(c) || c >= '0' && c <= '9';
    }

    /** The value of a hexadecimal digit; -1 of anything else. */
    static int digit(int c) {
        return c > 0 && c < 0x80 ? Character.digit(c, 16) : -1;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
