package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.Everything;
import testbed.WrappedEngine;
import testbed.contract.Checks;
import testbed.contract.Format;
import testbed.contract.Kind;
import testbed.contract.Operation;
import testbed.contract.Rules;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

class RegistryTest {
    private static final Path FOLDER = Path.of("src/main/java");

    @ParameterizedTest
    @CsvSource({
        "DECODE, testbed.engines, EngineRegistry.ENGINES",
        "PARTIAL, testbed.engines.partial, PartialEngines",
        "ENCODE, testbed.engines.writing, EngineRegistry.ENGINES"
    })
    void every_engine_in_the_folder_is_in_the_registry(Operation operation, String room, String registry)
            throws Exception {
        Set<String> registered = EngineRegistry.ENGINES.stream()
                .filter(engine -> engine.operation() == operation)
                .map(engine -> engine.getClass().getName())
                .collect(Collectors.toSet());
        assertThat(registered)
                .as("add to " + registry + " what stands in " + room)
                .containsExactlyInAnyOrderElementsOf(enginesIn(room));
    }

    @Test
    void the_default_of_a_format_and_partial_is_partial_typed_and_each_has_every_kind_that_it_can() {
        EngineRegistry registry = new EngineRegistry(new ObjectTypes());
        Set<Format> lazy = EnumSet.noneOf(Format.class);
        for (Format format : registry.formatsOf(Operation.PARTIAL)) {
            Engine first = registry.findDefault(format, Operation.PARTIAL)
                    .orElseThrow()
                    .engine();
            assertThat(first.kind()).hasValue(Kind.PARTIAL_TYPED);
            assertThat(first.library())
                    .isEqualTo(registry.defaultOf(format).engine().library());
            Set<Kind> kinds = registry.namesOf(format, Operation.PARTIAL).stream()
                    .map(name -> registry.find(format, name).orElseThrow().engine())
                    .map(engine -> engine.kind().orElseThrow())
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(Kind.class)));
            if (kinds.remove(Kind.LAZY)) {
                lazy.add(format);
            }
            assertThat(kinds).isEqualTo(EnumSet.complementOf(EnumSet.of(Kind.LAZY, Kind.CANONICAL)));
        }
        assertThat(lazy).containsExactly(Format.JSON, Format.BSON);
    }

    @Test
    void an_engine_of_operation_partial_says_how_it_reads_and_another_does_not() {
        assertThat(EngineRegistry.ENGINES).allSatisfy(engine -> {
            boolean isPartial = engine.operation() == Operation.PARTIAL;
            boolean isWriter = engine.operation() == Operation.ENCODE;
            assertThat(engine.kind().isPresent()).isEqualTo(isPartial || isWriter);
            assertThat(engine.skipped().isPresent()).isEqualTo(isPartial);
            boolean isInNone = engine instanceof Unparsed || engine.name().equals("fastjson2");
            assertThat(engine.checks().isEmpty()).isEqualTo(isPartial || isWriter || isInNone);
            assertThat(engine.name().endsWith("-partial"))
                    .isEqualTo(engine.kind().equals(Optional.of(Kind.PARTIAL_TYPED)));
        });
    }

    @Test
    void the_default_of_a_format_is_as_its_library_begins_and_each_series_has_one() {
        EngineRegistry registry = new EngineRegistry(new ObjectTypes());
        for (Format format : Format.values()) {
            assertThat(registry.defaultOf(format).engine().checks()).containsExactly(Checks.USUAL);
            // Where the guard passes known bytes alone, nothing is left for an engine to check.
            boolean isWalked = format.rules() != Rules.KNOWN;
            assertThat(registry.of(format, Checks.USUAL)).isNotEmpty();
            assertThat(registry.of(format, Checks.EQUAL).isEmpty()).isNotEqualTo(isWalked);
        }
    }

    @Test
    void an_engines_name_says_what_it_checks_and_its_settings_say_how() {
        for (Engine engine : EngineRegistry.ENGINES) {
            boolean isInOneSeries = engine.format().rules() == Rules.KNOWN;
            if (engine instanceof Unparsed || engine.operation() != Operation.DECODE || isInOneSeries) {
                continue;
            }
            boolean isEqual = engine.checks().equals(List.of(Checks.EQUAL));
            assertThat(engine.name().endsWith("-equal")).isEqualTo(isEqual);
            assertThat(String.join(" ", engine.settings()).contains("refuses")
                            || String.join(" ", engine.settings()).contains("FAIL_ON"))
                    .isEqualTo(isEqual);
            assertThat(engine.name().contains("-blackbird"))
                    .isEqualTo(String.join(" ", engine.settings()).contains("jackson-module-blackbird"));
        }
        assertThat(EngineRegistry.ENGINES)
                .extracting(engine -> engine.operation() + " " + engine.name())
                .doesNotHaveDuplicates();
    }

    @Test
    void each_format_is_written_by_its_default_first_and_whoever_writes_parses_too() {
        EngineRegistry registry = new EngineRegistry(new ObjectTypes());
        for (Format format : Format.values()) {
            Engine first =
                    registry.findDefault(format, Operation.ENCODE).orElseThrow().engine();
            assertThat(first.name())
                    .isEqualTo(registry.defaultOf(format).engine().name());
            assertThat(first.kind()).hasValue(Kind.CANONICAL);
            assertThat(registry.namesOf(format, Operation.DECODE))
                    .containsAll(registry.namesOf(format, Operation.ENCODE));
        }
    }

    @Test
    void every_format_has_a_default_engine_and_every_engine_passes_its_goldens() {
        ObjectTypes types = new ObjectTypes();
        EngineRegistry registry = new EngineRegistry(types);
        for (Format format : Format.values()) {
            assertThat(registry.defaultOf(format).engine().format()).isEqualTo(format);
        }
        assertThat(registry.all()).allSatisfy(checked -> {
            Format format = checked.engine().format();
            Engine engine = checked.engine();
            assertThat(checked.passing(types.all()))
                    .isNotEmpty()
                    .isEqualTo(Everything.carriedBy(format)
                            .filter(type -> engine.reads(type.type()))
                            .toList());
            assertThat(checked.failing(types.all()))
                    .hasSize(types.all().size() - checked.passing(types.all()).size())
                    .allMatch(why -> why.contains(": " + format + " cannot carry it: ")
                            || why.endsWith(": " + engine.name() + " has no reader of it"));
            assertThat(engine.version()).matches("\\d+\\.\\d+\\.\\d+");
        });
        assertThat(types.all()).as("the check needs the canonical object alone").noneMatch(type -> type.variants()
                .isLoaded());
    }

    @Test
    void an_engine_is_checked_against_a_type_when_somebody_first_asks_for_that() {
        List<Decoder> bound = new ArrayList<>();
        Engine engine = new WrappedEngine(new JacksonDatabind(Form.PLAIN), decoder -> {
            bound.add(decoder);
            return decoder;
        });
        ObjectTypes types = new ObjectTypes();
        CheckedEngine checked = new EngineRegistry(List.of(engine), types).all().get(0);
        ObjectType asked = types.named("Tweet").orElseThrow();
        assertThat(bound).isEmpty();
        checked.reading(asked);
        checked.writing(asked);
        assertThat(bound).hasSize(1);
        checked.passing(types.all().subList(0, 2));
        assertThat(bound).hasSize(3);
        checked.passing(types.all());
        assertThat(bound).hasSameSizeAs(types.all());
    }

    @Test
    void an_engine_that_fails_its_goldens_is_left_out_and_says_why() {
        Engine wrong = new JacksonDatabind(Form.PLAIN) {
            @Override
            public Format format() {
                return Format.XML;
            }
        };
        List<ObjectType> types = new ObjectTypes().all();
        CheckedEngine checked =
                new EngineRegistry(List.of(wrong), new ObjectTypes()).all().get(0);
        assertThat(checked.passing(types)).isEmpty();
        assertThat(checked.failing(types))
                .hasSameSizeAs(types)
                .allMatch(why -> why.contains("refuses the golden") || why.contains("XML cannot carry it"));
    }

    private static List<String> enginesIn(String room) throws IOException {
        try (var files = Files.list(FOLDER.resolve(room.replace('.', '/')))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(".java"))
                    .map(file -> room + "." + file.replace(".java", ""))
                    .filter(RegistryTest::isEngine)
                    .toList();
        }
    }

    private static boolean isEngine(String name) {
        try {
            Class<?> type = Class.forName(name);
            return Engine.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
