package testbed.guard;

import testbed.engines.Format;

/** Refuses hostile bodies before a library sees them; the rules are {@code docs/contract/guard.md}. One class a format. */
@FunctionalInterface
public interface Guard {
    /** How many levels may be open at once, in every format. */
    int MAX_DEPTH = 64;

    /**
     * Passes over a body, or refuses it.
     *
     * @throws GuardException says which rule, and where
     */
    void check(byte[] body);

    /** The guard of a format. */
    static Guard of(Format format) {
        return switch (format) {
            case JSON -> new JsonGuard();
            case BSON -> new BsonGuard();
            case XML -> new XmlGuard();
        };
    }
}
