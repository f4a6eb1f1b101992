package testbed.engines.partial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.contract.Format;
import testbed.engines.EngineRegistry;
import testbed.measure.Decoder;
import testbed.objects.ObjectType;
import testbed.objects.ObjectTypes;

/** What each engine refuses in fields that it skips: what it says of them is true. Each body is the golden with one fault. */
class SkippedTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final EngineRegistry ENGINES = new EngineRegistry(TYPES);
    private static final ObjectType TYPE = TYPES.named("DummyObject").orElseThrow();

    private static final List<Fault> JSON = List.of(
            new Fault("not UTF-8", "\"gender\":\"", "\"gender\":\"\u00ff"),
            new Fault("an escape that is none", "\"gender\":\"", "\"gender\":\"\\x"),
            new Fault("a leading zero", "\"index\":0", "\"index\":00"),
            new Fault("a literal that is none", "\"isActive\":false", "\"isActive\":falsy"),
            new Fault("brackets that do not fit", "\"tags\":[", "\"tags\":[}"),
            new Fault("behind the last", "\"apple\"}", "\"apple\",\"z\"}"),
            new Fault("too wide", "\"index\":0", "\"index\":1e999"));

    private static final List<Fault> BSON = List.of(
            new Fault("not UTF-8", "gender\0\7\0\0\0f", "gender\0\7\0\0\0\u00ff"),
            new Fault("a text without end", "female\0", "female!"),
            new Fault("a type that is none", "\2gender\0", "\u0055gender\0"),
            new Fault("one inside", "\2name\0\13\0\0\0Kitty", "\u0055name\0\13\0\0\0Kitty"),
            new Fault("a length that does not fit", "friends\0\174", "friends\0\175"),
            new Fault("behind the last", "apple\0\0", "apple\0\u0055"));

    private static final List<Fault> XML = List.of(
            new Fault("not UTF-8", "<gender>", "<gender>\u00ff"),
            new Fault("a tag that ends another", "</gender>", "</gendre>"),
            new Fault("one inside", "KittyBrock</name>", "KittyBrock</nom>"),
            new Fault("a reference to nothing", "<gender>", "<gender>&nothing;"),
            new Fault("behind the last", "</DummyObject>", "</DummyObject><z></z>"),
            new Fault("another kind", "<index>", "<index>x"));

    /** What stands in the golden instead of a part of it. */
    private record Fault(String name, String part, String by) {
        byte[] in(byte[] golden) {
            String text = new String(golden, StandardCharsets.ISO_8859_1);
            assertThat(text).containsOnlyOnce(part);
            return text.replace(part, by).getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jackson-databind-partial|not UTF-8, an escape that is none, a leading zero, a literal that is none,"
                        + " brackets that do not fit, behind the last",
                "jackson-core|not UTF-8, an escape that is none, a leading zero, a literal that is none,"
                        + " brackets that do not fit, behind the last",
                "fastjson2-jsonpath|a literal that is none, brackets that do not fit",
                "jackson-databind-tree|not UTF-8, an escape that is none, a leading zero, a literal that is none,"
                        + " brackets that do not fit, behind the last"
            })
    void json(String engine, String refused) {
        assertRefused(Format.JSON, engine, JSON, refused);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bson4jackson-partial|not UTF-8, a type that is none, one inside, behind the last",
                "mongodb-record-codec-partial|a type that is none, a length that does not fit, behind the last",
                "mongodb-bson-reader-pull|a type that is none, a length that does not fit, behind the last",
                "mongodb-raw-document|a type that is none, a length that does not fit",
                "mongodb-document|a text without end, a type that is none, one inside, a length that does not fit,"
                        + " behind the last"
            })
    void bson(String engine, String refused) {
        assertRefused(Format.BSON, engine, BSON, refused);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jackson-dataformat-xml-partial|not UTF-8, a tag that ends another, one inside, a reference to nothing,"
                        + " behind the last",
                "woodstox-pull|not UTF-8, a tag that ends another, one inside, a reference to nothing, behind the last",
                "jdk-dom|not UTF-8, a tag that ends another, one inside, a reference to nothing, behind the last"
            })
    void xml(String engine, String refused) {
        assertRefused(Format.XML, engine, XML, refused);
    }

    private static void assertRefused(Format format, String engine, List<Fault> faults, String refused) {
        Decoder decoder = ENGINES.find(format, engine).orElseThrow().engine().decoder(TYPE.type());
        byte[] golden = TYPE.golden(format.lowerCase());
        assertThat(faults)
                .filteredOn(fault -> refuses(decoder, fault.in(golden)))
                .extracting(Fault::name)
                .containsExactly(refused.split(", "));
    }

    private static boolean refuses(Decoder decoder, byte[] body) {
        try {
            assertThat(decoder.decode(body))
                    .isEqualTo(TYPE.excerpt().orElseThrow().of(TYPE.canonical()));
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }
}
