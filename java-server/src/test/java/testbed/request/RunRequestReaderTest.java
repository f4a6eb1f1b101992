package testbed.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.config.Config;
import testbed.contract.Code;
import testbed.contract.Coding;
import testbed.contract.Format;
import testbed.contract.Operation;
import testbed.contract.Origin;
import testbed.contract.Problem;
import testbed.contract.ProblemException;
import testbed.engines.CheckedEngine;
import testbed.engines.EngineRegistry;
import testbed.objects.ObjectTypes;
import testbed.objects.Size;

class RunRequestReaderTest {
    private static final ObjectTypes TYPES = new ObjectTypes();
    private static final RunRequestReader READER = new RunRequestReader(
            Config.from(Map.of("PROVIDER_ALLOWLIST", "http://allowed:80")), new EngineRegistry(TYPES), TYPES);
    private static final String REQUIRED =
            "'amount':500,'provider_url':'http://allowed','object_format':'BSON','server_type':'rust','object_type':'DummyObject'";

    @Test
    void the_largest_amount_is_taken() {
        assertThat(read("{" + REQUIRED.replace("500", "1000000") + "}").amount())
                .isEqualTo(1_000_000);
    }

    @Test
    void fills_in_the_defaults() {
        RunRequest request = read("{" + REQUIRED + "}");
        assertThat(request.amount()).isEqualTo(500);
        assertThat(request.bodies().provider()).isEqualTo(new Origin("allowed", 80));
        assertThat(request.format()).isEqualTo(Format.BSON);
        assertThat(request.type().name()).isEqualTo("DummyObject");
        assertThat(request.size()).isEmpty();
        assertThat(request.engine().engine().name()).isEqualTo("bson4jackson");
        assertThat(List.of(request.warmup(), request.bodies().concurrency(), request.variants()))
                .containsExactly(0, 1, 1);
        assertThat(request.checkpoints()).isEmpty();
        assertThat(request.bodies().source()).isEqualTo(Source.HTTP);
        assertThat(request.bodies().block()).isEqualTo(1);
        assertThat(request.bodies().threads()).isZero();
    }

    @Test
    void reads_every_field() {
        RunRequest request = read(
                "{" + REQUIRED
                        + ",'engine':'bson4jackson','warmup':1000000,'checkpoints':[1,2,500],'concurrency':64,'variants':1024,'source':'replay'}");
        assertThat(List.of(request.warmup(), request.bodies().concurrency(), request.variants()))
                .containsExactly(1_000_000, 64, 1024);
        assertThat(request.checkpoints()).containsExactly(1, 2, 500);
        assertThat(request.bodies().source()).isEqualTo(Source.REPLAY);
    }

    @Test
    void an_operation_that_no_engine_of_the_format_has_is_the_clients_fault() {
        EngineRegistry without = new EngineRegistry(
                new EngineRegistry(TYPES)
                        .all().stream()
                                .map(CheckedEngine::engine)
                                .filter(engine ->
                                        engine.operation() != Operation.PARTIAL || engine.format() != Format.BSON)
                                .toList(),
                TYPES);
        RunRequestReader reader =
                new RunRequestReader(Config.from(Map.of("PROVIDER_ALLOWLIST", "http://allowed:80")), without, TYPES);
        String body = ("{" + REQUIRED + ",'operation':'partial'}").replace('\'', '"');
        Problem problem = catchThrowableOfType(
                        ProblemException.class, () -> reader.read(body.getBytes(StandardCharsets.UTF_8)))
                .problem();
        assertThat(problem.code()).isEqualTo(Code.INVALID_REQUEST);
        assertThat(problem.field()).isEqualTo("object_format");
        assertThat(problem.detail())
                .isEqualTo("BSON has no engine of operation partial; choose a format that has one: JSON, XML");
    }

    @Test
    void a_coding_is_one_of_those_that_there_are() {
        assertThat(read("{" + REQUIRED + "}").coding()).isEmpty();
        assertThat(read("{" + REQUIRED + ",'coding':'identity'}").coding()).isEmpty();
        assertThat(read("{" + REQUIRED + ",'coding':'br','source':'replay'}").coding())
                .hasValue(Coding.BR);
        Problem problem = refused("{" + REQUIRED + ",'coding':'GZIP'}");
        assertThat(problem.field()).isEqualTo("coding");
        assertThat(problem.detail()).isEqualTo("coding is \"GZIP\"; allowed is identity, gzip, zstd, br");
    }

