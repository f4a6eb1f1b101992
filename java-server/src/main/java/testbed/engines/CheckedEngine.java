package testbed.engines;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.objects.ObjectType;
import testbed.objects.Once;

/**
 * An engine, and what it proves of each object type when that is first asked for: binding a library to a type takes longer on a cold JVM
 * than all else at its start.
 */
public final class CheckedEngine {
    private final Engine engine;
    private final boolean isDefault;
    /** Why each type may not be read or written by it; empty where it may. */
    private final Map<ObjectType, Once<Optional<String>>> failures = new LinkedHashMap<>();

    CheckedEngine(Engine engine, List<ObjectType> types, boolean isDefault) {
        this.engine = engine;
        this.isDefault = isDefault;
        types.forEach(type -> failures.put(type, new Once<>(() -> failure(engine, type))));
    }

    private static Optional<String> failure(Engine engine, ObjectType type) {
        return type.uncarriedBy(engine.format())
                .map(why -> type.name() + ": " + engine.format() + " cannot carry it: " + why)
                .or(() -> engine.reads(type.type())
                        ? Codec.failure(engine, type)
                        : Optional.of(type.name() + ": " + engine.name() + " has no reader of it"));
    }

    /** The engine, whatever it proves. */
    public Engine engine() {
        return engine;
    }

    /** Whether it is used for its format and operation where a request names none. */
    public boolean isDefault() {
        return isDefault;
    }

    /** Of these types, those of which it has proven nothing yet, each as the work that does so. */
    public List<Proof> unproven(List<ObjectType> types) {
        return types.stream()
                .filter(type -> !failures.get(type).isMade())
                .map(type -> new Proof(this, type))
                .toList();
    }

    /** Of these types, those whose goldens it decodes and whose objects survive its round trip, or whose excerpts it reads from the goldens. */
    public List<ObjectType> passing(List<ObjectType> types) {
        return types.stream().filter(type -> failure(type).isEmpty()).toList();
    }

    /** Why one of these is missing among those. */
    public List<String> failing(List<ObjectType> types) {
        return types.stream().map(this::failure).flatMap(Optional::stream).toList();
    }

    /**
     * The engine, for objects of this type.
     *
     * @throws ProblemException {@code invalid_request} where it fails the type's golden
     */
    public Engine reading(ObjectType type) {
        failure(type).ifPresent(why -> {
            throw new ProblemException(Problem.invalid(
                    "engine", "engine is " + engine.name() + ", which fails its goldens: " + why + "; use another"));
        });
        return engine;
    }

    /**
     * The engine, to write objects of this type.
     *
     * @throws ProblemException {@code internal} where it fails the type's golden: what it wrote might be wrong
     */
    public Engine writing(ObjectType type) {
        failure(type).ifPresent(why -> {
            throw new ProblemException(Problem.internal(
                    "this object is not served: its default engine fails its goldens; GET /engines says how"));
        });
        return engine;
    }

    /** Proves the engine on a type, unless it has been. */
    void prove(ObjectType type) {
        failure(type);
    }

    private Optional<String> failure(ObjectType type) {
        return failures.get(type).get();
    }
}
