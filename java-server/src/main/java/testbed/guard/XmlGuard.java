package testbed.guard;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The guard for XML: one walk over the elements, without recursion. */
final class XmlGuard implements Guard {
    /** What a body may begin with, and all that it may say there. */
    private static final byte[] DECLARATION = utf8("<?xml version=\"1.0\"?>");

    private static final byte[] DECLARATION_OF_UTF8 = utf8("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    private static final byte[] TRUE = utf8("true");
    private static final byte[] FALSE = utf8("false");

    private static final byte[] NOTHING = {};

    private final byte[] rootName;
    private final Due root;
    private final Levels levels;
    /** The name of each open record. */
    private final byte[][] names;
    /** A text of an enumeration as it is meant, which is none of the schema's where it is longer. */
    private final byte[] choice;

    private final XmlText.References references = new XmlText.References();

    XmlGuard(String rootName, Due root) {
        this.rootName = utf8(rootName);
        this.root = root;
        this.levels = new Levels(root);
        this.names = new byte[root.levels()][];
        this.choice = new byte[root.longest()];
    }

    @Override
    public void check(byte[] body) {
        Utf8.checkText(body);
        levels.clear();
        int at = root(body, whiteSpace(body, declaration(body)));
        while (!levels.isEmpty()) {
            at = inside(body, whiteSpace(body, at));
        }
        at = whiteSpace(body, at);
        if (at < body.length) {
            throw new GuardException("something follows the root element", at);
        }
    }

    /** Behind the declaration, where there is one of the two that may be. */
    private static int declaration(byte[] body) {
        if (stands(DECLARATION, body, 0)) {
            return DECLARATION.length;
        }
        return stands(DECLARATION_OF_UTF8, body, 0) ? DECLARATION_OF_UTF8.length : 0;
    }

    /** Goes into the root element, whose tag stands here. */
    private int root(byte[] body, int at) {
        if (!stands('<', body, at)) {
            throw new GuardException("there is no root element", at);
        }
        int end = XmlText.endOfName(body, at + 1);
        if (!Arrays.equals(rootName, 0, rootName.length, body, at + 1, end)) {
            throw new GuardException("the root element's name is not the object type's", at);
        }
        return value(body, end, root, rootName);
    }

    /** Behind the tag that stands here, in the innermost record; behind the whole element where that holds no others. */
    private int inside(byte[] body, int at) {
        if (!stands('<', body, at)) {
            throw new GuardException(
                    at < body.length ? "text stands between the elements of a record" : "an element does not end", at);
        }
        if (stands('/', body, at + 1)) {
            int depth = levels.depth();
            levels.leave(at);
            return endTag(body, at, names[depth]);
        }
        return field(body, at, levels.innermost().fields());
    }

    private int field(byte[] body, int at, Fields fields) {
        int field = levels.next();
        int end;
        if (field < fields.count() && stands(fields.written(field), body, at)) {
            end = at + fields.written(field).length - 1;
        } else {
            end = XmlText.endOfName(body, at + 1);
            field = fields.names().find(body, at + 1, end, field);
        }
        levels.see(field, at);
        Due due = fields.due(field);
        return value(
                body,
                end,
                due.is() == Due.Is.LIST ? due.inside() : due,
                fields.names().get(field));
    }

    /** Behind the element whose tag's name ends here, or inside a record's. */
    private int value(byte[] body, int end, Due due, byte[] name) {
        boolean isEmpty = stands('/', body, end) && stands('>', body, end + 1);
        if (!isEmpty && !stands('>', body, end)) {
            throw new GuardException(end == body.length ? "a tag does not end" : "a tag holds more than a name", end);
        }
        if (due.is() == Due.Is.RECORD) {
            return record(end, due, name, isEmpty);
        }
        if (isEmpty) {
            checkMayBeEmpty(due, end);
            return end + 2;
        }
        return endTag(body, scalar(body, end + 1, due), name);
    }

    private int record(int end, Due due, byte[] name, boolean isEmpty) {
        levels.enter(due);
        names[levels.depth()] = name;
        if (isEmpty) {
            levels.leave(end);
            return end + 2;
        }
        return end + 1;
    }

    private static void checkMayBeEmpty(Due due, int at) {
        if (due.is() == Due.Is.CHOICE && due.choices().find(NOTHING, 0, 0, 0) < 0) {
            throw new GuardException(Rule.CHOICE, at);
        }
        if (due.is() != Due.Is.TEXT && due.is() != Due.Is.CHOICE) {
            throw new GuardException("a number or boolean is empty", at);
        }
    }

    /** Where the end tag stands of the element whose text begins here. */
    private int scalar(byte[] body, int from, Due due) {
        int end =
                switch (due.is()) {
                    case TEXT -> XmlText.end(body, from);
                    case CHOICE -> choice(body, from, due);
                    case INT32 -> Numbers.integer(body, from, Integer.MAX_VALUE);
                    case INT64 -> Numbers.integer(body, from, Long.MAX_VALUE);
                    case DOUBLE -> Numbers.real(body, from);
                    case BOOLEAN -> bool(body, from);
                    default -> throw new IllegalStateException("XML carries no " + due.is());
                };
        if (!stands('<', body, end)) {
            throw end == body.length
                    ? new GuardException("an element does not end", end)
                    : new GuardException("a number is not one of RFC 8259", from);
        }
        if (!stands('/', body, end + 1)) {
            XmlText.endOfName(body, end + 1);
            throw new GuardException(
                    due.is() == Due.Is.TEXT || due.is() == Due.Is.CHOICE
                            ? Rule.TEXT
                            : "a number or boolean holds an element",
                    end);
        }
        return end;
    }

    private int choice(byte[] body, int from, Due due) {
        int end = XmlText.end(body, from);
        references.begin(body, from, end);
        int length = references.copy(choice);
        if (length < 0 || due.choices().find(choice, 0, length, 0) < 0) {
            throw new GuardException(Rule.CHOICE, from);
        }
        return end;
    }

    private static int bool(byte[] body, int from) {
        int end = from + (stands(TRUE, body, from) ? TRUE.length : stands(FALSE, body, from) ? FALSE.length : 0);
        if (end == from || !stands('<', body, end)) {
            throw new GuardException("a boolean is neither true nor false", from);
        }
        return end;
    }

    /** Behind the end tag that stands here, of the element of this name. */
    private static int endTag(byte[] body, int at, byte[] name) {
        int end = at + 2 + name.length;
        if (stands(name, body, at + 2) && stands('>', body, end)) {
            return end + 1;
        }
        int there = XmlText.behindName(body, at + 2);
        if (there == body.length) {
            throw new GuardException("a tag does not end", at);
        }
        throw new GuardException(
                body[there] == '>'
                        ? "an end tag has another name than the element that it ends"
                        : "a tag holds more than a name",
                at);
    }

    private static int whiteSpace(byte[] body, int from) {
        int at = from;
        while (at < body.length && (body[at] == ' ' || body[at] == '\t' || body[at] == '\n')) {
            at++;
        }
        return at;
    }

    private static boolean stands(char one, byte[] body, int at) {
        return at < body.length && body[at] == one;
    }

    private static boolean stands(byte[] word, byte[] body, int at) {
        return Eight.stand(word, body, at, body.length);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
