package testbed.guard;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static testbed.guard.GuardTest.text;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import testbed.contract.Format;

/** Bodies of a NumericObject; {@code id} is a text, {@code index} an integer, {@code latitude} a double inside {@code coordinates}, {@code a} unknown. */
class XmlGuardTest {
    private static final String DEEP = "more than 64 elements are open";

    @Test
    void elements_nest_64_deep_and_no_deeper() {
        passes(inRoot("<a>".repeat(63) + "</a>".repeat(63)));
        refuses(inRoot("<a>".repeat(64) + "</a>".repeat(64)), DEEP);
        refuses("<NumericObject>" + "<a>".repeat(100_000), DEEP);
        passes(inRoot("<a>".repeat(63) + "<a/>" + "</a>".repeat(63)));
        passes(inRoot("<a>".repeat(62) + "<index>1</index>" + "</a>".repeat(62)));
        refuses(inRoot("<a>".repeat(63) + "<index>1</index>" + "</a>".repeat(63)), DEEP);
        passes(inRoot("<a/>".repeat(1000) + "<a></a>".repeat(1000)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?xml version=\"1.0\"?><NumericObject/>",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<NumericObject/>",
                " \t\n<NumericObject/> \t\n",
                "<NumericObject><_a-b.c9></_a-b.c9></NumericObject>",
                "<NumericObject> text > ] ]] ]>\t\n\u007f\u0085\ud7ff\ue000\ufffd\ud83f\udffe</NumericObject>"
            })
    void passes_what_objects_are_made_of(String body) {
        passes(body);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "text|there is no root element",
                "<?xml version='1.0'?><NumericObject/>|processing instructions are not allowed",
                " <?xml version=\"1.0\"?><NumericObject/>|processing instructions are not allowed",
                "<!DOCTYPE a><NumericObject/>|comments, CDATA sections and declarations are not allowed",
                "<!-- --><NumericObject/>|comments, CDATA sections and declarations are not allowed",
                "<Other/>|the root element's name is not the object type's",
                "<NumericObjects/>|the root element's name is not the object type's",
                "<NumericObjec/>|the root element's name is not the object type's",
                "</NumericObject>|a tag has no name",
                "<NumericObject/>x|something follows the root element",
                "<NumericObject/><NumericObject/>|something follows the root element",
                "<NumericObject/><!-- -->|something follows the root element",
                "<NumericObject>|an element does not end",
                "<NumericObject|a tag holds more than a name",
                "<|a tag does not end",
                "<NumericObject x='1'/>|a tag holds more than a name",
                "<NumericObject />|a tag holds more than a name",
                "<NumericObject/ >|a tag holds more than a name",
                "<NumericObject/|a tag holds more than a name",
            })
    void documents_are_refused(String body, String rule) {
        refuses(body, rule);
    }

    @ParameterizedTest
    @CsvSource({
        "<![CDATA[x]]>, 'comments, CDATA sections and declarations are not allowed'",
        "<!-- x -->, 'comments, CDATA sections and declarations are not allowed'",
        "<!ENTITY e 'x'>, 'comments, CDATA sections and declarations are not allowed'",
        "<?pi?>, processing instructions are not allowed",
        "<a></b>, an end tag has another name than the element that it ends",
        "<a></a >, an end tag has another name than the element that it ends",
        "<a></ab>, an end tag has another name than the element that it ends",
        "<ab></a>, an end tag has another name than the element that it ends",
        "<a></>, an end tag has another name than the element that it ends",
        "<a><b></a></b>, an end tag has another name than the element that it ends",
        "<1/>, a tag has no name",
        "<é/>, a tag has no name",
        "<aé/>, a tag holds more than a name",
        "<x:a/>, a tag holds more than a name",
        "< a/>, a tag has no name",
        "]]>, ]]> stands in a text",
        "a]]]>, ]]> stands in a text",
    })
    void content_is_refused(String inside, String rule) {
        refuses(inRoot(inside), rule);
    }

    @ParameterizedTest
    @ValueSource(chars = {0, 1, 8, 0x0b, 0x0c, 0x0e, 0x1f, 0xfffe, 0xffff})
    void characters_that_xml_does_not_have_are_refused(char character) {
        refuses(inRoot("<id>" + character + "</id>"), "a character that XML does not have");
    }

    @Test
    void a_body_holds_an_element() {
        refuses(" ", "there is no root element");
        refuses("<NumericObject><index>5", "a number or boolean holds an element");
    }

