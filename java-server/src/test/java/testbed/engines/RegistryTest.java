package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import testbed.contract.Format;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

class RegistryTest {
    private static final Path FOLDER = Path.of("src/main/java/testbed/engines");

    @Test
    void every_engine_in_the_folder_is_in_the_registry() throws Exception {
        List<String> registered = EngineRegistry.ENGINES.stream()
                .map(engine -> engine.getClass().getSimpleName())
                .toList();
        assertThat(registered)
                .as("add to EngineRegistry.ENGINES what stands in " + FOLDER)
                .containsExactlyInAnyOrderElementsOf(enginesInFolder());
    }

    @Test
    void every_format_has_a_default_engine_and_every_engine_passes_its_goldens() {
        ObjectTypes types = new ObjectTypes();
        EngineRegistry registry = new EngineRegistry(types);
        for (Format format : Format.values()) {
            assertThat(registry.defaultOf(format).engine().format()).isEqualTo(format);
        }
        assertThat(types.all()).as("the check needs the canonical object alone").noneMatch(ObjectType::isLoaded);
        assertThat(registry.all()).allSatisfy(checked -> {
            assertThat(checked.failing()).isEmpty();
            assertThat(checked.passing()).isEqualTo(types.all());
            assertThat(checked.engine().version()).matches("\\d+\\.\\d+\\.\\d+");
        });
    }

    @Test
    void an_engine_that_fails_its_goldens_is_left_out_and_says_why() {
        Engine wrong = new JacksonDatabind() {
            @Override
            public Format format() {
                return Format.XML;
            }
        };
        EngineRegistry registry = new EngineRegistry(List.of(wrong), new ObjectTypes());
        assertThat(registry.all().get(0).passing()).isEmpty();
        assertThat(registry.all().get(0).failing())
                .hasSameSizeAs(new ObjectTypes().all())
                .allMatch(why -> why.contains("refuses the golden"));
    }

    private static List<String> enginesInFolder() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .filter(RegistryTest::isEngine)
                    .toList();
        }
    }

    private static boolean isEngine(String name) {
        try {
            Class<?> type = Class.forName("testbed.engines." + name);
            return Engine.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
