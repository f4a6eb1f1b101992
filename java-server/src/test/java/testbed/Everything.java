package testbed;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import testbed.contract.Format;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** All that the registries hold, for tests that visit it. */
public final class Everything {
    private static final List<ObjectType> TYPES = new ObjectTypes().all();

    private Everything() {}

    /** Each format with the name of each object type. */
    public static Stream<Arguments> formatsAndTypes() {
        return Arrays.stream(Format.values())
                .flatMap(format -> TYPES.stream().map(type -> Arguments.of(format, type.name())));
    }

    /** The same with each of what a path may call the type. */
    public static Stream<Arguments> formatsAndPaths() {
        return Arrays.stream(Format.values()).flatMap(format -> TYPES.stream()
                .flatMap(type -> type.names().stream().map(name -> Arguments.of(format, name, type.name()))));
    }
}
