package testbed.objects;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The object types, by number and by name. */
public final class ObjectTypes {
    private final List<ObjectType> all = Registry.types();

    /** Every object type, those with a number first, then by name. */
    public List<ObjectType> all() {
        return all;
    }

    /** The type of this exact name, where there is one. */
    public Optional<ObjectType> named(String name) {
        return all.stream().filter(type -> type.name().equals(name)).findFirst();
    }

    /** The type that a path names, by number or by name, where there is one. */
    public Optional<ObjectType> inPath(String segment) {
        return all.stream().filter(type -> type.names().contains(segment)).findFirst();
    }

    /** What to tell whoever asks for a size of a type that has none; empty where it has them. */
    public Optional<String> unscaled(ObjectType type) {
        if (!type.sizes().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(type.name() + " has no sizes; leave size out, or choose one of "
                + names(other -> !other.sizes().isEmpty()));
    }

    /** What to tell whoever asks for the excerpt of a type that has none; empty where it has one. */
    public Optional<String> unexcerpted(ObjectType type) {
        if (type.excerpt().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(type.name() + " has no excerpt; leave operation out, or choose one of "
                + names(other -> other.excerpt().isPresent()));
    }

    private String names(Predicate<ObjectType> of) {
        return all.stream().filter(of).map(ObjectType::name).collect(Collectors.joining(", "));
    }
}
