package testbed.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import testbed.objects.Kind;
import testbed.objects.ObjectType;

/** The guard for BSON: one pass over a body. The stack of open documents is its own, so that no body can exhaust the thread's. */
final class BsonGuard implements Guard {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SMALLEST_DOCUMENT = 5;
    private static final String NOT_UTF8 = "a name or string is not UTF-8";
    private static final String NOT_ALLOWED = "the element's type is not allowed";
    /** All ones where a double is infinite or no number. */
    private static final long EXPONENT = 0x7FF0000000000000L;

    /** Whether null is a value that an object of the type may have. */
    private final boolean nullMayStand;
    /** Where the NUL of each open document stands. */
    private final int[] ends = new int[MAX_DEPTH];

    private byte[] body;
    private int depth;
    private int at;

    BsonGuard(ObjectType type) {
        this.nullMayStand = nullMayStand(type.fields());
    }

    private static boolean nullMayStand(Kind kind) {
        if (kind instanceof Kind.Items list) {
            return nullMayStand(list.item());
        }
        if (kind instanceof Kind.Entries map) {
            return nullMayStand(map.value());
        }
        return kind instanceof Kind.Fields fields
                && fields.all().stream()
                        .anyMatch(field -> field.presence() == Kind.Presence.NULLABLE || nullMayStand(field.kind()));
    }

    @Override
    public void check(byte[] whole) {
        if (whole.length == 0) {
            throw new GuardException("the body is empty", 0);
        }
        body = whole;
        depth = -1;
        at = 0;
        open(body.length);
        if (ends[0] != body.length - 1) {
            throw refused("the document's declared length is not the body's");
        }
        while (depth >= 0) {
            if (at < ends[depth]) {
                element();
            } else {
                at = ends[depth--] + 1;
            }
        }
    }

    /** Opens the document whose length stands here and that must end before {@code limit}. */
    private void open(int limit) {
        if (depth + 1 == MAX_DEPTH) {
            throw refused("more than 64 documents are open");
        }
        int length = int32(limit);
        if (length < SMALLEST_DOCUMENT || length > limit - at) {
            throw refused("a document's declared length does not fit");
        }
        if (body[at + length - 1] != 0) {
            throw refused("a document does not end in NUL");
        }
        ends[++depth] = at + length - 1;
        at += 4;
    }

    private void element() {
        int type = body[at];
        int end = ends[depth];
        if (type == 0) {
            throw refused("a document's elements end before its length");
        }
        int name = ++at;
        while (at < end && body[at] != 0) {
            at++;
        }
        if (at >= end) {
            throw refused("an element's name does not end");
        }
        Utf8.check(body, name, at++, NOT_UTF8);
        switch (type) {
            case 0x01 -> real(end);
            case 0x02 -> string(end);
            case 0x03, 0x04 -> open(end);
            case 0x08 -> bool(end);
            case 0x0A -> nothing();
            case 0x10 -> skip(4, end); // int32
            case 0x12 -> skip(8, end); // int64
            default -> throw refused(NOT_ALLOWED);
        }
    }

    private void real(int end) {
        int value = at;
        skip(8, end);
        if (((long) LONGS.get(body, value) & EXPONENT) == EXPONENT) {
            throw refused("a double is not finite");
        }
    }

    private void string(int end) {
        int length = int32(end);
        at += 4;
        if (length < 1 || length > end - at) {
            throw refused("a string's declared length does not fit");
        }
        Utf8.check(body, at, at + length - 1, NOT_UTF8);
        at += length;
        if (body[at - 1] != 0) {
            throw refused("a string does not end in NUL");
        }
    }

    private void bool(int end) {
        skip(1, end);
        if (body[at - 1] != 0 && body[at - 1] != 1) {
            throw refused("a boolean is neither 0 nor 1");
        }
    }

    private void nothing() {
        if (!nullMayStand) {
            throw refused(NOT_ALLOWED);
        }
    }

    private void skip(int bytes, int end) {
        if (bytes > end - at) {
            throw refused("a value lies outside its document");
        }
        at += bytes;
    }

    private int int32(int end) {
        if (end - at < 4) {
            throw refused("a length lies outside its document");
        }
        return (int) INTS.get(body, at);
    }

    private GuardException refused(String rule) {
        return new GuardException(rule, at);
    }
}
