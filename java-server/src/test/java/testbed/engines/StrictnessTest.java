package testbed.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.measure.Decoder;
import testbed.objects.types.DummyObject;
import testbed.objects.types.NumericObject;
import testbed.objects.types.NumericObject.Coordinate;

/** What every engine with equal checks refuses, on a small NumericObject: {@code id "a", index 1, numbr 2, no coordinates}. */
class StrictnessTest {
    private static final Decoder JSON = EqualForms.of(JacksonDatabind::new).decoder(NumericObject.class);
    private static final Decoder BSON = new EqualForms(
                    EqualForms.of(Bson4Jackson::new), new MongodbBsonReader(new Bson4Jackson(Form.EQUAL)))
            .decoder(NumericObject.class);
    private static final Decoder XML = xml().decoder(NumericObject.class);
    private static final NumericObject SMALL = new NumericObject("a", 1, 2, List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[]}",
                " {\"numbr\":2,\"coordinates\":[],\"id\":\"a\",\"index\":1}\n"
            })
    void json_accepts(String body) {
        assertThat(JSON.decode(utf8(body))).isEqualTo(SMALL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"a\",\"index\":1,\"numbr\":2}",
                "{\"id\":\"a\",\"index\":1,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[],\"x\":3}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":null}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[null]}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[],\"coordinates\":[]}",
                "{\"id\":null,\"index\":1,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":null,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":\"1\",\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":\"\",\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":1.0,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":1e0,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":true,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":2147483648,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":5,\"index\":1,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":true,\"index\":1,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":[\"a\"],\"index\":1,\"numbr\":2,\"coordinates\":[]}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":{}}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":\"\"}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[{\"timestamp\":1,\"latitude\":\"1.5\",\"longitude\":2.5}]}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[{\"timestamp\":1,\"latitude\":1.5}]}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[{\"timestamp\":1,\"timestamp\":1,\"latitude\":1.5,\"longitude\":2.5}]}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[]} x",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[]}{}",
                "[\"a\",1,2,[]]",
                "\"\"",
                "{}",
                "{\"id\":\"a\",\"index\":1,\"numbr\":2,\"coordinates\":[]",
            })
    void json_refuses(String body) {
        assertThatThrownBy(() -> JSON.decode(utf8(body))).isInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<NumericObject><id>a</id><index>1</index><numbr>2</numbr></NumericObject>",
                "<NumericObject>\n <id>a</id>\n <index> 1 </index><numbr>2</numbr>\n</NumericObject>\n",
                "<?xml version=\"1.0\"?><!-- --><NumericObject><numbr>2</numbr><id>&#97;</id><index>1</index></NumericObject>"
            })
    void xml_accepts(String body) {
        assertThat(XML.decode(utf8(body))).isEqualTo(SMALL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<NumericObject><id>a</id><index>1</index></NumericObject>",
                "<NumericObject><id>a</id><index>1</index><numbr>2</numbr><x>3</x></NumericObject>",
                "<NumericObject><id>a</id><index>1</index><numbr>2</numbr><numbr>2</numbr></NumericObject>",
                "<NumericObject><id>a</id><id>a</id><index>1</index><numbr>2</numbr></NumericObject>",
                "<NumericObject><id>a</id><index></index><numbr>2</numbr></NumericObject>",
                "<NumericObject><id>a</id><index>1.0</index><numbr>2</numbr></NumericObject>",
                "<NumericObject><id>a</id><index>2147483648</index><numbr>2</numbr></NumericObject>",
                "<NumericObject><id>a</id><index>x</index><numbr>2</numbr></NumericObject>",
                "<NumericObject index=\"1\"><id>a</id><numbr>2</numbr></NumericObject>",
                "<NumericObject x=\"1\"><id>a</id><index>1</index><numbr>2</numbr></NumericObject>",
                "<NumericObject><id><b>a</b></id><index>1</index><numbr>2</numbr></NumericObject>",
                "<NumericObject>text<id>a</id><index>1</index><numbr>2</numbr></NumericObject>",
                "<NumericObject><id>a</id><index>1</index><numbr>2</numbr></NumericObject>x",
                "<NumericObject><id>a</id><index>1</index><numbr>2</numbr></NumericObject><a></a>",
                "<Other><id>a</id><index>1</index><numbr>2</numbr></Other>",
                "<!DOCTYPE NumericObject [<!ENTITY e \"a\">]><NumericObject><id>&e;</id><index>1</index><numbr>2</numbr></NumericObject>",
                "<NumericObject><id>a</id><index>1</index><numbr>2</numbr>",
                "<NumericObject></NumericObject>",
                "<NumericObject><id>a</id><index>1</index><numbr>2</numbr><coordinates><timestamp>1</timestamp><latitude>1.5</latitude></coordinates></NumericObject>",
                "<NumericObject><id>a</id><index>1</index>"
                        + "<coordinates><timestamp>1</timestamp><latitude>1.5</latitude><longitude>2.5</longitude></coordinates><numbr>2</numbr>"
                        + "<coordinates><timestamp>1</timestamp><latitude>1.5</latitude><longitude>2.5</longitude></coordinates></NumericObject>",
            })
    void xml_refuses(String body) {
        assertThatThrownBy(() -> XML.decode(utf8(body))).isInstanceOf(RuntimeException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<tags>z</tags>",
                "<name>n</name>",
                "<about>b</about>",
                "<greeting>h</greeting><greeting>h</greeting>"
            })
    void xml_refuses_a_field_again_behind_a_list_of_texts(String again) throws Exception {
        Decoder decoder = xml().decoder(DummyObject.class);
        String golden = new String(testbed.Providers.golden("DummyObject", "xml"), StandardCharsets.UTF_8);
        assertThat(golden).contains("</tags><friends>").contains("<greeting>");
        assertThatThrownBy(() -> decoder.decode(utf8(golden.replaceFirst("<greeting>", again + "<greeting>"))))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void bson_accepts_an_int64_that_fits() {
        assertThat(BSON.decode(document(string("id", "a"), int32("index", 1), int32("numbr", 2), list())))
                .isEqualTo(SMALL);
        assertThat(BSON.decode(document(string("id", "a"), int64("index", 1), int32("numbr", 2), list())))
                .isEqualTo(SMALL);
        assertThat(BSON.decode(document(
                        string("id", "a"),
                        int32("index", 1),
                        int32("numbr", 2),
                        list(nested("0", int32("timestamp", 1), real("latitude", 1.5), real("longitude", 2.5))))))
                .isEqualTo(new NumericObject("a", 1, 2, List.of(new Coordinate(1, 1.5, 2.5))));
    }

    static List<byte[]> refusedBson() {
        byte[] id = string("id", "a");
        byte[] index = int32("index", 1);
        byte[] numbr = int32("numbr", 2);
        byte[] none = list();
        return List.of(
                document(id, index, numbr),
                document(id, index, none),
                document(id, index, numbr, int32("x", 3), none),
                document(id, index, numbr, numbr, none),
                document(id, id, index, numbr, none),
                document(id, index, numbr, none, none),
                document(id, int64("index", (1L << 40) + 7), numbr, none),
                document(id, real("index", 1.0), numbr, none),
                document(id, string("index", "1"), numbr, none),
                document(id, element(8, "index", new byte[] {1}), numbr, none),
                document(id, element(10, "index", new byte[0]), numbr, none),
                document(element(10, "id", new byte[0]), index, numbr, none),
                document(int32("id", 5), index, numbr, none),
                document(id, index, numbr, element(10, "coordinates", new byte[0])),
                document(id, index, numbr, element(10, "0", new byte[0]), none),
                document(id, index, numbr, nested("coordinates")),
                document(id, index, numbr, list(element(10, "0", new byte[0]))),
                document(id, index, numbr, list(nested("0", int32("timestamp", 1), real("latitude", 1.5)))),
                document(
                        id,
                        index,
                        numbr,
                        list(nested(
                                "0",
                                int32("timestamp", 1),
                                int32("timestamp", 1),
                                real("latitude", 1.5),
                                real("longitude", 2.5)))));
    }

    @ParameterizedTest
    @MethodSource("refusedBson")
    void bson_refuses(byte[] body) {
        assertThatThrownBy(() -> BSON.decode(body)).isInstanceOf(RuntimeException.class);
    }

    private static Engine xml() {
        Engine jackson =
                new EqualForms(EqualForms.of(JacksonDataformatXml::new), new JacksonDataformatXmlAalto(Form.EQUAL));
        return new EqualForms(jackson, new WoodstoxByHand(jackson));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] document(byte[]... elements) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] element : elements) {
            body.writeBytes(element);
        }
        return little(body.size() + 5)
                .putInt(body.size() + 5)
                .put(body.toByteArray())
                .put((byte) 0)
                .array();
    }

    private static byte[] element(int type, String name, byte[] value) {
        return little(1 + name.length() + 1 + value.length)
                .put((byte) type)
                .put(utf8(name))
                .put((byte) 0)
                .put(value)
                .array();
    }

    private static byte[] string(String name, String value) {
        return element(
                2,
                name,
                little(4 + value.length() + 1)
                        .putInt(value.length() + 1)
                        .put(utf8(value))
                        .array());
    }

    private static byte[] int32(String name, int value) {
        return element(16, name, little(4).putInt(value).array());
    }

    private static byte[] int64(String name, long value) {
        return element(18, name, little(8).putLong(value).array());
    }

    private static byte[] real(String name, double value) {
        return element(1, name, little(8).putDouble(value).array());
    }

    private static byte[] nested(String name, byte[]... elements) {
        return element(3, name, document(elements));
    }

    private static byte[] list(byte[]... elements) {
        return element(4, "coordinates", document(elements));
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
