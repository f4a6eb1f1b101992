package testbed.guard;

import java.nio.charset.StandardCharsets;

/** The guard for XML. */
final class XmlGuard implements Guard {
    private static final byte[] COMMENT = ascii("<!--");
    private static final byte[] COMMENT_END = ascii("-->");
    private static final byte[] CDATA = ascii("<![CDATA[");
    private static final byte[] CDATA_END = ascii("]]>");
    private static final byte[] INSTRUCTION = ascii("<?");
    private static final byte[] INSTRUCTION_END = ascii("?>");

    @Override
    public void check(byte[] body) {
        Utf8.checkText(body);
        int depth = 0;
        for (int at = 0; at < body.length; at++) {
            if (body[at] != '<') {
                continue;
            }
            int kind = at + 1 < body.length ? body[at + 1] : -1;
            if (kind == '!' || kind == '?') {
                at = endOfMarkup(body, at);
                continue;
            }
            int start = at;
            at = endOfTag(body, at);
            if (kind == '/') {
                depth = Math.max(0, depth - 1);
            } else if (body[at - 1] != '/' && ++depth > MAX_DEPTH) {
                throw new GuardException("more than " + MAX_DEPTH + " levels are open", start);
            }
        }
    }

    /** The last byte of the comment, CDATA section or processing instruction that begins here. */
    private static int endOfMarkup(byte[] body, int at) {
        if (startsWith(body, at, COMMENT)) {
            return endOf(body, at, COMMENT, COMMENT_END);
        }
        if (startsWith(body, at, CDATA)) {
            return endOf(body, at, CDATA, CDATA_END);
        }
        if (startsWith(body, at, INSTRUCTION)) {
            return endOf(body, at, INSTRUCTION, INSTRUCTION_END);
        }
        throw new GuardException("a declaration such as <!DOCTYPE or <!ENTITY is refused", at);
    }

    private static int endOf(byte[] body, int at, byte[] opening, byte[] closing) {
        for (int i = at + opening.length; i < body.length; i++) {
            if (startsWith(body, i, closing)) {
                return i + closing.length - 1;
            }
        }
        throw new GuardException("a comment, CDATA section or processing instruction does not end", at);
    }

    /** The {@code >} of the tag that begins here; one in a quoted attribute value does not count. */
    private static int endOfTag(byte[] body, int start) {
        boolean quotes = start + 1 < body.length && body[start + 1] != '/';
        byte quote = 0;
        for (int at = start + 1; at < body.length; at++) {
            byte b = body[at];
            if (quote != 0) {
                quote = b == quote ? 0 : quote;
            } else if (b == '>') {
                return at;
            } else if (quotes && (b == '"' || b == '\'')) {
                quote = b;
            }
        }
        throw new GuardException("a tag does not end", start);
    }

    private static boolean startsWith(byte[] body, int at, byte[] prefix) {
        if (at + prefix.length > body.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (body[at + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
