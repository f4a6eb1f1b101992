package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.measure.Decoder;
import testbed.objects.MayBeAbsent;
import testbed.objects.MayBeNull;

/** What every engine makes of enumerations, maps, lists of lists, and of fields that may be absent or null. */
class KindsTest {
    public enum Colour {
        @JsonProperty("dark red")
        DARK_RED,
        @JsonProperty("blue")
        BLUE
    }

    public record Inner(@MayBeAbsent Integer number) {}

    public record Absent(
            @MayBeAbsent String text,
            @MayBeAbsent Integer whole,
            @MayBeAbsent Long wide,
            @MayBeAbsent Double real,
            @MayBeAbsent Boolean flag,
            @MayBeAbsent Colour colour,
            @MayBeAbsent Inner inner,
            List<Inner> list) {}

    public record Nullable(
            @MayBeNull String text,
            @MayBeNull Integer whole,
            @MayBeNull Colour colour,
            @MayBeNull Inner inner) {}

    public record Colours(Colour one, List<Colour> list) {}

    public record Maps(
            Map<String, Integer> one, @MayBeAbsent Map<String, Colour> two, List<Map<String, List<Inner>>> three) {}

    public record Lists(List<List<Integer>> two, List<List<List<Double>>> three) {}

    public record Doubles(double one, List<Double> list) {}

    private static final Engine JSON = EqualForms.of(JacksonDatabind::new);
    private static final Engine BSON = EqualForms.of(Bson4Jackson::new);
    private static final Engine XML =
            new EqualForms(EqualForms.of(JacksonDataformatXml::new), new JacksonDataformatXmlAalto(Form.EQUAL));
    private static final List<Engine> BUT_XML =
            List.of(JSON, BSON, new JacksonDataformatMsgpack(), new JacksonDataformatCbor(), new Avro());
    private static final List<Engine> ALL =
            Stream.concat(BUT_XML.stream(), Stream.of(XML)).toList();

    private static final Absent NOTHING = new Absent(null, null, null, null, null, null, null, List.of());
    private static final Absent EVERYTHING = new Absent(
            "", -1, 1L << 40, 1.5, false, Colour.BLUE, new Inner(null), List.of(new Inner(1), new Inner(null)));

    @Test
    void what_is_absent_is_left_out_in_every_format() {
        assertThat(text(JSON, NOTHING)).isEqualTo("{\"list\":[]}");
        assertThat(text(XML, NOTHING)).isEqualTo("<Absent></Absent>");
        assertThat(text(XML, EVERYTHING))
                .isEqualTo("<Absent><text></text><whole>-1</whole><wide>1099511627776</wide><real>1.5</real>"
                        + "<flag>false</flag><colour>blue</colour><inner></inner>"
                        + "<list><number>1</number></list><list></list></Absent>");
        for (Engine engine : ALL) {
            assertThat(again(engine, NOTHING)).isEqualTo(NOTHING);
            assertThat(again(engine, EVERYTHING)).isEqualTo(EVERYTHING);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"text\":null,\"list\":[]}",
                "{\"whole\":null,\"list\":[]}",
                "{\"wide\":null,\"list\":[]}",
                "{\"real\":null,\"list\":[]}",
                "{\"flag\":null,\"list\":[]}",
                "{\"colour\":null,\"list\":[]}",
                "{\"inner\":null,\"list\":[]}",
                "{\"inner\":{\"number\":null},\"list\":[]}",
                "{\"list\":[{\"number\":null}]}",
                "{\"text\":5,\"list\":[]}",
                "{\"text\":[],\"list\":[]}",
                "{\"whole\":\"\",\"list\":[]}",
                "{\"whole\":\"5\",\"list\":[]}",
                "{\"whole\":1.0,\"list\":[]}",
                "{\"whole\":true,\"list\":[]}",
                "{\"whole\":2147483648,\"list\":[]}",
                "{\"wide\":9223372036854775808,\"list\":[]}",
                "{\"real\":\"1.5\",\"list\":[]}",
                "{\"real\":\"\",\"list\":[]}",
                "{\"real\":true,\"list\":[]}",
                "{\"flag\":\"true\",\"list\":[]}",
                "{\"flag\":1,\"list\":[]}",
                "{\"flag\":\"\",\"list\":[]}",
                "{\"inner\":\"\",\"list\":[]}",
                "{\"inner\":\" \",\"list\":[]}",
                "{\"inner\":[],\"list\":[]}",
                "{\"inner\":5,\"list\":[]}",
                "{\"text\":\"a\",\"text\":\"a\",\"list\":[]}",
                "{\"unknown\":1,\"list\":[]}"
            })
    void json_refuses_for_a_field_that_may_be_absent(String body) {
        refuses(JSON, Absent.class, body);
    }

