package testbed.guard;

/** The guard refuses a body; the message says which rule, and at which byte. It never carries the body's bytes. */
public final class GuardException extends RuntimeException {
    private final boolean ofTheTable;

    GuardException(String rule, int at) {
        super(rule + " (at byte " + at + ")", null, false, false);
        ofTheTable = Rule.OF_THE_TABLE.contains(rule);
    }

    /** Whether the field table gives the rule, so that an engine that reads just its objects refuses the body, too. */
    public boolean isOfTheTable() {
        return ofTheTable;
    }
}