    @Test
    void a_block_goes_with_http_only() {
        assertThat(read("{" + REQUIRED + ",'block':10000}").bodies().block()).isEqualTo(10_000);
        assertThat(read("{" + REQUIRED + ",'block':1,'source':'replay'}")
                        .bodies()
                        .block())
                .isEqualTo(1);
        Problem problem = refused("{" + REQUIRED + ",'block':2,'source':'replay'}");
        assertThat(problem.field()).isEqualTo("block");
        assertThat(problem.detail()).isEqualTo("block goes with source http only; leave one of them out");
    }

    @ParameterizedTest
    @CsvSource({"KIB_1, 1KiB, 1024", "KIB_16, 16KiB, 512", "KIB_64, 64KiB, 128", "KIB_256, 256KiB, 32"})
    void a_size_has_its_variants_and_no_more(Size size, String word, int most) {
        String sized = "{" + REQUIRED.replace("DummyObject", "Timeline") + ",'size':'" + word + "','variants':";
        RunRequest request = read(sized + most + "}");
        assertThat(request.size()).hasValue(size);
        assertThat(request.variants()).isEqualTo(most);
        Problem problem = refused(sized + (most + 1) + "}");
        assertThat(problem.field()).isEqualTo("variants");
        assertThat(problem.detail())
                .isEqualTo("variants is " + (most + 1) + "; allowed is an integer from 1 to " + most);
    }

    @Test
    void a_size_is_one_of_those_that_there_are() {
        Problem problem = refused("{" + REQUIRED.replace("DummyObject", "Timeline") + ",'size':'2KiB'}");
        assertThat(problem.field()).isEqualTo("size");
        assertThat(problem.detail()).isEqualTo("size is \"2KiB\"; allowed is 1KiB, 16KiB, 64KiB, 256KiB");
    }

    @Test
    void a_type_without_sizes_names_those_that_have_some() {
        Problem problem = refused("{" + REQUIRED.replace("DummyObject", "Row6") + ",'size':'1KiB'}");
        assertThat(problem.code()).isEqualTo(Code.INVALID_REQUEST);
        assertThat(problem.field()).isEqualTo("size");
        assertThat(problem.detail())
                .isEqualTo("Row6 has no sizes; leave size out, or choose one of NameList, Order, Timeline, Tweet");
    }

    @Test
    void an_operation_has_engines_of_its_own() {
        assertThat(read("{" + REQUIRED + "}").operation()).isEqualTo(Operation.DECODE);
        assertThat(read("{" + REQUIRED + ",'operation':'decode'}")
                        .engine()
                        .engine()
                        .name())
                .isEqualTo("bson4jackson");
        RunRequest partial = read("{" + REQUIRED + ",'operation':'partial'}");
        assertThat(partial.operation()).isEqualTo(Operation.PARTIAL);
        assertThat(partial.engine().engine().name()).isEqualTo("bson4jackson-partial");
        RunRequest named = read("{" + REQUIRED + ",'operation':'partial','engine':'mongodb-document'}");
        assertThat(named.engine().engine().name()).isEqualTo("mongodb-document");
        Problem whole = refused("{" + REQUIRED + ",'operation':'partial','engine':'bson4jackson'}");
        assertThat(whole.field()).isEqualTo("engine");
        assertThat(whole.detail())
                .isEqualTo("engine is \"bson4jackson\"; allowed is bson4jackson-partial, mongodb-record-codec-partial,"
                        + " mongodb-bson-reader-pull, mongodb-raw-document, mongodb-document");
        Problem three = refused("{" + REQUIRED + ",'engine':'mongodb-document'}");
        assertThat(three.field()).isEqualTo("engine");
        assertThat(three.detail())
                .contains("; allowed is bson4jackson, ", "pass-bson")
                .doesNotContain("-partial");
    }