    @Test
    void bson_refuses_null_for_a_field_that_may_be_absent() {
        for (String field : List.of("text", "whole", "wide", "real", "flag", "colour", "inner")) {
            byte[] name = field.getBytes(StandardCharsets.US_ASCII);
            byte[] list = {4, 'l', 'i', 's', 't', 0, 5, 0, 0, 0, 0};
            byte[] body = new byte[4 + list.length + 1 + name.length + 1 + 1];
            body[0] = (byte) body.length;
            System.arraycopy(list, 0, body, 4, list.length);
            body[4 + list.length] = 0x0A;
            System.arraycopy(name, 0, body, 5 + list.length, name.length);
            assertThatThrownBy(() -> BSON.decoder(Absent.class).decode(body)).hasMessageContaining("null");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "<Absent/>, true",
        "<Absent> </Absent>, true",
        "<Absent><inner/></Absent>, true",
        "<Absent><inner>  </inner></Absent>, true",
        "<Absent><list/><list> </list><list></list></Absent>, true",
        "<Absent><inner>a</inner></Absent>, false",
        "<Absent><inner>&#x2003;</inner></Absent>, false",
        "<Absent><list>a</list></Absent>, false",
        "<Absent>a</Absent>, false",
        "<Absent><inner/><inner/></Absent>, false",
        "<Absent><inner></inner><text>a</text><inner></inner></Absent>, false",
        "<Absent><text>a</text><list/><text>a</text></Absent>, false",
        "<Absent><whole></whole></Absent>, false",
        "<Absent><real/></Absent>, false",
        "<Absent><flag></flag></Absent>, false",
        "<Absent><colour></colour></Absent>, false",
        "<Absent><text><a/></text></Absent>, false",
        "<Absent><a/></Absent>, false",
    })
    void xml_takes_an_empty_element_for_a_text_or_for_a_record_without_fields(String body, boolean isRead) {
        if (isRead) {
            assertThat(XML.decoder(Absent.class).decode(utf8(body))).isInstanceOf(Absent.class);
        } else {
            refuses(XML, Absent.class, body);
        }
    }

