package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.guard.Small.bytes;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.NestedBson;
import testbed.contract.Format;

class BsonGuardTest {
    /** A document whose only element has this type and value and the name {@code v}. */
    private static byte[] element(String typeAndValue) {
        String type = typeAndValue.substring(0, 2);
        return document(type + "7600" + typeAndValue.substring(2));
    }

    /** A document with its length around these elements. */
    private static byte[] document(String elements) {
        String hex = elements.replace(" ", "");
        return bytes(
                String.format("%02x%02x0000", (hex.length() / 2 + 5) & 0xFF, (hex.length() / 2 + 5) >> 8) + hex + "00");
    }

    @ParameterizedTest
    @CsvSource({
        "text, 02 01000000 00, passes",
        "text, 02 02000000 62 00, passes",
        "text, 02 03000000 6200 00, passes",
        "text, 02 00000000, a string's declared length does not fit",
        "text, 02 ffffffff 00, a string's declared length does not fit",
        "text, 02 03000000 62 00, a string's declared length does not fit",
        "text, 02 ffffff7f 62 00, a string's declared length does not fit",
        "text, 02 02000000 62 62, a string does not end in NUL",
        "text, 02 0100 00, a length lies outside its document",
        "text, 02 02000000 ff 00, a name or string is not UTF-8",
        "text, 0a, null may not stand here",
        "text, 10 01000000, a text was due",
        "text, 03 0500000000, a text was due",
        "text, 0e 02000000 62 00, the element's type is not allowed",
        "int32, 10 ffffffff, passes",
        "int32, 10 ffffff, a value lies outside its document",
        "int32, 12 ffffff7f00000000, passes",
        "int32, 12 00000080ffffffff, passes",
        "int32, 12 0000008000000000, an integer is out of its range",
        "int32, 12 ffffff7fffffffff, an integer is out of its range",
        "int32, 12 0000000000000080, an integer is out of its range",
        "int32, 12 00000000000000, a value lies outside its document",
        "int32, 01 000000000000f03f, an integer was due",
        "int32, 02 02000000 31 00, an integer was due",
        "int32, 08 01, an integer was due",
        "int32, 0a, null may not stand here",
        "int64, 12 0000000000000080, passes",
        "int64, 10 ffffffff, passes",
        "int64, 01 000000000000f03f, an integer was due",
        "int64, 11 0000000000000000, the element's type is not allowed",
        "double, 01 ffffffffffffef7f, passes",
        "double, 01 0000000000000080, passes",
        "double, 10 01000000, passes",
        "double, 12 ffffffffffffff7f, passes",
        "double, 01 000000000000f07f, a double is not finite",
        "double, 01 000000000000f0ff, a double is not finite",
        "double, 01 010000000000f07f, a double is not finite",
        "double, 01 00000000000000, a value lies outside its document",
        "double, 08 01, a number was due",
        "double, 13 00000000000000000000000000000000, the element's type is not allowed",
        "boolean, 08 00, passes",
        "boolean, 08 01, passes",
        "boolean, 08 02, a boolean is neither 0 nor 1",
        "boolean, 08, a value lies outside its document",
        "boolean, 10 01000000, a boolean was due",
        "choice, 02 05000000 626c7565 00, passes",
        "choice, 02 08000000 26c3a9f09d9282 00, passes",
        "choice, 02 05000000 426c7565 00, the enumeration has no such text",
        "choice, 02 01000000 00, the enumeration has no such text",
        "choice, 02 06000000 626c756500 00, the enumeration has no such text",
        "choice, 10 00000000, a text was due",
        "list, 04 0500000000, passes",
        "list, 04 1a000000 10 3000 01000000 10 3000 02000000 10 00 02000000 00, a document's declared length does not fit",
        "list, 04 19000000 10 3000 01000000 10 3000 02000000 10 00 02000000 00, passes",
        "list, 04 0c000000 10 ff00 00000000 00, a name or string is not UTF-8",
        "list, 04 08000000 0a 3000 00, null may not stand here",
        "list, 04 0e000000 02 3000 02000000 31 00 00, an integer was due",
        "list, 03 0500000000, a list was due",
        "list, 0a, null may not stand here",
        "lists, 04 0d000000 04 3000 0500000000 00, passes",
        "lists, 04 0c000000 10 3000 01000000 00, a list was due",
        "map, 03 0500000000, passes",
        "map, 03 13000000 10 6100 01000000 10 6200 01000000 00, passes",
        "map, 03 13000000 10 6100 01000000 10 6100 01000000 00, a key comes twice",
        "map, 03 13000000 10 5c00 01000000 10 00 01000000 00 00, a document's elements end before its length",
        "map, 03 12000000 10 5c00 01000000 10 00 01000000 00, passes",
        "map, 03 0c000000 10 ff00 01000000 00, a name or string is not UTF-8",
        "map, 03 08000000 0a 6100 00, null may not stand here",
        "map, 04 0500000000, a map was due",
        "maps, 03 20000000 03 6100 0c000000 10 6100 01000000 00 03 6200 0500000000 00, a document's declared length does not fit",
        "maps, 03 14000000 03 6100 0c000000 10 6100 01000000 00 00, passes",
        "maps, 03 1c000000 03 6100 0c000000 10 6200 01000000 00 03 6200 0500000000 00, passes",
        "record, 03 0500000000, passes",
        "record, 03 0c000000 10 6e00 01000000 00, passes",
        "record, 03 0c000000 10 7600 01000000 00, a field is not known",
        "record, 03 08000000 0a 6e00 00, null may not stand here",
        "record, 04 0500000000, a record was due",
        "record, 03 0400000000, a document's declared length does not fit",
        "record, 03 0700000000, a document's declared length does not fit",
        "record, 03 ffffff7f00, a document's declared length does not fit",
        "record, 03 0500000001, a document does not end in NUL",
        "record, 03 0800000000000000, a document's elements end before its length",
        "records, 04 14000000 03 3000 0500000000 03 00 0500000000 00, passes",
    })
    void an_element_holds_its_kind(String kind, String element, String rule) {
        assertThat(verdict(kind, element(element.replace(" ", "")))).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "three bytes, 050000, a length lies outside its document",
        "a length below 5, 0400000000, a document's declared length does not fit",
        "a negative length, ffffffff00, a document's declared length does not fit",
        "a length over the body, 0600000000, a document's declared length does not fit",
        "a trailing byte, 050000000000, the document's declared length is not the body's",
        "no NUL at the end, 0500000001, a document does not end in NUL",
        "nothing, 0500000000, a field is missing",
        "a NUL too early, 08000000 00 0000 00, a document's elements end before its length",
        "a name without an end, 07000000 0a 76 00, an element's name does not end",
        "27 bytes with a binary of 2 GiB, 1b000000 05 6461746100 ffffff7f 00 0000000000000000000000 00, the element's type is not allowed",
    })
    void documents_are_refused(String what, String hex, String rule) {
        assertThat(verdict("text", bytes(hex))).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({
        "02 6100 01000000 00 0a 6300 04 6400 0500000000, passes",
        "04 6400 0500000000 08 6300 01 10 6200 01000000 02 6100 01000000 00, passes",
        "0a 6300 04 6400 0500000000, a field is missing",
        "02 6100 01000000 00 04 6400 0500000000, a field is missing",
        "02 6100 01000000 00 0a 6300, a field is missing",
        "02 6100 01000000 00 02 6100 01000000 00, a field comes twice",
        "04 6400 0500000000 04 6400 0500000000, a field comes twice",
        "0a 6300 0a 6300, a field comes twice",
        "0a 6200, null may not stand here",
        "0a 6500, a field is not known",
        "0a 00, a field is not known",
        "0a 616100, a field is not known",
        "0a ff00, a name or string is not UTF-8",
        "07 6500 000000000000000000000000, the element's type is not allowed",
    })
    void a_record_has_its_fields(String elements, String rule) {
        assertThat(Small.verdict(Small.several(Format.BSON), document(elements)))
                .isEqualTo(rule);
    }

    @Test
    void types_that_objects_do_not_have_are_refused() {
        Set<Integer> known = Set.of(1, 2, 3, 4, 8, 0x0A, 0x10, 0x12);
        for (int type = 1; type < 256; type++) {
            if (!known.contains(type)) {
                byte[] body = element(String.format("%02x", type) + "00".repeat(16));
                assertThat(verdict("text", body)).isEqualTo("the element's type is not allowed");
            }
        }
    }

    @Test
    void documents_nest_as_deep_as_the_type() {
        assertThat(verdict("text", NestedBson.of(100_000))).isEqualTo("a field is not known");
    }

    private static String verdict(String kind, byte[] body) {
        return Small.verdict(Small.of(Format.BSON, kind), body);
    }
}
