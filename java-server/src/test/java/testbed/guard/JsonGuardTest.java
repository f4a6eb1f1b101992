package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.guard.Small.text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Format;
import testbed.objects.Kind;

class JsonGuardTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text|\"\"|passes",
                "text|\"a[{,:\\\"}]\"|passes",
                "text|\"\u007f\u0080\ud83d\ude00\"|passes",
                "text|\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\uFfFf\\ud83d\\uDE00\"|passes",
                "text|null|null may not stand here",
                "text|5|a text was due",
                "text|true|a text was due",
                "text|[]|a text was due",
                "text|{}|a text was due",
                "text|nul|a text was due",
                "text|'a'|a value was due",
                "text|NaN|a value was due",
                "int32|-2147483648|passes",
                "int32|2147483648|an integer is out of its range",
                "int32|\"1\"|an integer was due",
                "int32|null|null may not stand here",
                "int32|1.0|an integer has a fraction or an exponent",
                "int32|1e0|an integer has a fraction or an exponent",
                "int32|01|a number is not one of RFC 8259",
                "int32|-0|a number is -0",
                "int32|+1|a value was due",
                "int32|1x|a comma or an end was due",
                "int32|1 2|a comma or an end was due",
                "int64|9223372036854775807|passes",
                "int64|9223372036854775808|an integer is out of its range",
                "int64|true|an integer was due",
                "double|-0.0|passes",
                "double|5|passes",
                "double|1e309|a number is too large for a double",
                "double|\"1.5\"|a number was due",
                "double|[1.5]|a number was due",
                "double|.5|a value was due",
                "boolean|true|passes",
                "boolean|false|passes",
                "boolean|True|a value was due",
                "boolean|tru|a boolean was due",
                "boolean|truefalse|a comma or an end was due",
                "boolean|1|a boolean was due",
                "boolean|\"true\"|a boolean was due",
                "boolean|null|null may not stand here",
                "choice|\"blue\"|passes",
                "choice|\"\\u0062lu\\u0065\"|passes",
                "choice|\"dark \\\"red\\\"\"|passes",
                "choice|\"&é\ud835\udc82\"|passes",
                "choice|\"&\\u00e9\\ud835\\udc82\"|passes",
                "choice|\"\"|the enumeration has no such text",
                "choice|\"Blue\"|the enumeration has no such text",
                "choice|\" blue\"|the enumeration has no such text",
                "choice|\"blu\\u0045\"|the enumeration has no such text",
                "choice|\"\\u0062lue and more than any\"|the enumeration has no such text",
                "choice|0|a text was due",
                "list|[]|passes",
                "list|[ 1 , 2 ]|passes",
                "list|[1,]|a value was due",
                "list|[,1]|a value was due",
                "list|[1 2]|a comma or an end was due",
                "list|[1}|a comma or an end was due",
                "list|[null]|null may not stand here",
                "list|[[1]]|an integer was due",
                "list|[\"1\"]|an integer was due",
                "list|1|a list was due",
                "list|{}|a list was due",
                "list|null|null may not stand here",
                "lists|[[],[1,2.5],[]]|passes",
                "lists|[1]|a list was due",
                "lists|[[[1]]]|a number was due",
                "lists|[[1],null]|null may not stand here",
                "map|{}|passes",
                "map|{\"a\":1,\"\":2,\"A\":3}|passes",
                "map|{\"a\":1,\"a\":2}|a key comes twice",
                "map|{\"a\\u00e9\\ud835\\udc82\":1,\"\\u0061é\ud835\udc82\":2}|a key comes twice",
                "map|{\"\\u0000\":1,\"\\u0000\\u0000\":2,\"0\":3}|passes",
                "map|{\"a\":null}|null may not stand here",
                "map|{\"a\":\"1\"}|an integer was due",
                "map|{\"a\"}|a colon was due",
                "map|{\"a\":}|a value was due",
                "map|{\"a\":1,}|a key was due",
                "map|{a:1}|a key was due",
                "map|[]|a map was due",
                "map|null|null may not stand here",
                "maps|{\"a\":{\"a\":1},\"b\":{\"a\":1}}|passes",
                "maps|{\"a\":{\"b\":1},\"b\":{\"b\":1,\"b\":1}}|a key comes twice",
                "maps|{\"a\":{\"b\":1},\"a\":{}}|a key comes twice",
                "record|{}|passes",
                "record|{ \"n\" : 1 }|passes",
                "record|{\"n\":null}|null may not stand here",
                "record|{\"v\":1}|a field is not known",
                "record|{\"n\":1,\"n\":1}|a field comes twice",
                "record|[]|a record was due",
                "record|null|null may not stand here",
                "records|[{},{\"n\":1},{\"n\":1}]|passes",
                "records|[null]|null may not stand here",
                "records|{}|a list was due",
            })
    void a_value_is_of_its_kind(String kind, String value, String rule) {
        Guard guard = Small.of(Format.JSON, kind);
        assertThat(Small.verdict(guard, text("{\"v\":" + value + "}"))).isEqualTo(rule);
        assertThat(Small.verdict(guard, text("\n {\t\"v\"\r: " + value + " } \n")))
                .isEqualTo(rule);
        assertThat(Small.verdict(guard, text("{\"v\":" + value))).isNotEqualTo("passes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':'','c':null,'d':[]}|passes",
                "{'d':['x'],'c':true,'b':5,'a':''}|passes",
                "{'\\u0061':'','c':false,'\\u0064':[],'b':1}|passes",
                "{'c':null,'d':[]}|a field is missing",
                "{'a':'','d':[]}|a field is missing",
                "{'a':'','c':null}|a field is missing",
                "{}|a field is missing",
                "{'a':'','c':null,'d':[],'a':''}|a field comes twice",
                "{'a':'','b':1,'c':null,'d':[],'b':1}|a field comes twice",
                "{'a':'','\\u0061':'','c':null,'d':[]}|a field comes twice",
                "{'a':'','c':null,'d':[],'d':[]}|a field comes twice",
                "{'a':'','c':null,'d':[],'e':1}|a field is not known",
                "{'A':'','c':null,'d':[]}|a field is not known",
                "{'':1,'a':'','c':null,'d':[]}|a field is not known",
                "{'a\\u0000':1,'a':'','c':null,'d':[]}|a field is not known",
                "{'a':'','b':null,'c':null,'d':[]}|null may not stand here",
                "{'a':'','c':nul,'d':[]}|a boolean was due",
                "{'a':'','c':nullnull,'d':[]}|a comma or an end was due",
                "{'a':'','c':null,'d':null}|null may not stand here",
                "{'a':'','c':null,'d':[]}x|something follows the object",
                "{'a':'','c':null,'d':[]}{}|something follows the object",
                "{'a':'','c':null,'d':[]}}|something follows the object",
                "{'a':'','c':null,'d':[]},|something follows the object",
                "{'a':'','c':null,'d':[],}|a name was due",
                "{,'a':''}|a name was due",
                "{a:''}|a name was due",
                "{'a' ''}|a colon was due",
                "{'a'::''}|a value was due",
                "{'a':'';'c':null}|a comma or an end was due",
                "{'a':''/**/,'c':null}|a comma or an end was due",
                "{'a':''|a comma or an end was due",
                "{'a':''}]|a field is missing",
                "{'a':'']|a comma or an end was due",
                "{'a':|a value was due",
                "{'a|a string does not end",
                "{|a name was due",
                "[]|a record was due",
                "null|null may not stand here",
                "'a'|a record was due",
                "1|a record was due",
                "' '|a record was due",
                "x|a value was due",
            })
    void a_record_has_its_fields(String body, String rule) {
        byte[] bytes = text(body.replace('\'', '"'));
        assertThat(Small.verdict(Small.several(Format.JSON), bytes)).isEqualTo(rule);
    }

    @Test
    void white_space_alone_is_no_object() {
        assertThat(Small.verdict(Small.several(Format.JSON), text(" \n"))).isEqualTo("a value was due");
    }

    @ParameterizedTest
    @ValueSource(chars = {0, 1, 8, 0x0b, 0x0c, 0x0e, 0x1f})
    void control_characters_stand_nowhere(char control) {
        Guard guard = Small.of(Format.JSON, "text");
        assertThat(Small.verdict(guard, text("{" + control + "\"v\":\"\"}"))).isEqualTo("a name was due");
        assertThat(Small.verdict(guard, text("{\"v\":\"\"}" + control))).isEqualTo("something follows the object");
        refusesText("" + control, "a control character in a string");
        refusesText("\\" + control, "an escape is none of JSON");
    }

    /** Wherever it stands among eight bytes, and however many follow. */
    @Test
    void what_means_something_in_a_string_is_found_everywhere() {
        for (int before = 0; before < 20; before++) {
            for (String plain : new String[] {"a", "!", "#", "\u007f", "é", "\uffff"}) {
                refusesText(plain.repeat(before) + "\n", "a control character in a string");
                refusesText(plain.repeat(before) + "\n" + "a".repeat(20), "a control character in a string");
                refusesText(plain.repeat(before) + "\\x" + "a".repeat(20), "an escape is none of JSON");
                refusesText(plain.repeat(before) + "\"" + "a".repeat(20), "a comma or an end was due");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\x", "\\'", "\\0", "\\U0041", "\\é", "\\ "})
    void an_escape_is_one_of_json(String escape) {
        refusesText(escape, "an escape is none of JSON");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\u",
                "\\u1",
                "\\u123",
                "\\u123g",
                "\\u-123",
                "\\u 123",
                "\\u١٢٣٤",
                "\\ud83d\\u",
                "\\ud83d\\ude0"
            })
    void four_hexadecimal_digits_follow_u(String escape) {
        refusesText(escape, "four hexadecimal digits do not follow \\u");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\ud83d",
                "\\ud83da",
                "\\ud83d\\n",
                "\\ud83d\\u0041",
                "\\ud83d\\ud83d",
                "\\ud83da\\ude00",
                "\\ud83d\\\\ude00"
            })
    void a_high_surrogate_is_followed_by_a_low_one(String text) {
        refusesText(text, "a high surrogate stands without a low one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ude00", "\\ude00\\ud83d", "\\ud83d\\ude00\\ude00"})
    void a_low_surrogate_follows_a_high_one(String text) {
        refusesText(text, "a low surrogate stands without a high one");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "\\\"", "\\", "\\\\\\\"", "\\u00e9"})
    void a_string_ends(String begun) {
        byte[] body = text("{\"v\":\"" + begun);
        assertThat(Small.verdict(Small.of(Format.JSON, "text"), body)).isEqualTo("a string does not end");
    }

    /** A name with a quote or a backslash stands in a body with an escape alone. */
    @Test
    void a_name_is_compared_after_its_escapes() {
        Kind.Field quote = new Kind.Field("a\"b", Kind.Plain.INT32, Kind.Presence.REQUIRED);
        Kind.Field backslash = new Kind.Field("a\\nb", Kind.Plain.INT32, Kind.Presence.REQUIRED);
        Guard guard = Small.of(Format.JSON, quote, backslash);
        assertThat(Small.verdict(guard, text("{\"a\\\"b\":1,\"a\\\\nb\":1}"))).isEqualTo("passes");
        assertThat(Small.verdict(guard, text("{\"a\\u0022b\":1,\"\\u0061\\u005cn\\u0062\":1}")))
                .isEqualTo("passes");
        assertThat(Small.verdict(guard, text("{\"a\\\"b\":1,\"a\\nb\":1}"))).isEqualTo("a field is not known");
        assertThat(Small.verdict(guard, text("{\"a\"b\":1,\"a\\\\nb\":1}"))).isEqualTo("a colon was due");
    }

    private static void refusesText(String inside, String rule) {
        assertThat(Small.verdict(Small.of(Format.JSON, "text"), text("{\"v\":\"" + inside + "\"}")))
                .as(inside)
                .isEqualTo(rule);
    }
}
