package testbed.engines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import testbed.contract.Code;
import testbed.contract.Format;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** The registry of engines, each checked against its goldens at start. Add an engine here, and its class beside this file. */
public final class EngineRegistry {
    /** Every engine; the first of a format is its default. */
    public static final List<Engine> ENGINES =
            List.of(new JacksonDatabind(), new Bson4Jackson(), new JacksonDataformatXml());

    private final List<CheckedEngine> all;

    /** Checks every engine against the goldens of every object type. */
    public EngineRegistry(ObjectTypes types) {
        this(ENGINES, types);
    }

    /** Checks these engines likewise. */
    public EngineRegistry(List<Engine> engines, ObjectTypes types) {
        List<CheckedEngine> checked = new ArrayList<>();
        for (Engine engine : engines) {
            boolean first = checked.stream().noneMatch(other -> other.engine().format() == engine.format());
            checked.add(CheckedEngine.check(engine, types.all(), first));
        }
        all = List.copyOf(checked);
    }

    /** Every engine, the default of each format before its others. */
    public List<CheckedEngine> all() {
        return all;
    }

    /** The engine used for a format where a request names none. */
    public CheckedEngine defaultOf(Format format) {
        return ofFormat(format).stream()
                .filter(CheckedEngine::isDefault)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException("no engine for " + format + ": add one to EngineRegistry.ENGINES"));
    }

    /** The engine of this name that reads this format, where there is one. */
    public Optional<CheckedEngine> find(Format format, String name) {
        return ofFormat(format).stream()
                .filter(checked -> checked.engine().name().equals(name))
                .findFirst();
    }

    /** The names of the engines of a format. */
    public List<String> namesOf(Format format) {
        return ofFormat(format).stream().map(checked -> checked.engine().name()).toList();
    }

    /** The versions of the engines' libraries, by artifact. */
    public Map<String, String> libraries() {
        Map<String, String> versions = new HashMap<>();
        all.forEach(checked ->
                versions.put(checked.engine().library(), checked.engine().version()));
        return versions;
    }

    private List<CheckedEngine> ofFormat(Format format) {
        return all.stream()
                .filter(checked -> checked.engine().format() == format)
                .toList();
    }

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
                Optional<String> failure = GoldenCheck.failure(engine, type);
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
}
