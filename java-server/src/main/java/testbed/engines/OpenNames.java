package testbed.engines;

import java.util.Arrays;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamReadException;

/**
 * The property names met so far in each object that is open, to find one that comes twice, for parsers whose library does not look.
 * Costs an array store a name: a bit mask of hashes answers almost always, and an exact look through the object's names only where
 * its bit is set.
 */
final class OpenNames {
    private String[] names = new String[32];
    private int size;
    private int[] firsts = new int[8];
    private long[] masks = new long[8];
    private int depth = -1;

    /**
     * Takes note of the token that a parser has just read, and gives it back.
     *
     * @param what what the format calls a field, for the message
     * @throws StreamReadException where a name comes twice in its object
     */
    JsonToken follow(JsonParser parser, JsonToken token, String what) {
        if (token == JsonToken.PROPERTY_NAME) {
            if (!add(parser.currentName())) {
                throw new StreamReadException(parser, what + " " + parser.currentName() + " comes twice");
            }
        } else if (token != null && token.isStructStart()) {
            open();
        } else if (token != null && token.isStructEnd()) {
            close();
        }
        return token;
    }

    private void open() {
        if (++depth == firsts.length) {
            firsts = Arrays.copyOf(firsts, depth * 2);
            masks = Arrays.copyOf(masks, depth * 2);
        }
        firsts[depth] = size;
        masks[depth] = 0;
    }

    private void close() {
        if (depth >= 0) {
            size = firsts[depth--];
        }
    }

    /** Notes a name of the innermost object; false where it was there before. */
    private boolean add(String name) {
        int hash = name.hashCode();
        long bit = 1L << (hash ^ hash >>> 6 ^ hash >>> 16);
        if ((masks[depth] & bit) != 0 && contains(name)) {
            return false;
        }
        masks[depth] |= bit;
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
        }
        names[size++] = name;
        return true;
    }

    private boolean contains(String name) {
        for (int i = firsts[depth]; i < size; i++) {
            if (names[i].equals(name)) {
                return true;
            }
        }
        return false;
    }
}
