package testbed.engines;

/** A body is refused by the engine, or what came of it by the comparison. */
public final class RefusedException extends RuntimeException {
    private final String by;

    RefusedException(String by, String why) {
        super(why, null, false, false);
        this.by = by;
    }

    /** {@code engine} or {@code comparison}. */
    public String by() {
        return by;
    }
}