    @Test
    void what_may_be_null_is_there_in_every_object() {
        Nullable none = new Nullable(null, null, null, null);
        Nullable all = new Nullable("", 1, Colour.DARK_RED, new Inner(null));
        assertThat(text(JSON, none)).isEqualTo("{\"text\":null,\"whole\":null,\"colour\":null,\"inner\":null}");
        for (Engine engine : BUT_XML) {
            assertThat(again(engine, none)).isEqualTo(none);
            assertThat(again(engine, all)).isEqualTo(all);
        }
        for (String field : List.of("text", "whole", "colour", "inner")) {
            refuses(
                    JSON,
                    Nullable.class,
                    text(JSON, none)
                            .replaceFirst("\"" + field + "\":null,?", "")
                            .replace(",}", "}"));
        }
        for (String value : List.of("\"whole\":\"\"", "\"colour\":\"\"", "\"inner\":\"\"", "\"whole\":\"1\"")) {
            refuses(JSON, Nullable.class, text(JSON, none).replace(value.split(":")[0] + ":null", value));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\"",
                "\" \"",
                "\"BLUE\"",
                "\"Blue\"",
                "\"DARK_RED\"",
                "\" blue\"",
                "\"blue \"",
                "\"blu\"",
                "\"dark  red\"",
                "\"0\"",
                "\"1\"",
                "0",
                "1",
                "1.0",
                "true",
                "null",
                "[]",
                "[\"blue\"]",
                "{}",
                "{\"blue\":1}"
            })
    void an_enumeration_is_one_of_its_texts(String value) {
        assertThat(JSON.decoder(Colours.class).decode(utf8("{\"one\":\"blue\",\"list\":[\"dark red\"]}")))
                .isEqualTo(new Colours(Colour.BLUE, List.of(Colour.DARK_RED)));
        refuses(JSON, Colours.class, "{\"one\":" + value + ",\"list\":[]}");
        refuses(JSON, Colours.class, "{\"one\":\"blue\",\"list\":[" + value + "]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "BLUE", "Blue", "DARK_RED", " blue", "blue\n", "0", "1", "<a/>", "blue<a/>", "<blue/>"})
    void an_enumeration_is_one_of_its_texts_in_xml(String value) {
        assertThat(XML.decoder(Colours.class).decode(utf8("<Colours><one>blue</one><list>dark red</list></Colours>")))
                .isEqualTo(new Colours(Colour.BLUE, List.of(Colour.DARK_RED)));
        refuses(XML, Colours.class, "<Colours><one>" + value + "</one></Colours>");
        refuses(XML, Colours.class, "<Colours><one>blue</one><list>" + value + "</list></Colours>");
    }

    @Test
    void bson_takes_no_number_for_an_enumeration() {
        byte[] body = {25, 0, 0, 0, 0x10, 'o', 'n', 'e', 0, 1, 0, 0, 0, 4, 'l', 'i', 's', 't', 0, 5, 0, 0, 0, 0, 0};
        assertThatThrownBy(() -> BSON.decoder(Colours.class).decode(body)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void a_map_is_written_in_the_order_of_its_keys_bytes_whatever_order_it_was_read_in() {
        Map<String, Integer> one = new LinkedHashMap<>();
        List.of("\ud835\udc82", "b", "\uff46", "a", "", "é", "a.b", "$c").forEach(key -> one.put(key, one.size()));
        Maps maps = new Maps(one, Map.of(), List.of(Map.of(), Map.of("y", List.of(), "x", List.of(new Inner(null)))));
        assertThat(text(JSON, maps))
                .isEqualTo(
                        "{\"one\":{\"\":4,\"$c\":7,\"a\":3,\"a.b\":6,\"b\":1,\"é\":5,\"\uff46\":2,\"\ud835\udc82\":0},"
                                + "\"two\":{},\"three\":[{},{\"x\":[{}],\"y\":[]}]}");
        for (Engine engine : BUT_XML) {
            assertThat(again(engine, maps)).isEqualTo(maps);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"three\":[]}",
                "{\"one\":null,\"three\":[]}",
                "{\"one\":[],\"three\":[]}",
                "{\"one\":\"\",\"three\":[]}",
                "{\"one\":5,\"three\":[]}",
                "{\"one\":{\"a\":null},\"three\":[]}",
                "{\"one\":{\"a\":\"\"},\"three\":[]}",
                "{\"one\":{\"a\":\"1\"},\"three\":[]}",
                "{\"one\":{\"a\":1.0},\"three\":[]}",
                "{\"one\":{\"a\":1,\"a\":1},\"three\":[]}",
                "{\"one\":{},\"two\":null,\"three\":[]}",
                "{\"one\":{},\"two\":\"\",\"three\":[]}",
                "{\"one\":{},\"two\":{\"a\":null},\"three\":[]}",
                "{\"one\":{},\"two\":{\"a\":\"\"},\"three\":[]}",
                "{\"one\":{},\"three\":[null]}",
                "{\"one\":{},\"three\":[{\"a\":null}]}",
                "{\"one\":{},\"three\":[{\"a\":[null]}]}",
                "{\"one\":{},\"three\":[{\"a\":[{\"number\":null}]}]}"
            })
    void a_map_is_there_and_holds_no_null_and_no_key_twice(String body) {
        refuses(JSON, Maps.class, body);
    }

    @Test
    void bson_refuses_a_key_that_comes_twice_and_null_under_one() {
        Maps maps = new Maps(Map.of("a", 1, "b", 2), null, List.of());
        byte[] body = BSON.encoder(Maps.class).encode(maps);
        assertThat(BSON.decoder(Maps.class).decode(body)).isEqualTo(maps);
        byte[] twice = body.clone();
        twice[new String(body, StandardCharsets.ISO_8859_1).indexOf("\u0010b\0") + 1] = 'a';
        assertThatThrownBy(() -> BSON.decoder(Maps.class).decode(twice)).hasMessageContaining("comes twice");
        byte[] none = body.clone();
        int two = new String(body, StandardCharsets.ISO_8859_1).indexOf("\u0010b\0");
        none[two] = 0x0A;
        System.arraycopy(body, two + 7, none, two + 3, body.length - two - 7);
        none[0] -= 4;
        none[9] -= 4;
        assertThatThrownBy(() -> BSON.decoder(Maps.class).decode(Arrays.copyOf(none, none[0])))
                .hasMessageContaining("null");
    }

    @Test
    void lists_may_hold_lists() {
        Lists lists = new Lists(List.of(List.of(1, 2), List.of()), List.of(List.of(List.of(1.0, -2.5)), List.of()));
        assertThat(text(JSON, lists)).isEqualTo("{\"two\":[[1,2],[]],\"three\":[[[1.0,-2.5]],[]]}");
        for (Engine engine : BUT_XML) {
            assertThat(again(engine, lists)).isEqualTo(lists);
        }
    }

    @Test
    void an_absent_list_is_an_empty_one_in_xml_alone() {
        assertThat(XML.decoder(Colours.class).decode(utf8("<Colours><one>blue</one></Colours>")))
                .isEqualTo(new Colours(Colour.BLUE, List.of()));
        refuses(JSON, Colours.class, "{\"one\":\"blue\"}");
        refuses(JSON, Absent.class, "{}");
        byte[] body = {19, 0, 0, 0, 2, 'o', 'n', 'e', 0, 5, 0, 0, 0, 'b', 'l', 'u', 'e', 0, 0};
        assertThatThrownBy(() -> BSON.decoder(Colours.class).decode(body)).hasMessageContaining("list");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"two\":null,\"three\":[]}",
                "{\"two\":[null],\"three\":[]}",
                "{\"two\":[[null]],\"three\":[]}",
                "{\"two\":[1],\"three\":[]}",
                "{\"two\":[{}],\"three\":[]}",
                "{\"two\":[\"\"],\"three\":[]}",
                "{\"two\":[[[1]]],\"three\":[]}",
                "{\"two\":[[\"1\"]],\"three\":[]}",
                "{\"two\":[[1.0]],\"three\":[]}",
                "{\"three\":[[null]],\"two\":[]}",
                "{\"three\":[[[null]]],\"two\":[]}",
                "{\"three\":[[[true]]],\"two\":[]}",
                "{\"three\":[[[\"\"]]],\"two\":[]}",
                "{\"three\":[[1.5]],\"two\":[]}"
            })
    void a_list_of_lists_holds_no_null_and_nothing_else(String body) {
        refuses(JSON, Lists.class, body);
    }

    @Test
    void a_double_that_is_whole_has_a_fraction_in_json_and_none_in_xml() {
        Doubles doubles = new Doubles(1, List.of(0.0, -0.0, -5.0, 9_999_999.0, 10_000_000.0, 0.5));
        assertThat(text(JSON, doubles)).isEqualTo("{\"one\":1.0,\"list\":[0.0,-0.0,-5.0,9999999.0,1.0E7,0.5]}");
        assertThat(text(XML, doubles))
                .isEqualTo("<Doubles><one>1</one><list>0</list><list>-0.0</list><list>-5</list><list>9999999</list>"
                        + "<list>1.0E7</list><list>0.5</list></Doubles>");
        for (Engine engine : ALL) {
            assertThat(again(engine, doubles)).isEqualTo(doubles);
        }
    }

    private static Object again(Engine engine, Object object) {
        Decoder decoder = engine.decoder(object.getClass());
        return decoder.decode(engine.encoder(object.getClass()).encode(object));
    }

    private static String text(Engine engine, Object object) {
        return new String(engine.encoder(object.getClass()).encode(object), StandardCharsets.UTF_8);
    }

    private static void refuses(Engine engine, Class<?> type, String body) {
        assertThatThrownBy(() -> engine.decoder(type).decode(utf8(body)))
                .as(body)
                .isInstanceOf(RuntimeException.class);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
