package testbed.guard;

import testbed.contract.Format;
import testbed.objects.ObjectType;

/**
 * Refuses hostile bodies before a library sees them; the rules are {@code docs/contract/guard.md}. One class a format. A guard keeps
 * what it needs from body to body, so that a check allocates nothing: it belongs to one thread.
 */
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

    /** A guard for bodies of a format that hold objects of a type. */
    static Guard of(Format format, ObjectType type) {
        return switch (format) {
            case JSON -> new JsonGuard();
            case BSON -> new BsonGuard(type);
            case XML -> new XmlGuard(type);
        };
    }
}
