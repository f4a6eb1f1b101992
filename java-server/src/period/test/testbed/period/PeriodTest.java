package testbed.period;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import testbed.contract.Format;
import testbed.engines.CheckedEngine;
import testbed.engines.Engine;
import testbed.engines.EngineRegistry;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;
import testbed.objects.types.PersonName;

class PeriodTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final EngineRegistry REGISTRY = new EngineRegistry(PeriodMain.engines(), TYPES);
    private static final List<String> TYPES_READ = List.of("PersonName", "DummyObject");

    static Stream<Arguments> engines() {
        return own().flatMap(engine -> TYPES_READ.stream().map(name -> Arguments.of(engine.name(), engine, name)));
    }

    private static Stream<Engine> own() {
        return REGISTRY.all().stream()
                .map(CheckedEngine::engine)
                .filter(engine -> !EngineRegistry.ENGINES.contains(engine));
    }

    @Test
    void they_stand_behind_the_servers_own_engines() {
        assertThat(own().map(Engine::name))
                .containsExactly(
                        "org-json",
                        "jdk-dom-kept",
                        "jdk-dom-builder-each",
                        "jdk-dom-factory-each",
                        "jdk-dom-lookup-each",
                        "jdk-dom-dtd-file",
                        "jdk-dom-dtd-http",
                        "jdk-sax",
                        "jdk-stax",
                        "jaxb-kept",
                        "jaxb-context-each",
                        "xml-decoder");
        assertThat(REGISTRY.defaultOf(Format.XML).engine().name()).isEqualTo("jackson-dataformat-xml");
        assertThat(REGISTRY.all()).allSatisfy(checked -> assertThat(checked.failing(TYPES.all()))
                .allMatch(why -> why.contains(" cannot carry it: ") || why.endsWith(" has no reader of it")));
    }

    @ParameterizedTest(name = "{0} reads {2}")
    @MethodSource("engines")
    void each_reads_every_variant(String name, Engine engine, String typeName) {
        ObjectType type = TYPES.named(typeName).orElseThrow();
        Decoder decoder = engine.decoder(type.type());
        for (Object variant : type.variants().all().subList(0, 64)) {
            byte[] body = engine.encoder(type.type()).encode(variant);
            decoder.expect(variant);
            assertThat(decoder.decode(body)).isEqualTo(variant);
        }
    }

    /** But the one that reads no body: where nobody said what that holds, it is the default engine. */
    @ParameterizedTest(name = "{0} refuses what is no {2}")
    @MethodSource("engines")
    void each_refuses_what_is_no_object_of_the_type(String name, Engine engine, String typeName) {
        assumeThat(engine).isNotInstanceOf(XmlDecoder.class);
        Decoder decoder = engine.decoder(TYPES.named(typeName).orElseThrow().type());
        byte[] body = (engine.format() == Format.JSON ? "{}" : "<Other></Other>").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> decoder.decode(body)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void what_is_looked_up_is_looked_up_for_each_body() {
        byte[] body = "<PersonName><firstname>A</firstname><lastname>B</lastname></PersonName>"
                .getBytes(StandardCharsets.UTF_8);
        Decoder decoder = engine("jdk-dom-dtd-http").decoder(PersonName.class);
        long before = Dtd.served();
        for (int i = 1; i <= 3; i++) {
            assertThat(decoder.decode(body)).isEqualTo(new PersonName("A", "B"));
            assertThat(Dtd.served() - before).isEqualTo(i);
        }
    }

    /** What comes from elsewhere could name any method, and does so here. */
    @Test
    void the_decoder_of_beans_runs_nothing_that_comes_from_elsewhere() {
        String property = "period.ran";
        byte[] hostile = """
                <java><object class="java.lang.System" method="setProperty">\
                <string>%s</string><string>yes</string></object></java>""".formatted(property).getBytes(StandardCharsets.UTF_8);
        new XMLDecoder(new ByteArrayInputStream(hostile)).readObject();
        assertThat(System.clearProperty(property)).as("the library runs it").isEqualTo("yes");

        Decoder decoder = engine("xml-decoder").decoder(PersonName.class);
        decoder.decode(hostile);
        PersonName expected = new PersonName("A", "B");
        decoder.expect(expected);
        assertThat(decoder.decode(hostile))
                .as("its own text of what is expected")
                .isEqualTo(expected);
        assertThat(System.getProperty(property)).isNull();
    }

    private static Engine engine(String name) {
        return REGISTRY.find(Format.XML, name).orElseThrow().engine();
    }
}
