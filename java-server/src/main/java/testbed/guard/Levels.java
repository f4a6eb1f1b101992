package testbed.guard;

/** The records, lists and maps that are open, and which fields the records have: a stack as deep as the object type. */
final class Levels {
    private final Due[] open;
    /** Where the bits of each level begin, and of one more. */
    private final int[] words;
    /** Of each record, the field that was found last; -1 where none was. */
    private final int[] lasts;

    /** A bit for each field that was found. */
    private final long[] seen;
    /** The innermost level; -1 where none is open. */
    private int depth;

    /** None open, with room for all that a root has. */
    Levels(Due root) {
        this.open = new Due[root.levels()];
        this.words = new int[open.length + 1];
        this.lasts = new int[open.length];
        this.seen = new long[root.words()];
    }

    /** Closes whatever a refused body left open. */
    void clear() {
        depth = -1;
    }

    boolean isEmpty() {
        return depth < 0;
    }

    /** How many are open around the innermost. */
    int depth() {
        return depth;
    }

    Due innermost() {
        return open[depth];
    }

    /** Opens one inside, and where it is a record, none of its fields was found. */
    void enter(Due due) {
        depth++;
        open[depth] = due;
        lasts[depth] = -1;
        int first = words[depth];
        int next = due.fields() == null ? first : first + due.fields().required().length;
        words[depth + 1] = next;
        for (int i = first; i < next; i++) {
            seen[i] = 0;
        }
    }

    /** Closes the innermost at a byte; a record has every field then that must be there. */
    void leave(int at) {
        Fields fields = open[depth].fields();
        if (fields != null) {
            long[] required = fields.required();
            for (int i = 0; i < required.length; i++) {
                if ((required[i] & ~seen[words[depth] + i]) != 0) {
                    throw new GuardException(Rule.MISSING, at);
                }
            }
        }
        depth--;
    }

    /** The field that mostly comes next in the innermost record: the one behind the last, or a list of XML once more. */
    int next() {
        int last = lasts[depth];
        return last >= 0 && open[depth].fields().isRepeated(last) ? last : last + 1;
    }

    /** Books a field of the innermost record, or -1 where it has no such name, at a byte. */
    void see(int field, int at) {
        if (field < 0) {
            throw new GuardException(Rule.UNKNOWN, at);
        }
        int word = words[depth] + field / 64;
        if ((seen[word] & 1L << field) != 0) {
            seeAgain(field, at);
        }
        seen[word] |= 1L << field;
        lasts[depth] = field;
    }

    /** The items of a list of XML stand one behind the other. */
    private void seeAgain(int field, int at) {
        if (!open[depth].fields().isRepeated(field)) {
            throw new GuardException(Rule.TWICE, at);
        }
        if (lasts[depth] != field) {
            throw new GuardException(Rule.APART, at);
        }
    }
}
