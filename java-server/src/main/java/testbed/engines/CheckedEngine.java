package testbed.engines;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import testbed.contract.Code;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.objects.ObjectType;

/**
 * An engine and what it proved at start.
 *
 * @param passing the types whose goldens it decodes and whose objects survive its round trip
 * @param failing why a type is missing among those
 */
public record CheckedEngine(Engine engine, boolean isDefault, List<ObjectType> passing, List<String> failing) {
    static CheckedEngine check(Engine engine, List<ObjectType> types, boolean isDefault) {
        List<ObjectType> passing = new ArrayList<>();
        List<String> failing = new ArrayList<>();
        for (ObjectType type : types) {
            Optional<String> failure = Codec.failure(engine, type);
            failure.ifPresentOrElse(failing::add, () -> passing.add(type));
        }
        return new CheckedEngine(engine, isDefault, List.copyOf(passing), List.copyOf(failing));
    }

    /**
     * The engine, for objects of this type.
     *
     * @throws ProblemException {@code invalid_request} where it fails the type's golden
     */
    public Engine reading(ObjectType type) {
        if (!passing.contains(type)) {
            throw new ProblemException(Problem.invalid(
                    "engine",
                    "engine is " + engine.name() + ", which fails its goldens: " + String.join("; ", failing)
                            + "; use another"));
        }
        return engine;
    }

    /**
     * The engine, to write objects of this type.
     *
     * @throws ProblemException {@code internal} where it fails the type's golden: what it wrote might be wrong
     */
    public Engine writing(ObjectType type) {
        if (!passing.contains(type)) {
            throw new ProblemException(Problem.of(
                    Code.INTERNAL,
                    "this object is not served: its default engine fails its goldens; GET /engines says how"));
        }
        return engine;
    }
}
