package testbed.guard;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.NestedBson;
import testbed.Providers;
import testbed.engines.Format;

class GuardTest {
    @ParameterizedTest
    @EnumSource(Format.class)
    void an_empty_body_is_refused_and_the_goldens_pass(Format format) throws Exception {
        refuses(format, new byte[0]);
        passes(format, Providers.golden("NumericObject", format.lowerCase()));
        passes(format, Providers.golden("DummyObject", format.lowerCase()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7f",
                "c2a9",
                "dfbf",
                "e0a080",
                "ed9fbf",
                "ee8080",
                "efbfbf",
                "f0908080",
                "f48fbfbf",
                "61626364656667c2a9"
            })
    void valid_utf8_passes(String hex) {
        passes(Format.JSON, bytes(hex));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80",
                "c0af",
                "c1bf",
                "c2",
                "c261",
                "e08080",
                "e09fbf",
                "eda080",
                "edbfbf",
                "e282",
                "f0808080",
                "f08fbfbf",
                "f4908080",
                "f5808080",
                "f8",
                "ff",
                "fe",
                "f09f98",
                "6162636465666768ff",
                "61626364656667e2"
            })
    void invalid_utf8_is_refused(String hex) {
        refuses(Format.JSON, bytes(hex));
        refuses(Format.XML, bytes(hex));
        refuses(Format.BSON, bsonString(bytes(hex)));
    }

    @Test
    void a_byte_order_mark_is_refused() {
        refuses(Format.JSON, bytes("efbbbf7b7d"));
        refuses(Format.XML, bytes("efbbbf3c612f3e"));
    }

    @Test
    void json_nests_64_deep_and_no_deeper() {
        passes(Format.JSON, text("[".repeat(64)));
        refuses(Format.JSON, text("[".repeat(65)));
        passes(Format.JSON, text("[{".repeat(32) + "}]".repeat(32) + "[".repeat(64)));
        refuses(Format.JSON, text("[{".repeat(32) + "["));
        passes(Format.JSON, text("\"" + "[".repeat(65) + "\\\"" + "{".repeat(65) + "\""));
        refuses(Format.JSON, text("\"\\\\\"" + "[".repeat(65)));
        refuses(Format.JSON, text("]".repeat(9) + "[".repeat(65)));
        passes(Format.JSON, text("\"no end " + "[".repeat(65)));
        passes(Format.JSON, text("\"\\"));
    }

