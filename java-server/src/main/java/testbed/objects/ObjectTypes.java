package testbed.objects;

import java.util.List;
import java.util.Optional;

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
}
