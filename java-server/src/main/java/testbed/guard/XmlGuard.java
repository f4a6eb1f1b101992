package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import testbed.objects.Kind;
import testbed.objects.ObjectType;

/** The guard for XML: a walk over every tag, without recursion. */
final class XmlGuard implements Guard {
    /** What a body may begin with, and all that it may say there. */
    private static final byte[] DECLARATION = ascii("<?xml version=\"1.0\"?>");

    private static final byte[] DECLARATION_OF_UTF8 = ascii("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");

    private final byte[] rootName;
    private final XmlElement root;
    /** Where the name of each open element begins in the body; the {@code >} of its start tag ends it. */
    private final int[] names = new int[MAX_DEPTH];
    /** What is known of each open element. */
    private final XmlElement[] elements = new XmlElement[MAX_DEPTH];
    /** Where in each open element the field is first looked for that comes next. */
    private final int[] next = new int[MAX_DEPTH];

    private int open;

    XmlGuard(ObjectType type) {
        this.rootName = ascii(type.name());
        this.root = XmlElement.of(type.fields());
    }

    @Override
    public void check(byte[] body) {
        Utf8.checkText(body);
        open = 0;
        int at = whiteSpace(body, declaration(body));
        if (at == body.length || body[at] != '<') {
            throw new GuardException("there is no root element", at);
        }
        at = tag(body, at);
        while (open > 0) {
            at = XmlText.end(body, at);
            boolean ends = at + 1 < body.length && body[at + 1] == '/';
            at = ends ? endTag(body, at, names[--open]) : tag(body, at);
        }
        at = whiteSpace(body, at);
        if (at < body.length) {
            throw new GuardException("something follows the root element", at);
        }
    }

    /** Behind the declaration, where there is one of the two that may be. */
    private static int declaration(byte[] body) {
        if (startsWith(body, DECLARATION)) {
            return DECLARATION.length;
        }
        return startsWith(body, DECLARATION_OF_UTF8) ? DECLARATION_OF_UTF8.length : 0;
    }

    private static int whiteSpace(byte[] body, int from) {
        int at = from;
        while (at < body.length && (body[at] == ' ' || body[at] == '\t' || body[at] == '\n')) {
            at++;
        }
        return at;
    }

    /** Behind the start tag or the tag of an empty element that stands here; behind the whole element where it is a scalar's. */
    private int tag(byte[] body, int at) {
        int name = at + 1;
        int end = XmlText.endOfName(body, name);
        if (open == 0 && !equals(body, name, end, rootName)) {
            throw new GuardException("the root element's name is not the object type's", at);
        }
        XmlElement element = open == 0 ? root : inside(open - 1, body, name, end);
        Kind.Plain scalar = element.scalar();
        if (end + 1 < body.length && body[end] == '/' && body[end + 1] == '>') {
            if (scalar != null) {
                throw new GuardException("a number or boolean is empty", at);
            }
            return end + 2;
        }
        if (end == body.length || body[end] != '>') {
            throw new GuardException("a tag holds more than a name", end);
        }
        if (open == MAX_DEPTH) {
            throw new GuardException("more than 64 elements are open", at);
        }
        if (scalar != null) {
            return endTag(body, scalar(body, end + 1, scalar), name);
        }
        names[open] = name;
        elements[open] = element;
        next[open++] = 0;
        return end + 1;
    }

    /** The element of this name inside an open one. */
    private XmlElement inside(int parent, byte[] body, int name, int end) {
        int field = elements[parent].find(body, name, end, next[parent]);
        if (field < 0) {
            return XmlElement.UNKNOWN;
        }
        next[parent] = elements[parent].behind(field);
        return elements[parent].inside(field);
    }

    /** Behind the end tag that stands here, of the element whose name begins there. */
    private static int endTag(byte[] body, int at, int name) {
        int there = name;
        for (int here = at + 2; here < body.length && body[here] == body[there]; here++, there++) {
            if (body[here] == '>') {
                return here + 1;
            }
        }
        throw new GuardException("an end tag has another name than the element that it ends", at);
    }

    /** Where the end tag of the scalar stands whose text begins here. */
    private static int scalar(byte[] body, int from, Kind.Plain scalar) {
        int end = from;
        while (end < body.length && body[end] != '<') {
            end++;
        }
        if (scalar == Kind.Plain.BOOLEAN) {
            if (!equals(body, from, end, TRUE) && !equals(body, from, end, FALSE)) {
                throw new GuardException("a boolean is neither true nor false", from);
            }
        } else if (!Numbers.check(body, from, end) && scalar != Kind.Plain.DOUBLE) {
            throw new GuardException("an integer has a fraction or an exponent", from);
        }
        if (end + 1 >= body.length || body[end + 1] != '/') {
            throw new GuardException("a number or boolean holds an element", end);
        }
        return end;
    }

    private static boolean equals(byte[] body, int from, int end, byte[] text) {
        return Arrays.equals(body, from, end, text, 0, text.length);
    }

    private static boolean startsWith(byte[] body, byte[] prefix) {
        return body.length >= prefix.length && equals(body, 0, prefix.length, prefix);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
