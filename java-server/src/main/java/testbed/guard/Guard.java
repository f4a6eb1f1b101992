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

    /** A guard for bodies of a format that hold objects of a type. */
    static Guard of(Format format, ObjectType type) {
        Grammar grammar = Grammar.of(format.rules());
        return grammar.guard(type.name(), Due.of(grammar, type));
    }
}
