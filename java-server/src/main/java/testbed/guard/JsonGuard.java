package testbed.guard;

import java.nio.charset.StandardCharsets;

/** The guard for JSON: one walk over the values, without recursion. */
final class JsonGuard implements Guard {
    /** What a value may begin with. */
    private static final String BEGINNINGS = "\"-0123456789tfn[{";

    private static final byte[] NULL = ascii("null");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");

    private final Due root;
    private final Levels levels;
    private final JsonText text;
    private final Keys keys;

    JsonGuard(Due root) {
        this.root = root;
        this.levels = new Levels(root);
        this.text = new JsonText(root.longest());
        this.keys = Keys.of(root, JsonText.Escapes::new);
    }

    @Override
    public void check(byte[] body) {
        Utf8.checkText(body);
        levels.clear();
        keys.clear();
        int at = value(body, space(body, 0), root, false);
        while (!levels.isEmpty()) {
            at = member(body, at, levels.innermost());
        }
        if (at < body.length) {
            throw new GuardException("something follows the object", at);
        }
    }

    /** The field, entry or item that begins here. Like {@link #value}, it gives where the next one begins. */
    private int member(byte[] body, int at, Due outer) {
        switch (outer.is()) {
            case RECORD -> {
                return field(body, at, outer.fields());
            }
            case MAP -> {
                int end = name(body, at, "a key was due");
                keys.add(body, at + 1, end);
                return value(body, colon(body, end + 1), outer.inside(), false);
            }
            default -> {
                return value(body, at, outer.inside(), false);
            }
        }
    }

    private int field(byte[] body, int at, Fields fields) {
        int field = levels.next();
        int value;
        if (field < fields.count() && stands(fields.written(field), body, at)) {
            value = space(body, at + fields.written(field).length);
        } else {
            int end = name(body, at, "a name was due");
            field = text.find(fields.names(), body, at + 1, end, field);
            value = colon(body, end + 1);
        }
        levels.see(field, at);
        return value(body, value, fields.due(field), fields.isNullable(field));
    }

    /** Where the name or key ends that begins here. */
    private int name(byte[] body, int at, String due) {
        if (!stands('"', body, at)) {
            throw new GuardException(due, at);
        }
        return text.end(body, at);
    }

    /** Where the value begins behind a colon and the white space around it. */
    private static int colon(byte[] body, int from) {
        int at = space(body, from);
        if (!stands(':', body, at)) {
            throw new GuardException("a colon was due", at);
        }
        return space(body, at + 1);
    }

    /** Where the next member begins behind the value that begins here: inside it where it holds some, otherwise behind it. */
    private int value(byte[] body, int at, Due due, boolean nullable) {
        if (stands('n', body, at) && stands(NULL, body, at)) {
            if (!nullable) {
                throw new GuardException(Rule.NULL, at);
            }
            return behind(body, at + NULL.length);
        }
        return switch (due.is()) {
            case TEXT -> behind(body, string(body, at, due) + 1);
            case CHOICE -> behind(body, choice(body, at, due));
            case INT32 -> behind(body, integer(body, at, due, Integer.MAX_VALUE));
            case INT64 -> behind(body, integer(body, at, due, Long.MAX_VALUE));
            case DOUBLE -> behind(body, real(body, at, due));
            case BOOLEAN -> behind(body, bool(body, at, due));
            case LIST -> inside(body, at, due, '[', ']');
            case MAP, RECORD -> inside(body, at, due, '{', '}');
        };
    }

    private int string(byte[] body, int at, Due due) {
        if (!stands('"', body, at)) {
            throw insteadOf(due, body, at);
        }
        return text.end(body, at);
    }

    private int choice(byte[] body, int at, Due due) {
        int end = string(body, at, due);
        if (text.find(due.choices(), body, at + 1, end, 0) < 0) {
            throw new GuardException(Rule.CHOICE, at);
        }
        return end + 1;
    }

    private static int integer(byte[] body, int at, Due due, long largest) {
        if (!isNumber(body, at)) {
            throw insteadOf(due, body, at);
        }
        return Numbers.integer(body, at, largest);
    }

    private static int real(byte[] body, int at, Due due) {
        if (!isNumber(body, at)) {
            throw insteadOf(due, body, at);
        }
        return Numbers.real(body, at);
    }

    private static boolean isNumber(byte[] body, int at) {
        return at < body.length && (body[at] == '-' || (body[at] >= '0' && body[at] <= '9'));
    }

    private static int bool(byte[] body, int at, Due due) {
        if (stands(TRUE, body, at)) {
            return at + TRUE.length;
        }
        if (stands(FALSE, body, at)) {
            return at + FALSE.length;
        }
        throw insteadOf(due, body, at);
    }

    /** Goes into the list, map or record that begins here, and out again where it is empty. */
    private int inside(byte[] body, int at, Due due, char opens, char closes) {
        if (!stands(opens, body, at)) {
            throw insteadOf(due, body, at);
        }
        levels.enter(due);
        if (due.is() == Due.Is.MAP) {
            keys.enter();
        }
        int first = space(body, at + 1);
        return stands(closes, body, first) ? behind(body, first) : first;
    }

    /** Where the next member begins behind a value that ends here; leaves what ends with it. */
    private int behind(byte[] body, int from) {
        int at = space(body, from);
        while (!levels.isEmpty()) {
            if (stands(',', body, at)) {
                return space(body, at + 1);
            }
            leave(body, at);
            at = space(body, at + 1);
        }
        return at;
    }

    private void leave(byte[] body, int at) {
        Due.Is is = levels.innermost().is();
        if (!stands(is == Due.Is.LIST ? ']' : '}', body, at)) {
            throw new GuardException("a comma or an end was due", at);
        }
        levels.leave(at);
        if (is == Due.Is.MAP) {
            keys.leave();
        }
    }

    /** What begins like no value breaks the grammar before the table: a library that knows UTF-16 may read it. */
    private static GuardException insteadOf(Due due, byte[] body, int at) {
        boolean isValue = at < body.length && BEGINNINGS.indexOf(body[at]) >= 0;
        return new GuardException(isValue ? due.rule() : "a value was due", at);
    }

    private static int space(byte[] body, int from) {
        int at = from;
        while (at < body.length && (body[at] == ' ' || body[at] == '\n' || body[at] == '\r' || body[at] == '\t')) {
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

    private static byte[] ascii(String word) {
        return word.getBytes(StandardCharsets.US_ASCII);
    }
}