    @Test
    void a_carriage_return_is_written_as_a_reference() {
        passes(inRoot("<id>&#13;&#xD;&#xd;</id>"));
        refuses(inRoot("<id>\r\n</id>"), "a carriage return that is not written &#13;");
        refuses("<NumericObject/>\r\n", "something follows the root element");
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
        passes(inRoot(inside));
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
        refuses(inRoot(inside), "a reference is neither to one of the five names nor to a character of XML");
    }

    @Test
    void a_reference_ends() {
        refuses(inRoot("&amp"), "a reference does not end");
        refuses(inRoot("&#x000000041;"), "a reference does not end");
        refuses(inRoot("&" + "a".repeat(60_000) + ";"), "a reference does not end");
        refuses("<NumericObject>&", "a reference does not end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<index>5</index>",
                "<index>-5</index>",
                "<coordinates><latitude>5</latitude></coordinates>",
                "<coordinates><latitude>-5.5e-5</latitude></coordinates>",
                "<a>no number</a>"
            })
    void scalars_pass(String inside) {
        passes(inRoot(inside));
    }

    @ParameterizedTest
    @CsvSource({
        "<index/>, a number or boolean is empty",
        "<coordinates><latitude/></coordinates>, a number or boolean is empty",
        "<index></index>, a number is not one of RFC 8259",
        "<index>+5</index>, a number is not one of RFC 8259",
        "<index>05</index>, a number is not one of RFC 8259",
        "<index>5 </index>, a number is not one of RFC 8259",
        "<index>&#53;</index>, a number is not one of RFC 8259",
        "<index>0x5</index>, a number is not one of RFC 8259",
        "<index>٥</index>, a number is not one of RFC 8259",
        "<index>-0</index>, a number is -0",
        "<index>5.0</index>, an integer has a fraction or an exponent",
        "<index>5e0</index>, an integer has a fraction or an exponent",
        "<index>5<a/></index>, a number or boolean holds an element",
        "<index>5, an end tag has another name than the element that it ends",
        "<index>5</indez>, an end tag has another name than the element that it ends",
        "<coordinates><latitude>NaN</latitude></coordinates>, a number is not one of RFC 8259",
        "<coordinates><latitude>1e309</latitude></coordinates>, a number is too large for a double",
        "<coordinates><latitude>.5</latitude></coordinates>, a number is not one of RFC 8259",
    })
    void scalars_are_refused(String inside, String rule) {
        refuses(inRoot(inside), rule);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a><index>no number</index></a>",
                "<a><a><latitude>no number</latitude></a></a>",
                "<id><index>no number</index></id>",
                "<latitude>no number</latitude>",
                "<NumericObject><index>no number</index></NumericObject>",
                "<coordinates><index>no number</index></coordinates>",
                "<coordinates><coordinates><latitude>no number</latitude></coordinates></coordinates>"
            })
    void a_field_is_one_in_its_place_alone(String inside) {
        passes(inRoot(inside));
    }

    /** Wherever the guard looks first, it finds every field that there is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<numbr>1</numbr><index>x</index>",
                "<index>1</index><index>x</index>",
                "<a/><id/><index>x</index>",
                "<coordinates/><coordinates/><a/><index>x</index>",
                "<coordinates/><coordinates><longitude>1</longitude><timestamp>x</timestamp></coordinates>",
                "<coordinates><a/></coordinates><coordinates><longitude>x</longitude></coordinates>",
                "<coordinates><latitude>1</latitude></coordinates><index>x</index>"
            })
    void a_field_is_one_in_any_order(String inside) {
        refuses(inRoot(inside), "a number is not one of RFC 8259");
    }

    @ParameterizedTest
    @ValueSource(strings = {"True", "1", " true", "true ", "", "&#116;rue", "truefalse"})
    void a_boolean_is_true_or_false(String text) {
        Guard guard = Guard.of(Format.XML, GuardTest.TYPES.named("DummyObject").orElseThrow());
        guard.check(text("<DummyObject><isActive>true</isActive><isActive>false</isActive></DummyObject>"));
        assertThatThrownBy(() -> guard.check(text("<DummyObject><isActive>" + text + "</isActive></DummyObject>")))
                .hasMessageStartingWith("a boolean is neither true nor false");
    }

    private static String inRoot(String inside) {
        return "<NumericObject>" + inside + "</NumericObject>";
    }

    private static void passes(String body) {
        GuardTest.passes(Format.XML, text(body));
    }

    private static void refuses(String body, String rule) {
        GuardTest.refuses(Format.XML, text(body), rule);
    }
}