    @Test
    void xml_nests_64_deep_and_no_deeper() {
        passes(Format.XML, text("<a>".repeat(64)));
        refuses(Format.XML, text("<a>".repeat(65)));
        passes(Format.XML, text("<a><b></b>".repeat(63)));
        passes(Format.XML, text("<a/>".repeat(65)));
        refuses(Format.XML, text("<a/ >".repeat(65)));
        refuses(Format.XML, text("</a>".repeat(9) + "<a>".repeat(65)));
        passes(
                Format.XML,
                text("<!--" + "<a>".repeat(65) + "--><![CDATA[" + "<a>".repeat(65) + "]]><?pi " + "<a>".repeat(65)
                        + "?>"));
        passes(Format.XML, text(("<a b='" + "<a>".repeat(65) + "'>").repeat(64)));
        refuses(Format.XML, text("<a b=\"/>\">".repeat(65)));
        passes(Format.XML, text("<a b=\"'>\"/>".repeat(65)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE a>",
                "<!doctype a>",
                "<!ENTITY e 'x'>",
                "<!",
                "<!-",
                "<!->",
                "<![CDATA",
                "<![cdata[x]]>",
                "<!-- no end",
                "<!-->",
                "<!--->",
                "<![CDATA[x]]",
                "<?pi",
                "<?",
                "<?>",
                "<",
                "<a",
                "<a b='>",
                "</a",
                "<a><!ELEMENT a ANY></a>"
            })
    void xml_declarations_and_what_does_not_end_are_refused(String body) {
        refuses(Format.XML, text(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"<a></a'>", "text > ]]>", "<!----><a/>", "<a b='x' c=\"y\"></a>", "<?xml version='1.0'?><a/>"})
    void xml_that_is_none_of_the_guards_business_passes(String body) {
        passes(Format.XML, text(body));
    }

    @ParameterizedTest
    @CsvSource({
        "an empty document, 0500000000",
        "a double, 10000000 01 6100 0000000000000000 00",
        "a string, 0e000000 02 6100 02000000 6200 00",
        "a document, 0d000000 03 6100 0500000000 00",
        "an array, 0d000000 04 6100 0500000000 00",
        "a binary, 0e000000 05 6100 01000000 00 ff 00",
        "an empty binary, 0d000000 05 6100 00000000 00 00",
        "an ObjectId, 14000000 07 6100 000000000000000000000000 00",
        "a boolean, 09000000 08 6100 01 00",
        "a datetime, 10000000 09 6100 0000000000000000 00",
        "null, 08000000 0a 6100 00",
        "an int32, 0c000000 10 6100 00000000 00",
        "a timestamp, 10000000 11 6100 0000000000000000 00",
        "an int64, 10000000 12 6100 0000000000000000 00",
        "a decimal128, 18000000 13 6100 00000000000000000000000000000000 00",
        "a max key, 08000000 7f 6100 00",
        "a min key, 08000000 ff 6100 00",
        "an empty name, 07000000 0a 00 00",
    })
    void bson_passes(String what, String hex) {
        passes(Format.BSON, bytes(hex));
    }

    @ParameterizedTest
    @CsvSource({
        "three bytes, 050000",
        "a length below 5, 0400000000",
        "a negative length, ffffffff00",
        "a length over the body, 0600000000",
        "a trailing byte, 050000000000",
        "no NUL at the end, 0500000001",
        "a NUL too early, 08000000 00 0000 00",
        "a name without an end, 07000000 0a 61 00",
        "a name that is not UTF-8, 08000000 0a ff00 00",
        "a double cut short, 0f000000 01 6100 00000000000000 00",
        "a string of length 0, 0c000000 02 6100 00000000 00",
        "a string of negative length, 0d000000 02 6100 ffffffff 00 00",
        "a string over its document, 0e000000 02 6100 03000000 6200 00",
        "a string of huge length, 0e000000 02 6100 ffffff7f 6200 00",
        "a string without NUL, 0e000000 02 6100 02000000 6262 00",
        "a string without a length, 0a000000 02 6100 0100 00",
        "a nested length of 4, 0d000000 03 6100 0400000000 00",
        "a nested length over its parent, 0d000000 03 6100 0700000000 00",
        "a nested document that ends elsewhere, 10000000 03 6100 0800000000000000 00",
        "a nested document without NUL, 0d000000 03 6100 0500000001 00",
        "a binary of negative length, 0d000000 05 6100 ffffffff 00 00",
        "a binary over its document, 0e000000 05 6100 02000000 00 ff 00",
        "a binary without a subtype, 0c000000 05 6100 00000000 00",
        "27 bytes with a binary of 2 GiB, 1b000000 05 6461746100 ffffff7f 00 0000000000000000000000 00",
        "a boolean of 2, 09000000 08 6100 02 00",
        "a boolean without a value, 08000000 08 6100 00",
        "undefined, 08000000 06 6100 00",
        "a regular expression, 0a000000 0b 6100 0000 00",
        "a DBPointer, 1a000000 0c 6100 02000000 6200 000000000000000000000000 00",
        "code, 0e000000 0d 6100 02000000 6200 00",
        "a symbol, 0e000000 0e 6100 02000000 6200 00",
        "code with scope, 17000000 0f 6100 0f000000 02000000 6200 0500000000 00",
        "an unknown type, 08000000 14 6100 00",
    })
    void bson_refuses(String what, String hex) {
        refuses(Format.BSON, bytes(hex));
    }

    @Test
    void bson_nests_64_documents_and_no_more() {
        passes(Format.BSON, NestedBson.of(64));
        refuses(Format.BSON, NestedBson.of(65));
        refuses(Format.BSON, NestedBson.of(2000));
    }

    private static byte[] bsonString(byte[] value) {
        byte[] body = new byte[4 + 3 + 4 + value.length + 2];
        body[0] = (byte) body.length;
        body[4] = 2;
        body[5] = 'a';
        body[7] = (byte) (value.length + 1);
        System.arraycopy(value, 0, body, 11, value.length);
        return body;
    }

    private static void passes(Format format, byte[] body) {
        assertThatCode(() -> Guard.of(format).check(body)).doesNotThrowAnyException();
    }

    private static void refuses(Format format, byte[] body) {
        assertThatThrownBy(() -> Guard.of(format).check(body)).isInstanceOf(GuardException.class);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }
}
