package testbed.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The guard for BSON: one walk over the elements, without recursion. */
final class BsonGuard implements Guard {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SMALLEST_DOCUMENT = 5;
    private static final String NOT_UTF8 = "a name or string is not UTF-8";
    /** All ones where a double is infinite or no number. */
    private static final long EXPONENT = 0x7FF0000000000000L;

    private static final int REAL = 0x01;
    private static final int STRING = 0x02;
    private static final int DOCUMENT = 0x03;
    private static final int ARRAY = 0x04;
    private static final int BOOLEAN = 0x08;
    private static final int NULL = 0x0A;
    private static final int INT32 = 0x10;
    private static final int INT64 = 0x12;
    /** A bit for each type that objects have. */
    private static final int ALLOWED =
            1 << REAL | 1 << STRING | 1 << DOCUMENT | 1 << ARRAY | 1 << BOOLEAN | 1 << NULL | 1 << INT32 | 1 << INT64;

    private final Due root;
    private final Levels levels;
    private final Keys keys;
    /** Where the NUL of each open document stands. */
    private final int[] ends;

    private byte[] body;
    private int at;
    /** The NUL of the innermost. */
    private int end;

    BsonGuard(Due root) {
        this.root = root;
        this.levels = new Levels(root);
        this.keys = Keys.of(root, Unescaped::new);
        this.ends = new int[root.levels()];
    }

    @Override
    public void check(byte[] whole) {
        if (whole.length == 0) {
            throw new GuardException("the body is empty", 0);
        }
        body = whole;
        levels.clear();
        keys.clear();
        at = 0;
        end = whole.length;
        enter(root);
        if (end != whole.length - 1) {
            throw refused("the document's declared length is not the body's");
        }
        while (!levels.isEmpty()) {
            if (at < end) {
                element(levels.innermost());
            } else {
                leave();
            }
        }
    }

    /** Goes into the document whose length stands here. */
    private void enter(Due due) {
        int length = length();
        if (length < SMALLEST_DOCUMENT || length > end - at) {
            throw refused("a document's declared length does not fit");
        }
        if (body[at + length - 1] != 0) {
            throw refused("a document does not end in NUL");
        }
        end = at + length - 1;
        at += 4;
        levels.enter(due);
        ends[levels.depth()] = end;
        if (due.is() == Due.Is.MAP) {
            keys.enter();
        }
    }

    private void leave() {
        if (levels.innermost().is() == Due.Is.MAP) {
            keys.leave();
        }
        levels.leave(at);
        at = end + 1;
        end = levels.isEmpty() ? body.length : ends[levels.depth()];
    }

    private void element(Due outer) {
        int type = body[at];
        if (type == 0) {
            throw refused("a document's elements end before its length");
        }
        at++;
        switch (outer.is()) {
            case RECORD -> field(type, outer.fields());
            case MAP -> {
                int key = at;
                name(type);
                keys.add(body, key, at - 1);
                value(type, outer.inside(), false);
            }
            default -> {
                name(type);
                value(type, outer.inside(), false);
            }
        }
    }

    private void field(int type, Fields fields) {
        int name = at;
        int field = levels.next();
        if (field < fields.count() && stands(fields.written(field))) {
            at += fields.written(field).length;
        } else {
            name(type);
            field = fields.names().find(body, name, at - 1, field);
        }
        levels.see(field, name);
        value(type, fields.due(field), fields.isNullable(field));
    }

    /** Whether a name stands here with its NUL, which is not the document's. */
    private boolean stands(byte[] name) {
        return Eight.stand(name, body, at, end);
    }

    /** Goes behind the name that begins here, and its NUL. */
    private void name(int type) {
        int name = at;
        at = nul(name) + 1;
        checkAllowed(type);
        Utf8.check(body, name, at - 1, NOT_UTF8);
    }

    /** Before the name is looked up, since no record has a field of another type. */
    private void checkAllowed(int type) {
        if ((ALLOWED & bit(type)) == 0) {
            throw refused("the element's type is not allowed");
        }
    }

    /** Where the NUL of the name stands that begins here. */
    private int nul(int name) {
        int nul = name;
        for (; nul + 8 <= end; nul += 8) {
            long found = Eight.equal(Eight.at(body, nul), 0);
            if (found != 0) {
                return nul + Eight.first(found);
            }
        }
        while (nul < end && body[nul] != 0) {
            nul++;
        }
        if (nul >= end) {
            throw new GuardException("an element's name does not end", name);
        }
        return nul;
    }

    private void value(int type, Due due, boolean nullable) {
        if (type == NULL) {
            if (!nullable) {
                throw refused(Rule.NULL);
            }
            return;
        }
        if ((types(due.is()) & bit(type)) == 0) {
            checkAllowed(type);
            throw refused(due.rule());
        }
        switch (due.is()) {
            case TEXT -> string();
            case CHOICE -> choice(due);
            case INT32, INT64 -> integer(type, due);
            case DOUBLE -> real(type);
            case BOOLEAN -> bool();
            case LIST, MAP, RECORD -> enter(due);
        }
    }

    /** None where no type that is allowed has so large a number. */
    private static int bit(int type) {
        return type == (type & 31) ? 1 << type : 0;
    }

    /** A bit for each type that a value may have. */
    private static int types(Due.Is is) {
        return switch (is) {
            case TEXT, CHOICE -> 1 << STRING;
            case INT32, INT64 -> 1 << INT32 | 1 << INT64;
            case DOUBLE -> 1 << REAL | 1 << INT32 | 1 << INT64;
            case BOOLEAN -> 1 << BOOLEAN;
            case LIST -> 1 << ARRAY;
            case MAP, RECORD -> 1 << DOCUMENT;
        };
    }

    private void string() {
        int length = length();
        if (length < 1 || length > end - at - 4) {
            throw refused("a string's declared length does not fit");
        }
        at += 4 + length;
        Utf8.check(body, at - length, at - 1, NOT_UTF8);
        if (body[at - 1] != 0) {
            throw new GuardException("a string does not end in NUL", at - 1);
        }
    }

    private void choice(Due due) {
        int text = at + 4;
        string();
        if (due.choices().find(body, text, at - 1, 0) < 0) {
            throw new GuardException(Rule.CHOICE, text);
        }
    }

    private void integer(int type, Due due) {
        int value = at;
        skip(type == INT32 ? 4 : 8);
        if (type == INT64 && due.is() == Due.Is.INT32) {
            long wide = Eight.at(body, value);
            if (wide != (int) wide) {
                throw new GuardException(Rule.RANGE, value);
            }
        }
    }

    private void real(int type) {
        int value = at;
        skip(type == INT32 ? 4 : 8);
        if (type == REAL && (Eight.at(body, value) & EXPONENT) == EXPONENT) {
            throw new GuardException("a double is not finite", value);
        }
    }

    private void bool() {
        skip(1);
        if (body[at - 1] != 0 && body[at - 1] != 1) {
            throw new GuardException("a boolean is neither 0 nor 1", at - 1);
        }
    }

    private void skip(int bytes) {
        if (bytes > end - at) {
            throw refused("a value lies outside its document");
        }
        at += bytes;
    }

    /** The length that stands here, which lies in its document, too. */
    private int length() {
        if (end - at < 4) {
            throw refused("a length lies outside its document");
        }
        return (int) INTS.get(body, at);
    }

    private GuardException refused(String rule) {
        return new GuardException(rule, at);
    }
}
