package testbed.engines;

import testbed.contract.RefusedBy;

/** A body is refused by the engine, or what came of it by the comparison. */
public final class RefusedException extends RuntimeException {
    private final RefusedBy by;

    RefusedException(RefusedBy by, String why) {
        super(why, null, false, false);
        this.by = by;
    }

    /** The engine or the comparison. */
    public RefusedBy by() {
        return by;
    }
}
