package testbed.engines;

import testbed.contract.Checks;

/** What a Jackson engine checks inside the window, and whether Blackbird fills its records. The first is as the library's documentation begins. */
enum Form {
    PLAIN("", Checks.USUAL, false),
    BLACKBIRD("-blackbird", Checks.USUAL, true),
    EQUAL("-equal", Checks.EQUAL, false),
    BLACKBIRD_EQUAL("-blackbird-equal", Checks.EQUAL, true);

    private final String suffix;
    private final Checks checks;
    private final boolean blackbird;

    Form(String suffix, Checks checks, boolean blackbird) {
        this.suffix = suffix;
        this.checks = checks;
        this.blackbird = blackbird;
    }

    /** What follows the library's name in the engine's. */
    String suffix() {
        return suffix;
    }

    /** The series that its engines stand in. */
    Checks checks() {
        return checks;
    }

    /** Whether they refuse whatever the guard refuses of an object's fields. */
    boolean isEqual() {
        return checks == Checks.EQUAL;
    }

    /** Whether Jackson's module Blackbird is registered. */
    boolean hasBlackbird() {
        return blackbird;
    }
}
