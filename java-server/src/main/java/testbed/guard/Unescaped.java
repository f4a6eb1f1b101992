package testbed.guard;

/** The bytes that a text means, one after the other. Here they are its own; a format that has escapes says what stands for what. */
class Unescaped {
    /** What is read, and where in it the next byte or escape stands. */
    protected byte[] body;

    protected int at;
    private int end;
    /** The bytes of an escaped character that are still to come, the next one lowest; none of them is 0. */
    private int left;

    /** Begins with the text from (inclusive) to end (exclusive), whose escapes have been looked at. */
    final void begin(byte[] whole, int from, int behind) {
        body = whole;
        at = from;
        end = behind;
        left = 0;
    }

    /** The next byte, from 0 to 255; -1 behind the last. */
    final int next() {
        if (left != 0) {
            int next = left & 0xFF;
            left >>>= 8;
            return next;
        }
        if (at == end) {
            return -1;
        }
        return isEscape(body[at]) ? firstOf(character()) : body[at++] & 0xFF;
    }

    /** Writes what there is into bytes; its length, or -1 where they have no room. */
    final int copy(byte[] into) {
        int length = 0;
        for (int next = next(); next >= 0; next = next()) {
            if (length == into.length) {
                return -1;
            }
            into[length++] = (byte) next;
        }
        return length;
    }

    /** Whether an escape begins with this byte. */
    protected boolean isEscape(byte first) {
        return false;
    }

    /** The character that the escape stands for that begins here, and goes behind it. */
    protected int character() {
        throw new IllegalStateException("a text without escapes has one");
    }

    /** The first byte of a character's UTF-8; keeps the others. */
    private int firstOf(int character) {
        if (character < 0x80) {
            return character;
        }
        int last = 0x80 | character & 0x3F;
        if (character < 0x800) {
            left = last;
            return 0xC0 | character >> 6;
        }
        int third = 0x80 | character >> 6 & 0x3F;
        if (character < 0x10000) {
            left = last << 8 | third;
            return 0xE0 | character >> 12;
        }
        left = last << 16 | third << 8 | 0x80 | character >> 12 & 0x3F;
        return 0xF0 | character >> 18;
    }
}
