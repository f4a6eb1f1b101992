package testbed.guard;

import testbed.contract.Format;
import testbed.objects.ObjectType;

/**
 * Holds a body to its object type's field table before a library sees it; the rules are {@code docs/contract/guard.md}. One class a
 * {@link Grammar}. A guard keeps what it needs from body to body, so that a check allocates nothing: it belongs to one thread.
 */
@FunctionalInterface
public interface Guard {
    /**
     * Passes over a body, or refuses it.
     *
     * @throws GuardException says which rule, and where
     */
    void check(byte[] body);

    /**
     * The same for a body that is due to be this variant's.
     *
     * @throws GuardException says which rule, and where
     */
    default void checkDue(byte[] body, int variant) {
        check(body);
    }

    /** A guard for bodies of a format that hold objects of a type; where it walks none it passes none. */
    static Guard of(Format format, ObjectType type) {
        return Grammar.of(format.rules())
                .map(grammar -> grammar.guard(type.name(), Due.of(grammar, type)))
                .orElseGet(Guard::knowing);
    }

    /** A guard for these bodies, one a variant in order, and no others. */
    static Guard knowing(byte[]... bodies) {
        return new KnownGuard(bodies);
    }
}
