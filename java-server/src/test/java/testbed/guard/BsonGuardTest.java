package testbed.guard;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static testbed.guard.GuardTest.bytes;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import testbed.NestedBson;
import testbed.contract.Format;

class BsonGuardTest {
    private static final String DEEP = "more than 64 documents are open";

    @ParameterizedTest
    @CsvSource({
        "an empty document, 0500000000",
        "a double, 10000000 01 6100 0000000000000000 00",
        "the largest double, 10000000 01 6100 ffffffffffffef7f 00",
        "a string, 0e000000 02 6100 02000000 6200 00",
        "a string with NUL, 0f000000 02 6100 03000000 620000 00",
        "a document, 0d000000 03 6100 0500000000 00",
        "an array, 0d000000 04 6100 0500000000 00",
        "a boolean, 09000000 08 6100 01 00",
        "an int32, 0c000000 10 6100 00000000 00",
        "an int64, 10000000 12 6100 0000000000000000 00",
        "an empty name, 0b000000 10 00 00000000 00",
    })
    void passes(String what, String hex) {
        GuardTest.passes(Format.BSON, bytes(hex));
    }

    @ParameterizedTest
    @CsvSource({
        "three bytes, 050000, a length lies outside its document",
        "a length below 5, 0400000000, a document's declared length does not fit",
        "a negative length, ffffffff00, a document's declared length does not fit",
        "a length over the body, 0600000000, a document's declared length does not fit",
        "a trailing byte, 050000000000, the document's declared length is not the body's",
        "no NUL at the end, 0500000001, a document does not end in NUL",
        "a NUL too early, 08000000 00 0000 00, a document's elements end before its length",
        "a name without an end, 07000000 0a 61 00, an element's name does not end",
        "a name that is not UTF-8, 0c000000 10 ff00 00000000 00, a name or string is not UTF-8",
        "a double cut short, 0f000000 01 6100 00000000000000 00, a value lies outside its document",
        "infinity, 10000000 01 6100 000000000000f07f 00, a double is not finite",
        "minus infinity, 10000000 01 6100 000000000000f0ff 00, a double is not finite",
        "NaN, 10000000 01 6100 010000000000f07f 00, a double is not finite",
        "a string of length 0, 0c000000 02 6100 00000000 00, a string's declared length does not fit",
        "a string of negative length, 0d000000 02 6100 ffffffff 00 00, a string's declared length does not fit",
        "a string over its document, 0e000000 02 6100 03000000 6200 00, a string's declared length does not fit",
        "a string of huge length, 0e000000 02 6100 ffffff7f 6200 00, a string's declared length does not fit",
        "a string without NUL, 0e000000 02 6100 02000000 6262 00, a string does not end in NUL",
        "a string without a length, 0a000000 02 6100 0100 00, a length lies outside its document",
        "a nested length of 4, 0d000000 03 6100 0400000000 00, a document's declared length does not fit",
        "a nested length over its parent, 0d000000 03 6100 0700000000 00, a document's declared length does not fit",
        "a nested document that ends early, 10000000 03 6100 0800000000000000 00, a document's elements end before its length",
        "a nested document without NUL, 0d000000 03 6100 0500000001 00, a document does not end in NUL",
        "an int32 cut short, 0b000000 10 6100 000000 00, a value lies outside its document",
        "an int64 cut short, 0f000000 12 6100 00000000000000 00, a value lies outside its document",
        "27 bytes with a binary of 2 GiB, 1b000000 05 6461746100 ffffff7f 00 0000000000000000000000 00, the element's type is not allowed",
        "a boolean of 2, 09000000 08 6100 02 00, a boolean is neither 0 nor 1",
        "a boolean without a value, 08000000 08 6100 00, a value lies outside its document",
    })
    void refuses(String what, String hex, String rule) {
        GuardTest.refuses(Format.BSON, bytes(hex), rule);
    }

    @Test
    void types_that_objects_do_not_have_are_refused() {
        Set<Integer> allowed = Set.of(1, 2, 3, 4, 8, 0x10, 0x12);
        for (int type = 1; type < 256; type++) {
            if (!allowed.contains(type)) {
                String element = String.format("%02x", type);
                GuardTest.refuses(
                        Format.BSON,
                        bytes("18000000" + element + "6100 00000000000000000000000000000000 00"),
                        "the element's type is not allowed");
            }
        }
    }

    @Test
    void null_is_a_value_of_types_that_have_it() {
        byte[] body = bytes("08000000 0a 6100 00");
        assertThatCode(() -> guard("LogLine").check(body)).doesNotThrowAnyException();
        assertThatThrownBy(() -> guard("Order").check(body))
                .hasMessageStartingWith("the element's type is not allowed");
        byte[] behind = bytes("0a000000 0a 6100 ff00 00");
        assertThatThrownBy(() -> guard("LogLine").check(behind))
                .hasMessageStartingWith("the element's type is not allowed");
    }

    private static Guard guard(String type) {
        return Guard.of(Format.BSON, GuardTest.TYPES.named(type).orElseThrow());
    }

    @Test
    void documents_nest_64_deep_and_no_deeper() {
        GuardTest.passes(Format.BSON, NestedBson.of(64));
        GuardTest.refuses(Format.BSON, NestedBson.of(65), DEEP);
        GuardTest.refuses(Format.BSON, NestedBson.of(100_000), DEEP);
    }
}
