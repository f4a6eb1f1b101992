package testbed.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static testbed.guard.Small.text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Format;

class XmlGuardTest {
    private static final String NO_ELEMENTS = "comments, CDATA sections and declarations are not allowed";
    private static final String NO_NUMBER = "a number is not one of RFC 8259";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?xml version=\"1.0\"?><O><v/></O>",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<O><v/></O>",
                " \t\n<O>\t\n <v/> \n</O> \t\n",
            })
    void a_body_is_one_element(String body) {
        assertThat(verdict("text", body)).isEqualTo("passes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "` `|there is no root element",
                "text|there is no root element|passes",
                "<?xml version='1.0'?><O/>|processing instructions are not allowed",
                " <?xml version=\"1.0\"?><O/>|processing instructions are not allowed",
                "<!DOCTYPE a><O/>|" + NO_ELEMENTS,
                "<!-- --><O/>|" + NO_ELEMENTS,
                "<Other/>|the root element's name is not the object type's",
                "<o/>|the root element's name is not the object type's",
                "</O>|a tag has no name",
                "<O><v/></O>x|something follows the root element",
                "<O><v/></O><O/>|something follows the root element",
                "<O><v/></O><!-- -->|something follows the root element",
                "`<O><v/></O>\r\n`|something follows the root element",
                "<O>|an element does not end",
                "<O> |an element does not end",
                "<O><v>|an element does not end",
                "<O><v>a|an element does not end",
                "<O|a tag does not end",
                "<|a tag does not end",
                "<O><|a tag does not end",
                "<O x='1'/>|a tag holds more than a name",
                "<O />|a tag holds more than a name",
                "<O/ >|a tag holds more than a name",
                "<O/|a tag holds more than a name",
                "<O/>|a field is missing",
                "<O></O>|a field is missing",
                "<O><v/></v>|an end tag has another name than the element that it ends",
                "<O><v/></O |a tag holds more than a name",
                "<O><v/></OO>|an end tag has another name than the element that it ends",
                "<O><v/></v|a tag does not end",
                "<O><v/></|a tag does not end",
            })
    void anything_else_is_refused(String body, String rule) {
        assertThat(verdict("text", body)).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "text|<v></v>|passes",
                "text|`<v> a > ] ]] ]>\t\n\u007f\u0085\ud7ff\ue000\ufffd\ud83f\udffe </v>`|passes",
                "text|<v>a]]>b</v>|]]> stands in a text",
                "text|<v>a]]]></v>|]]> stands in a text",
                "text|`<v>a\rb</v>`|a carriage return that is not written &#13;",
                "text|<v><a/></v>|a text was due",
                "text|<v>a<b></b></v>|a text was due",
                "text|<v><![CDATA[x]]></v>|" + NO_ELEMENTS,
                "text|<v>x<!-- --></v>|" + NO_ELEMENTS,
                "text|<v><?pi?></v>|processing instructions are not allowed",
                "text|<v>a</w>|an end tag has another name than the element that it ends",
                "text|<v>a</v >|a tag holds more than a name",
                "text|<v>a</vv>|an end tag has another name than the element that it ends",
                "text|<v>a</>|an end tag has another name than the element that it ends",
                "text|<v x='1'></v>|a tag holds more than a name",
                "text|<v ></v>|a tag holds more than a name",
                "text|<v />|a tag holds more than a name",
                "text|<x:v/>|a field is not known",
                "text|<vé/>|a tag holds more than a name",
                "text|<1/>|a tag has no name",
                "text|< v/>|a tag has no name",
                "text|<v/><v/>|a field comes twice",
                "text|<w/>|a field is not known",
                "text|<V/>|a field is not known",
                "text|<O><v/></O>|a field is not known",
                "text|a<v/>|text stands between the elements of a record",
                "text|<v/>&#32;|text stands between the elements of a record",
                "text|<v/>\u00a0|text stands between the elements of a record",
                "text|`<v/>\r`|text stands between the elements of a record",
                "int32|<v>-2147483648</v>|passes",
                "int32|<v>2147483648</v>|an integer is out of its range",
                "int32|<v/>|a number or boolean is empty",
                "int32|<v></v>|" + NO_NUMBER,
                "int32|<v>+5</v>|" + NO_NUMBER,
                "int32|<v>05</v>|" + NO_NUMBER,
                "int32|<v>5 </v>|" + NO_NUMBER,
                "int32|<v> 5</v>|" + NO_NUMBER,
                "int32|<v>5,</v>|" + NO_NUMBER,
                "int32|<v>&#53;</v>|" + NO_NUMBER,
                "int32|<v>0x5</v>|" + NO_NUMBER,
                "int32|<v>٥</v>|" + NO_NUMBER,
                "int32|<v>-0</v>|a number is -0",
                "int32|<v>5.0</v>|an integer has a fraction or an exponent",
                "int32|<v>5<a/></v>|a number or boolean holds an element",
                "int32|<v>5<!-- --></v>|" + NO_ELEMENTS,
                "int32|<v>5</w>|an end tag has another name than the element that it ends",
                "int64|<v>-9223372036854775808</v>|passes",
                "int64|<v>9223372036854775808</v>|an integer is out of its range",
                "double|<v>-5.5e-5</v>|passes",
                "double|<v>NaN</v>|" + NO_NUMBER,
                "double|<v>1e309</v>|a number is too large for a double",
                "boolean|<v>true</v>|passes",
                "boolean|<v>false</v>|passes",
                "boolean|<v>True</v>|a boolean is neither true nor false",
                "boolean|<v>1</v>|a boolean is neither true nor false",
                "boolean|<v> true</v>|a boolean is neither true nor false",
                "boolean|<v>true </v>|a boolean is neither true nor false",
                "boolean|<v></v>|a boolean is neither true nor false",
                "boolean|<v>truefalse</v>|a boolean is neither true nor false",
                "boolean|<v>&#116;rue</v>|a boolean is neither true nor false",
                "boolean|<v/>|a number or boolean is empty",
                "boolean|<v>true<a/></v>|a number or boolean holds an element",
                "choice|<v>blue</v>|passes",
                "choice|<v>&#98;lu&#x65;</v>|passes",
                "choice|<v>dark \"red&quot;</v>|passes",
                "choice|<v>&amp;&#233;&#x1D482;</v>|passes",
                "choice|<v>&amp;é\ud835\udc82</v>|passes",
                "choice|<v>Blue</v>|the enumeration has no such text",
                "choice|<v> blue</v>|the enumeration has no such text",
                "choice|<v>blue and more than any</v>|the enumeration has no such text",
                "choice|<v></v>|the enumeration has no such text",
                "choice|<v/>|the enumeration has no such text",
                "choice|<v>blue<a/></v>|a text was due",
                "list|``|passes",
                "list|`<v>1</v>\n <v>2</v>`|passes",
                "list|<v>1</v>5<v>2</v>|text stands between the elements of a record",
                "list|<v>1</v><v>x</v>|" + NO_NUMBER,
                "record|<v/>|passes",
                "record|<v></v>|passes",
                "record|<v> <n>1</n> </v>|passes",
                "record|<v>a</v>|text stands between the elements of a record",
                "record|<v><n>1</n><n>1</n></v>|a field comes twice",
                "record|<v><v/></v>|a field is not known",
                "record|<v/><v/>|a field comes twice",
                "record|<v><n>1</v></n>|an end tag has another name than the element that it ends",
                "records|<v/><v><n>1</n></v><v><n>1</n></v>|passes",
            })
    void an_element_holds_its_kind(String kind, String inside, String rule) {
        assertThat(verdict(kind, "<O>" + inside + "</O>")).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<a/>|passes",
                "<d/><d>x</d><b>1</b><a>x</a>|passes",
                "<a/><b>1</b><d/>|passes",
                "<b>1</b>|a field is missing",
                "<a/><a/>|a field comes twice",
                "<a/><d/><b>1</b><b>1</b>|a field comes twice",
                "<d/><a/><d/>|a list goes on behind another field",
                "<a/><d/><b>1</b><d/>|a list goes on behind another field",
                "<a/><c>true</c>|a field is not known",
            })
    void a_record_has_its_fields(String inside, String rule) {
        assertThat(Small.verdict(Small.several(Format.XML), text("<O>" + inside + "</O>")))
                .isEqualTo(rule);
    }

    @ParameterizedTest
    @ValueSource(chars = {0, 1, 8, 0x0b, 0x0c, 0x0e, 0x1f, 0xfffe, 0xffff})
    void characters_that_xml_does_not_have_are_refused(char character) {
        for (int before = 0; before < 20; before++) {
            holds("a".repeat(before) + character, "a character that XML does not have");
            holds("é".repeat(before) + character + "a".repeat(20), "a character that XML does not have");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "&amp;&lt;&gt;&quot;&apos;",
                "&#9;&#10;&#13;&#32;",
                "&#x9;&#xA;&#xd;&#x20;",
                "&#55295;&#57344;&#65533;&#65536;&#1114111;",
                "&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;",
                "&#00000065;",
                "&#x00000041;"
            })
    void references_pass(String inside) {
        holds(inside, "passes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "&;",
                "&#;",
                "&#x;",
                "&#X41;",
                "&nbsp;",
                "&AMP;",
                "&amp ;",
                "& amp;",
                "&#0;",
                "&#8;",
                "&#11;",
                "&#31;",
                "&#xB;",
                "&#xD800;",
                "&#xDFFF;",
                "&#xFFFE;",
                "&#xFFFF;",
                "&#x110000;",
                "&#1114112;",
                "&#99999999;",
                "&#xFFFFFFFF;",
                "&#000000065;",
                "&#-65;",
                "&#+65;",
                "&#6 5;",
                "&#6a;",
                "&#xg;",
                "&#６５;",
                "&&amp;"
            })
    void references_are_refused(String inside) {
        holds(inside, "a reference is neither to one of the five names nor to a character of XML");
    }

    @Test
    void a_reference_ends() {
        holds("&amp", "a reference does not end");
        holds("&#x000000041;", "a reference does not end");
        holds("&" + "a".repeat(60_000) + ";", "a reference does not end");
        assertThat(verdict("text", "<O><v>&")).isEqualTo("a reference does not end");
    }

    private static void holds(String text, String rule) {
        assertThat(verdict("text", "<O><v>" + text + "</v></O>")).as(text).isEqualTo(rule);
    }

    private static String verdict(String kind, String body) {
        return Small.verdict(Small.of(Format.XML, kind), text(body));
    }
}