    @Test
    void encode_has_no_bodies_to_fetch() {
        String least = "'operation':'encode','amount':10,'object_format':'BSON','object_type':'Order'";
        RunRequest run = read("{" + least + ",'variants':3,'warmup':5,'checkpoints':[10],'size':'1KiB'}");
        assertThat(run.supply()).isEmpty();
        assertThat(run.operation()).isEqualTo(Operation.ENCODE);
        assertThat(run.engine().engine().operation()).isEqualTo(Operation.ENCODE);
        assertThat(run.engine().engine().name()).isEqualTo("bson4jackson");
        for (String field : List.of(
                "'provider_url':'http://allowed'",
                "'server_type':'rust'",
                "'concurrency':1",
                "'source':'replay'",
                "'block':1",
                "'threads':1")) {
            Problem problem = refused("{" + least + "," + field + "}");
            String name = field.substring(1, field.indexOf('\'', 1));
            assertThat(problem.field()).isEqualTo(name);
            assertThat(problem.detail())
                    .isEqualTo(
                            name
                                    + " goes with operation decode or partial only, since encode needs no bodies; leave it out");
        }
        assertThat(refused("{" + least + ",'engine':'mongodb-bson-reader'}").field())
                .isEqualTo("engine");
    }

    @Test
    void partial_goes_with_types_that_have_an_excerpt() {
        Problem problem = refused("{" + REQUIRED.replace("DummyObject", "Order") + ",'operation':'partial'}");
        assertThat(problem.code()).isEqualTo(Code.INVALID_REQUEST);
        assertThat(problem.field()).isEqualTo("operation");
        assertThat(problem.detail())
                .isEqualTo("Order has no excerpt; leave operation out, or choose one of NumericObject, DummyObject");
        assertThat(refused("{" + REQUIRED + ",'operation':'write'}").detail())
                .isEqualTo("operation is \"write\"; allowed is decode, partial, encode");
    }

