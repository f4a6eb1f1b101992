package testbed.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The guard for BSON. */
final class BsonGuard implements Guard {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int SMALLEST_DOCUMENT = 5;

    @Override
    public void check(byte[] body) {
        if (body.length == 0) {
            throw new GuardException("the body is empty", 0);
        }
        new Walk(body).run();
    }

    /** One pass over a body; the stack of open documents is its own, so that no body can exhaust the thread's. */
    private static final class Walk {
        private final byte[] body;
        /** Where the NUL of each open document stands. */
        private final int[] ends = new int[MAX_DEPTH];

        private int depth = -1;
        private int at;

        Walk(byte[] body) {
            this.body = body;
        }

        void run() {
            open(body.length);
            if (ends[0] != body.length - 1) {
                throw refused("the declared length is not the body's length");
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
                throw refused("more than " + MAX_DEPTH + " documents are open");
            }
            int length = int32(limit);
            if (length < SMALLEST_DOCUMENT || length > limit - at || body[at + length - 1] != 0) {
                throw refused("a document's length does not end at its NUL inside its parent");
            }
            ends[++depth] = at + length - 1;
            at += 4;
        }

        private void element() {
            int type = body[at++] & 0xFF;
            int end = ends[depth];
            int name = at;
            while (at < end && body[at] != 0) {
                at++;
            }
            if (at >= end) {
                throw refused("an element's name does not end");
            }
            Utf8.check(body, name, at++);
            switch (type) {
                case 0x01, 0x09, 0x11, 0x12 -> skip(8); // double, datetime, timestamp, int64
                case 0x02 -> string(end);
                case 0x03, 0x04 -> open(end);
                case 0x05 -> binary(end);
                case 0x07 -> skip(12); // ObjectId
                case 0x08 -> bool(end);
                case 0x0A, 0x7F, 0xFF -> {} // null, max key, min key
                case 0x10 -> skip(4); // int32
                case 0x13 -> skip(16); // decimal128
                default -> throw refused("element type 0x" + Integer.toHexString(type) + " is not allowed");
            }
        }

        private void string(int end) {
            int length = int32(end);
            at += 4;
            if (length < 1 || length > end - at || body[at + length - 1] != 0) {
                throw refused("a string's length does not end at its NUL inside its document");
            }
            Utf8.check(body, at, at + length - 1);
            at += length;
        }

        private void binary(int end) {
            int length = int32(end);
            at += 4;
            if (length < 0 || length > end - at - 1) {
                throw refused("a binary's length lies outside its document");
            }
            at += 1 + length;
        }

        private void bool(int end) {
            if (at < end && body[at] != 0 && body[at] != 1) {
                throw refused("a boolean is neither 0 nor 1");
            }
            skip(1);
        }

        private void skip(int bytes) {
            if (bytes > ends[depth] - at) {
                throw refused("a value does not fit its document");
            }
            at += bytes;
        }

        private int int32(int end) {
            if (end - at < 4) {
                throw refused("a length does not fit its document");
            }
            return (int) INTS.get(body, at);
        }

        private GuardException refused(String why) {
            return new GuardException(why, at);
        }
    }
}
