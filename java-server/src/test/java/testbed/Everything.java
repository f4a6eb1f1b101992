package testbed;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import testbed.contract.Format;
import testbed.contract.Rules;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** All that the registries hold, for tests that visit it. */
public final class Everything {
    private static final List<ObjectType> TYPES = new ObjectTypes().all();

    private Everything() {}

    /** Each format with the name of each object type that it carries. */
    public static Stream<Arguments> formatsAndTypes() {
        return Arrays.stream(Format.values())
                .flatMap(format -> carriedBy(format).map(type -> Arguments.of(format, type.name())));
    }

    /** The same with each of what a path may call the type. */
    public static Stream<Arguments> formatsAndPaths() {
        return Arrays.stream(Format.values()).flatMap(format -> carriedBy(format)
                .flatMap(type -> type.names().stream().map(name -> Arguments.of(format, name, type.name()))));
    }

    /** Each format with the name of each object type that it cannot carry. */
    public static Stream<Arguments> formatsAndTypesUncarried() {
        return Arrays.stream(Format.values()).flatMap(format -> TYPES.stream()
                .filter(type -> type.uncarriedBy(format).isPresent())
                .map(type -> Arguments.of(format, type.name())));
    }

    /** Each format with the name of each object type that scales and that it carries, in each of its sizes. */
    public static Stream<Arguments> formatsAndSizes() {
        return Arrays.stream(Format.values()).flatMap(format -> carriedBy(format)
                .flatMap(type -> type.sizes().stream().map(size -> Arguments.of(format, type.name(), size.word()))));
    }

    /** The formats whose bodies the guard walks. */
    public static Stream<Format> walked() {
        return Arrays.stream(Format.values()).filter(format -> format.rules() != Rules.KNOWN);
    }

    /** The object types that a format carries. */
    public static Stream<ObjectType> carriedBy(Format format) {
        return TYPES.stream().filter(type -> type.uncarriedBy(format).isEmpty());
    }
}