    @Test
    void a_format_that_cannot_carry_the_type_is_named() {
        Problem problem =
                refused("{" + REQUIRED.replace("DummyObject", "Polygon").replace("BSON", "XML") + "}");
        assertThat(problem.code()).isEqualTo(Code.INVALID_REQUEST);
        assertThat(problem.field()).isEqualTo("object_format");
        assertThat(problem.detail())
                .isEqualTo("XML cannot carry Polygon: nothing tells where an inner list of Polygon.coordinates ends;"
                        + " ask for another format");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "0|an integer from 1 to 1000000", "-1|an integer", "1000001|an integer", "500.0|an integer",
                        "1e3|an integer",
                "'500'|an integer", "true|an integer", "[500]|an integer", "{}|an integer",
                        "99999999999999999999|an integer",
                "4294967297|an integer", "-0|an integer", "null|leave it out"
            })
    void amount_is_an_integer_in_range(String value, String allowed) {
        Problem problem = refused("{" + REQUIRED.replace("500", value.replace('\'', '"')) + "}");
        assertThat(problem.code()).isEqualTo(Code.INVALID_REQUEST);
        assertThat(problem.field()).isEqualTo("amount");
        assertThat(problem.detail()).startsWith("amount is ").contains(allowed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "warmup|-1",
                "warmup|-0",
                "concurrency|-0",
                "variants|-0",
                "block|-0",
                "threads|-0",
                "checkpoints|[-0]",
                "checkpoints|[-0,5]",
                "warmup|1000001",
                "warmup|null",
                "concurrency|0",
                "concurrency|65",
                "block|0",
                "block|10001",
                "block|2.0",
                "threads|0",
                "threads|65",
                "threads|1.0",
                "threads|'1'",
                "threads|null",
                "variants|0",
                "variants|1025",
                "source|'file'",
                "source|1",
                "size|'2KiB'",
                "size|'1kib'",
                "size|1024",
                "size|null",
                "engine|'serde_json'",
                "engine|'jackson-databind'",
                "engine|5",
                "checkpoints|5",
                "checkpoints|[0]",
                "checkpoints|[501]",
                "checkpoints|[2,1]",
                "checkpoints|[1,1]",
                "checkpoints|['1']",
                "checkpoints|[1.0]",
                "checkpoints|[null]"
            })
    void optional_fields_are_checked_too(String field, String value) {
        Problem problem = refused("{" + REQUIRED + ",'" + field + "':" + value + "}");
        assertThat(problem.code()).isEqualTo(Code.INVALID_REQUEST);
        assertThat(problem.field()).isEqualTo(field);
        assertThat(problem.detail()).startsWith(field + " is ");
    }

    @Test
    void too_many_checkpoints_are_refused() {
        String most = "["
                + String.join(
                        ",",
                        java.util.stream.IntStream.rangeClosed(1, 256)
                                .mapToObj(Integer::toString)
                                .toList());
        assertThat(read("{" + REQUIRED + ",'checkpoints':" + most + "]}").checkpoints())
                .hasSize(256);
        assertThat(refused("{" + REQUIRED + ",'checkpoints':" + most + ",257]}").field())
                .isEqualTo("checkpoints");
    }

    @ParameterizedTest
    @ValueSource(strings = {"amount", "provider_url", "object_format", "server_type", "object_type"})
    void a_required_field_that_is_missing_is_named(String field) {
        Problem problem = refused(
                "{" + REQUIRED.replaceFirst("'" + field + "':[^,]*,?", "").replaceFirst(",$", "") + "}");
        assertThat(problem.field()).isEqualTo(field);
        assertThat(problem.detail()).isEqualTo("field " + field + " is missing");
    }

    @Test
    void unknown_and_repeated_fields_are_named() {
        Problem unknown = refused("{" + REQUIRED + ",'xyz':1}");
        assertThat(unknown.field()).isEqualTo("xyz");
        assertThat(unknown.detail()).startsWith("field xyz is unknown; allowed are amount, provider_url, ");
        assertThat(refused("{" + REQUIRED + ",'amount':500}").field()).isEqualTo("amount");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "5",
                "null",
                "{",
                "{} {}",
                "{'amount':5",
                "{'amount':[}",
                "\uFEFF{}",
                "{'amount':[[[[[[[[[[1]]]]]]]]"
            })
    void anything_but_one_object_is_refused(String body) {
        assertThat(refused(body).code()).isEqualTo(Code.INVALID_REQUEST);
    }

    @Test
    void the_whole_body_is_read_before_any_field_is_looked_at() {
        assertThat(refused("{'xyz':1,").field()).isNull();
        assertThat(refused("{'amount':null,'xyz':1}").field()).isEqualTo("xyz");
        assertThat(refused("{'amount':0}").field()).isEqualTo("amount");
    }

    @Test
    void what_no_json_in_utf8_can_be_is_no_object() {
        for (String notUtf8 :
                new String[] {"{\"a\":\"\u00ff\"}", "{\"a\":\"\u00c0\u00af\"}", "{\"a\":\"\u00ed\u00a0\u0080\"}"}) {
            byte[] body = notUtf8.getBytes(StandardCharsets.ISO_8859_1);
            assertThat(catchThrowableOfType(ProblemException.class, () -> READER.read(body))
                            .problem()
                            .field())
                    .isNull();
        }
        assertThat(refused("{'\\ud800':1}").field()).isNull();
        assertThat(refused("{'amount':'\\udc00'}").field()).isNull();
        assertThat(refused("{'amount':1e999}").field()).isNull();
        assertThat(refused("{'amount':" + "1".repeat(400) + "}").field()).isNull();
    }

    @Test
    void nesting_has_a_limit() {
        assertThat(refused("{'amount':" + "[".repeat(126) + "]".repeat(126) + "}")
                        .field())
                .isEqualTo("amount");
        assertThat(refused("{'amount':" + "[".repeat(127) + "]".repeat(127) + "}")
                        .field())
                .isNull();
    }

    @Test
    void long_names_and_values_are_cut_short() {
        assertThat(refused("{'" + "x".repeat(61) + "':1}").detail()).contains("field " + "x".repeat(60) + "… is");
        assertThat(refused("{'amount':'" + "x".repeat(3000) + "'}").detail()).hasSizeLessThan(200);
    }

    @ParameterizedTest
    @CsvSource({
        "http://other, PROVIDER_NOT_ALLOWED", "http://allowed:81, PROVIDER_NOT_ALLOWED",
                "http://allowed.evil, PROVIDER_NOT_ALLOWED",
        "http://allowed@evil, INVALID_REQUEST", "http://allowed/x, INVALID_REQUEST", "allowed, INVALID_REQUEST"
    })
    void the_provider_must_be_on_the_allow_list(String url, Code code) {
        assertThat(refused("{" + REQUIRED.replace("http://allowed", url) + "}").code())
                .isEqualTo(code);
    }

    private static RunRequest read(String body) {
        return READER.read(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static Problem refused(String body) {
        return catchThrowableOfType(ProblemException.class, () -> read(body)).problem();
    }
}
