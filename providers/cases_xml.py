"""The cases of XML: one file a format, however long, so that a case has one place."""

from __future__ import annotations

from cases import DUMMY_XML as DUMMY
from cases import NUMERIC_XML as NUMERIC
from cases import ORDER_XML as ORDER
from cases import Case, Cases, once

PLACES = {
    "integer": (b"<numbr>36</numbr>", b"<numbr>%s</numbr>"),
    "double": (b"<latitude>1.5</latitude>", b"<latitude>%s</latitude>"),
    "long": (b"<timestamp>7</timestamp>", b"<timestamp>%s</timestamp>"),
    "text": (b"<id>abc</id>", b"<id>%s</id>"),
    "unknown": (b"<index>", b"%s<index>"),
}
RECORD = NUMERIC[NUMERIC.index(b"<coordinates>") : NUMERIC.index(b"</NumericObject>")]
DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>'


def numeric(place: str, value: bytes) -> bytes:
    """A NumericObject with this in that element."""
    old, new = PLACES[place]
    return once(NUMERIC, old, new % value)


def nested(levels: int) -> bytes:
    return b"<a>" * levels + b"</a>" * levels


def guard(
    name: str, body: bytes, why: str, found_by: str = "by hand", object_type: str = "NumericObject"
) -> Case:
    return Case(object_type, name, body, "guard", why, found_by)


def reject() -> Cases:
    yield from encodings()
    yield from prologs()
    yield from attacks()
    yield from tags()
    yield from references()
    yield from scalars()
    yield from for_the_engine()
    yield from presences()


def encodings() -> Cases:
    plain = NUMERIC.decode()
    yield guard("empty", b"", "The body is empty.")
    yield guard(
        "byte order mark", b"\xef\xbb\xbf" + NUMERIC, "Only some parsers skip a byte order mark."
    )
    yield guard(
        "UTF-16 with byte order mark",
        plain.encode("utf-16"),
        "UTF-16 is detected by some parsers and refused by others.",
        "measured attack",
    )
    yield guard(
        "UTF-16 little endian",
        plain.encode("utf-16-le"),
        "UTF-16 without a mark is valid UTF-8 full of NULs; some parsers detect it.",
    )
    yield guard(
        "UTF-16 big endian",
        plain.encode("utf-16-be"),
        "UTF-16 without a mark is valid UTF-8 full of NULs; some parsers detect it.",
    )
    yield guard(
        "UTF-32 little endian",
        plain.encode("utf-32-le"),
        "UTF-32 without a mark is valid UTF-8 full of NULs; some parsers detect it.",
    )
    yield guard(
        "Latin-1",
        numeric("text", b"caf\xe9"),
        "A byte over 0x7F alone is not UTF-8.",
        "measured attack",
    )
    for name, sequence in {
        "an overlong NUL": b"\xc0\x80",
        "a surrogate in UTF-8": b"\xed\xa0\x80",
        "a character over U+10FFFF": b"\xf4\x90\x80\x80",
        "a sequence cut short": b"\xe2\x82",
    }.items():
        yield guard(name, numeric("text", sequence), "The sequence is not valid UTF-8.")
    yield guard(
        "invalid UTF-8 in an unknown element",
        numeric("unknown", b"<x>\xff</x>"),
        "Skipped text is text.",
    )
    for code in (0x00, 0x01, 0x08, 0x0B, 0x0C, 0x1F, 0xFFFE, 0xFFFF):
        yield guard(
            f"character {code:04x} in a text",
            numeric("text", b"a" + chr(code).encode() + b"b"),
            "It is no character of XML 1.0.",
            "measured attack" if code == 1 else "by hand",
        )
    yield guard(
        "a control character between elements",
        numeric("unknown", b"\x0c"),
        "It is no character of XML 1.0.",
    )
    yield guard(
        "a carriage return in a text",
        numeric("text", b"a\rb"),
        "XML makes a line feed of it; it is written as &#13;.",
    )
    yield guard(
        "CR LF in a text",
        numeric("text", b"a\r\nb"),
        "XML makes a line feed of it; it is written as &#13;.",
    )
    yield guard(
        "CR LF between elements",
        numeric("unknown", b"\r\n"),
        "White space is space, tab and line feed.",
    )


def prologs() -> Cases:
    for name, before in {
        "version 1.1": b'<?xml version="1.1"?>',
        "single quotes": b"<?xml version='1.0'?>",
        "encoding in lower case": b'<?xml version="1.0" encoding="utf-8"?>',
        "encoding Latin-1": b'<?xml version="1.0" encoding="ISO-8859-1"?>',
        "encoding UTF-16": b'<?xml version="1.0" encoding="UTF-16"?>',
        "encoding UTF-7": b'<?xml version="1.0" encoding="UTF-7"?>',
        "standalone": b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
        "white space before it": b" " + DECLARATION,
        "white space inside": b'<?xml  version="1.0"?>',
        "white space at its end": b'<?xml version="1.0" ?>',
        "capitals": b'<?XML version="1.0"?>',
        "no version": b"<?xml?>",
        "another behind it": DECLARATION * 2,
        "no end": b'<?xml version="1.0"',
    }.items():
        yield guard(
            f"a declaration with {name}",
            before + NUMERIC,
            "Two declarations are allowed, byte for byte, and only at the beginning.",
        )
    yield guard(
        "a declaration inside",
        numeric("unknown", DECLARATION),
        "A declaration stands only at the beginning.",
    )
    for name, where in (
        ("before the root", "{}" + NUMERIC.decode()),
        ("after the root", NUMERIC.decode() + "{}"),
        ("between elements", numeric("unknown", b"{}").decode()),
        ("in a text", numeric("text", b"ab{}c").decode()),
    ):
        yield guard(
            f"a comment {name}",
            where.format("<!-- x -->").encode(),
            "No object needs a comment; libraries join the text around one in different ways.",
        )
        yield guard(
            f"a processing instruction {name}",
            where.format("<?x y?>").encode(),
            "No object needs a processing instruction.",
        )
    yield guard(
        "two hyphens in a comment",
        numeric("unknown", b"<!-- a -- b -->"),
        "No object needs a comment, well-formed or not.",
        "measured attack",
    )
    yield guard(
        "a comment in a number", numeric("integer", b"3<!-- x -->6"), "A number is just a number."
    )
    yield guard(
        "a CDATA section in a text",
        numeric("text", b"<![CDATA[abc]]>"),
        "No object needs a CDATA section.",
    )
    yield guard(
        "an empty CDATA section",
        numeric("text", b"abc<![CDATA[]]>"),
        "No object needs a CDATA section.",
    )
    yield guard(
        "a CDATA section between elements",
        numeric("unknown", b"<![CDATA[ ]]>"),
        "No object needs a CDATA section.",
    )
    yield guard(
        "a CDATA section for a number",
        numeric("integer", b"<![CDATA[36]]>"),
        "A number is just a number.",
    )


def attacks() -> Cases:
    laughs = (
        b'<!DOCTYPE NumericObject [<!ENTITY a0 "ha">'
        + b"".join(b'<!ENTITY a%d "%s">' % (i, b"&a%d;" % (i - 1) * 10) for i in range(1, 10))
        + b"]>"
    )
    yield guard(
        "billion laughs",
        laughs + numeric("text", b"&a9;"),
        "Entities that multiply fill the memory of parsers that expand them.",
        "measured attack",
    )
    yield guard(
        "billion laughs in an unknown element",
        laughs + numeric("unknown", b"<x>&a9;</x>"),
        "Skipped text is text.",
        "measured attack",
    )
    yield guard(
        "one long entity many times",
        b'<!DOCTYPE NumericObject [<!ENTITY a "'
        + b"a" * 20000
        + b'">]>'
        + numeric("text", b"&a;" * 10000),
        "Expansion grows with the square of the size.",
    )
    for name, subset in {
        "an external entity": b'[<!ENTITY x SYSTEM "file:///etc/passwd">]',
        "an external entity over HTTP": b'[<!ENTITY x SYSTEM "http://127.0.0.1:9/">]',
        "a parameter entity": b'[<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]',
        "an entity": b'[<!ENTITY x "abc">]',
        "an external subset": b'SYSTEM "http://127.0.0.1:9/x.dtd"',
        "a public subset": b'PUBLIC "x" "file:///etc/passwd"',
        "an element's declaration": b"[<!ELEMENT NumericObject ANY>]",
        "an attribute with a default": b'[<!ATTLIST NumericObject x CDATA "y">]',
        "an empty subset": b"[]",
    }.items():
        found_by = "measured attack" if name == "an external entity" else "by hand"
        yield guard(
            name,
            b"<!DOCTYPE NumericObject " + subset + b">" + numeric("text", b"&x;"),
            "No declaration is allowed.",
            found_by,
        )
    yield guard("a DOCTYPE", b"<!DOCTYPE NumericObject>" + NUMERIC, "No declaration is allowed.")
    yield guard(
        "a doctype in lower case",
        b"<!doctype NumericObject>" + NUMERIC,
        "Nothing begins with <! at all.",
    )
    yield guard(
        "a DOCTYPE after the declaration",
        DECLARATION + b"\n<!DOCTYPE NumericObject>\n" + NUMERIC,
        "No declaration is allowed.",
    )
    yield guard(
        "a DOCTYPE between texts",
        numeric("text", b"a<!DOCTYPE x>b"),
        "No declaration is allowed, wherever it stands.",
        "measured attack",
    )
    yield guard(
        "an ENTITY between elements",
        numeric("unknown", b'<!ENTITY x "y">'),
        "No declaration is allowed, wherever it stands.",
    )
    yield guard(
        "65 levels", numeric("unknown", nested(64)), "At most 64 elements are open at once."
    )
    yield guard(
        "9000 levels",
        numeric("unknown", nested(9000)),
        "Parsers that recurse overflow their stack.",
        "measured attack",
    )
    yield guard(
        "1001 attributes",
        once(NUMERIC, b"<id>", b"<id" + b"".join(b' a%d=""' % i for i in range(1001)) + b">"),
        "No object needs an attribute.",
        "measured attack",
    )
    yield guard(
        "6000 attributes",
        once(NUMERIC, b"<id>", b"<id" + b"".join(b' a%d=""' % i for i in range(6000)) + b">"),
        "No object needs an attribute.",
    )
    yield guard(
        "200 namespaces",
        once(NUMERIC, b"<id>", b"<id" + b"".join(b' xmlns:a%d="b"' % i for i in range(200)) + b">"),
        "No object needs an attribute.",
        "measured attack",
    )
    yield guard(
        "an attribute of 60000 bytes",
        once(NUMERIC, b"<id>", b'<id a="' + b"x" * 60000 + b'">'),
        "No object needs an attribute.",
    )
    yield guard(
        "a name of 30000 bytes that no tag ends",
        numeric("unknown", b"<" + b"x" * 30000 + b">"),
        "Every element ends.",
    )


def tags() -> Cases:
    for name, tag in {
        "an attribute": b'<id a="1">',
        "an attribute twice": b'<id a="1" a="1">',
        "an attribute without quotes": b"<id a=1>",
        "an attribute without a value": b"<id a>",
        "a less-than sign in an attribute": b'<id a="<">',
        "an attribute xsi nil": b'<id xsi:nil="true">',
        "a namespace": b'<id xmlns="x">',
        "a space in a start tag": b"<id >",
        "a line feed in a start tag": b"<id\n>",
        "a space before a name": b"< id>",
    }.items():
        yield guard(
            name,
            once(NUMERIC, b"<id>", tag),
            "A start tag is <name>, and nothing else.",
            "measured attack" if "sign" in name else "by hand",
        )
    for name, tag in {
        "a space in an end tag": b"</id >",
        "a space before an end tag's name": b"</ id>",
        "an attribute in an end tag": b'</id a="1">',
        "an end tag with two slashes": b"</id/>",
        "an end tag in capitals": b"</ID>",
        "another end tag": b"</index>",
    }.items():
        yield guard(
            name,
            once(NUMERIC, b"</id>", tag),
            "An end tag is </name>, with the name of the element it ends.",
        )
    for name, inside in {
        "a space in an empty tag": b"<x />",
        "two slashes in an empty tag": b"<x//>",
        "a prefix": b"<a:x></a:x>",
        "a colon alone": b"<:></:>",
        "a name with an accent": "<é></é>".encode(),
        "a name that begins with a digit": b"<1></1>",
        "a name that begins with a hyphen": b"<-></->",
        "a name that begins with a point": b"<.></.>",
        "a name with a dollar": b"<$text></$text>",
        "no name": b"<></>",
        "an end tag without a name": b"</>",
        "a tag in a tag": b"<x<y>",
        "a less-than sign": b"<",
        "an end tag too many": b"</x>",
        "a start tag too many": b"<x>",
    }.items():
        yield guard(
            name,
            numeric("unknown", inside),
            "Tags are <name>, </name> and <name/>, with a plain ASCII name, and nest.",
        )
    yield guard(
        "elements that cross",
        once(NUMERIC, b"<id>abc</id><index>0</index>", b"<id>abc<index>0</id></index>"),
        "Elements nest.",
    )
    for name, body in {
        "white space only": b" \n",
        "a text only": b"abc",
        "a declaration only": DECLARATION,
        "no root's end": NUMERIC.removesuffix(b"</NumericObject>"),
        "cut in a start tag": NUMERIC[:5],
        "cut in an end tag": NUMERIC[:-1],
        "cut behind a less-than sign": NUMERIC[: NUMERIC.index(b"<index") + 1],
        "a second root": NUMERIC + NUMERIC,
        "an empty second root": NUMERIC + b"<a/>",
        "text after the root": NUMERIC + b"x",
        "text before the root": b"x" + NUMERIC,
        "a reference after the root": NUMERIC + b"&#32;",
        "a no-break space after the root": NUMERIC + "\u00a0".encode(),
        "NUL after the root": NUMERIC + b"\0",
        "an end tag after the root": NUMERIC + b"</NumericObject>",
        "JSON": b'{"id":"abc"}',
    }.items():
        yield guard(
            name, body, "The body is one element, and nothing but white space stands beside it."
        )
    for name, root in {
        "another root": b"Other",
        "the root in lower case": b"numericobject",
        "another type's root": b"DummyObject",
        "a root with a letter more": b"NumericObjects",
    }.items():
        yield guard(
            name,
            NUMERIC.replace(b"NumericObject", root),
            "The root element has the object type's name.",
            "measured attack" if root == b"Other" else "by hand",
        )
    yield guard(
        "another root that is empty", b"<a/>", "The root element has the object type's name."
    )


def references() -> Cases:
    for name, text in {
        "an entity that nobody declared": b"&x;",
        "an entity of HTML": b"&nbsp;",
        "an entity in capitals": b"&AMP;",
        "an ampersand": b"a & b",
        "an ampersand at the end": b"a&",
        "an ampersand before a semicolon": b"&;",
        "an entity without a semicolon": b"&amp",
        "an entity with a space": b"&amp ;",
        "a reference to NUL": b"&#0;",
        "a reference to a control character": b"&#1;",
        "a reference to a vertical tab": b"&#xB;",
        "a reference to a surrogate": b"&#xD800;",
        "references to a surrogate pair": b"&#xD83D;&#xDE00;",
        "a reference to U+FFFE": b"&#xFFFE;",
        "a reference over U+10FFFF": b"&#x110000;",
        "a reference over 32 bits": b"&#x100000041;",
        "a reference of nine digits": b"&#000000065;",
        "a reference of nine hexadecimal digits": b"&#x000000041;",
        "a reference without digits": b"&#;",
        "a hexadecimal reference without digits": b"&#x;",
        "a reference with a capital X": b"&#X41;",
        "a reference with a minus": b"&#-65;",
        "a reference with a plus": b"&#+65;",
        "a reference with a space": b"&# 65;",
        "a reference with a letter": b"&#4A;",
        "a reference without a semicolon": b"&#65",
        "a reference in another alphabet's digits": "&#٦٥;".encode(),
    }.items():
        yield guard(
            name,
            numeric("text", text),
            "& begins one of the five entities or a character's number in at most 8 digits.",
            "measured attack" if text == b"&#0;" else "by hand",
        )
    yield guard(
        "an undeclared entity in an unknown element",
        numeric("unknown", b"<x>&x;</x>"),
        "Skipped text is text.",
        "measured attack",
    )
    yield guard(
        "an undeclared entity between elements",
        numeric("unknown", b"&x;"),
        "Text between elements is text.",
    )
    yield guard(
        "the end of a CDATA section in a text",
        numeric("text", b"a]]>b"),
        "XML forbids it outside CDATA sections; not every library looks.",
        "measured attack",
    )
    yield guard(
        "the end of a CDATA section in an unknown element",
        numeric("unknown", b"<x>]]></x>"),
        "Skipped text is text.",
    )


def scalars() -> Cases:
    for name, value in {
        "a plus sign": b"+5",
        "a point at the beginning": b".5",
        "a point at the end": b"5.",
        "a leading zero": b"05",
        "a hexadecimal double": b"0x1p3",
        "a suffix d": b"1.5d",
        "a suffix F": b"1.5F",
        "NaN": b"NaN",
        "inf": b"inf",
        "Infinity": b"Infinity",
        "minus Infinity": b"-Infinity",
        "inf in capitals": b"INF",
        "minus zero": b"-0",
        "a number over all doubles": b"1e309",
        "a number of 65 bytes": b"0." + b"3" * 63,
        "a number of 60000 digits": b"9" * 60000,
        "Arabic-Indic digits": "١٫٥".encode(),
        "fullwidth digits": "１.５".encode(),
        "a comma": b"1,5",
        "an underscore": b"1_0",
        "white space before it": b" 1.5",
        "white space after it": b"1.5 ",
        "a line feed around it": b"\n1.5\n",
        "a no-break space before it": "\u00a01.5".encode(),
        "nothing": b"",
        "white space only": b" ",
        "a reference": b"1&#46;5",
        "an element": b"<x>1.5</x>",
        "an element beside it": b"1.5<x/>",
        "a text": b"x",
        "a boolean": b"true",
    }.items():
        yield guard(
            f"{name} for a double",
            numeric("double", value),
            "An element of a number holds just a number of RFC 8259, finite, in at most 64 bytes.",
        )
    for name, value in {
        "a fraction": b"36.0",
        "an exponent": b"36e0",
        "a plus sign": b"+36",
        "minus zero": b"-0",
        "a leading zero": b"036",
        "a hexadecimal number": b"0x24",
        "a suffix L": b"36L",
        "Arabic-Indic digits": "٣٦".encode(),
        "white space around it": b" 36 ",
        "nothing": b"",
        "a reference": b"3&#54;",
        "two numbers": b"36 36",
        "null": b"null",
    }.items():
        yield guard(
            f"{name} for an integer",
            numeric("integer", value),
            "An element of an integer holds just digits, with a minus where it is negative.",
        )
    yield guard(
        "an empty tag for an integer",
        once(NUMERIC, b"<numbr>36</numbr>", b"<numbr/>"),
        "An element of an integer holds one.",
    )
    unknown = numeric("unknown", b"<x><numbr>x</numbr></x>")
    yield Case(
        "NumericObject",
        "a wrong number in an unknown element",
        unknown,
        "engine",
        "The element is unknown, and what is in it does not matter.",
    )
    for name, value in {
        "true with a capital": b"True",
        "true in capitals": b"TRUE",
        "1": b"1",
        "0": b"0",
        "yes": b"yes",
        "white space around true": b" true ",
        "nothing": b"",
        "a reference": b"tru&#101;",
        "truefalse": b"truefalse",
        "an element": b"<x>true</x>",
    }.items():
        yield guard(
            f"{name} for a boolean",
            once(DUMMY, b">false<", b">" + value + b"<"),
            "An element of a boolean holds just true or false.",
            "by hand",
            "DummyObject",
        )
    yield guard(
        "an empty tag for a boolean",
        once(DUMMY, b"<isActive>false</isActive>", b"<isActive/>"),
        "An element of a boolean holds one.",
        "by hand",
        "DummyObject",
    )


def for_the_engine() -> Cases:
    for name, body, why in (
        ("an empty root", b"<NumericObject></NumericObject>", "Fields are missing."),
        ("an empty root's tag", b"<NumericObject/>", "Fields are missing."),
        ("a text for the object", b"<NumericObject>abc</NumericObject>", "Fields are missing."),
        ("an element missing", once(NUMERIC, b"<index>0</index>", b""), "Every field but a list is required."),
        ("an element missing in a nested record", once(NUMERIC, b"<timestamp>7</timestamp>", b""), "Every field but a list is required."),
        ("an element twice", numeric("unknown", b"<index>0</index>"), "A field comes once."),
        ("a text's element twice", numeric("unknown", b"<id>abc</id>"), "A field comes once."),
        ("an element twice in a nested record", once(NUMERIC, b"<timestamp>7</timestamp>", b"<timestamp>7</timestamp>" * 2), "A field comes once."),
        ("an unknown element", numeric("unknown", b"<x>1</x>"), "Unknown fields are refused."),
        ("an unknown empty element", numeric("unknown", b"<x/>"), "Unknown fields are refused."),
        ("an unknown element in a nested record", once(NUMERIC, b"<timestamp>", b"<x/><timestamp>"), "Unknown fields are refused."),
        ("an element in capitals", once(NUMERIC, b"<id>abc</id>", b"<ID>abc</ID>"), "Names are compared byte for byte."),
        ("an element named record", numeric("unknown", b"<record/>"), "Unknown fields are refused."),
        ("a list in two parts", once(NUMERIC, b"<id>", RECORD + b"<id>"), "A list's elements stand together: apart, some libraries keep the last part only."),
        ("a list in a wrapper", NUMERIC.replace(b"<coordinates>", b"<coordinates><coordinates>").replace(b"</coordinates>", b"</coordinates></coordinates>"), "Lists have no wrapper."),
        ("2147483648 for an int32", numeric("integer", b"2147483648"), "It does not fit."),
        ("-2147483649 for an int32", numeric("integer", b"-2147483649"), "It does not fit."),
        ("4294967332 for an int32", numeric("integer", b"4294967332"), "It does not fit, and cut to 32 bits it would be 36."),
        ("an integer of 64 digits for an int32", numeric("integer", b"1" * 64), "It does not fit."),
        ("9223372036854775808 for an int64", numeric("long", b"9223372036854775808"), "It does not fit."),
        ("-9223372036854775809 for an int64", numeric("long", b"-9223372036854775809"), "It does not fit."),
        ("text between elements", numeric("unknown", b"x"), "Records hold elements alone."),
        ("an element for a text", numeric("text", b"<x>abc</x>"), "A text holds no elements."),
        ("an element beside a text", numeric("text", b"abc<x>def</x>"), "A text holds no elements."),
        ("an empty element in a text", numeric("text", b"ab<x/>c"), "A text holds no elements."),
        ("64 levels", numeric("unknown", nested(63)), "The element is unknown, and what is in it does not matter."),
        ("an empty element of 64 levels", numeric("unknown", nested(63).replace(b"<a></a>", b"<a><a/></a>")), "The element is unknown, and what is in it does not matter."),
        ("a text for a record", once(NUMERIC, b"<coordinates>", b"<coordinates>x</coordinates><coordinates>"), "A record holds its fields."),
    ):  # fmt: skip
        yield Case("NumericObject", name, body, "engine", why)
    between = NUMERIC.replace(b"<id>", b"&#32;<id>")
    yield guard(
        "a reference between elements",
        between,
        "Between elements white space stands as such, or not at all.",
        "differential fuzzer",
    )
    yield Case(
        "DummyObject",
        "a list of texts in two parts",
        once(DUMMY, b"<greeting>", b"<tags>z</tags><greeting>"),
        "engine",
        "A list's elements stand together: apart, some libraries keep the last part only.",
    )
    behind = "A field comes once, also behind a list of texts, for which some libraries take a short cut."
    for name, again in {
        "an element again": b"<name>n</name>",
        "an element twice": b"<greeting>h</greeting>",
    }.items():
        yield Case(
            "DummyObject",
            f"{name} behind a list of texts",
            once(DUMMY, b"<greeting>", again + b"<greeting>"),
            "engine",
            behind,
        )
    yield Case(
        "DummyObject",
        "an element in a list of texts",
        once(DUMMY, b"<tags>y</tags>", b"<tags><x>y</x></tags>"),
        "engine",
        "A text holds no elements.",
    )


def presences() -> Cases:
    """What is optional, and what holds one of a few texts."""
    for name, old, new, who, why in (
        ("an optional element twice", b"<shippedAt>s</shippedAt>", b"<shippedAt>s</shippedAt>" * 2, "engine", "A field comes once."),
        ("an element in an optional text", b"<shippedAt>s</shippedAt>", b"<shippedAt><x/></shippedAt>", "engine", "A text holds no elements."),
        ("no number for an optional double", b"<discount>0.5</discount>", b"<discount></discount>", "guard", "An element of a number holds one."),
        ("a record without its fields", b"<lines>", b"<shipping></shipping><lines>", "engine", "An optional record has its fields where it is."),
        ("an empty tag for a record", b"<lines>", b"<shipping/><lines>", "engine", "An optional record has its fields where it is."),
        ("no value of the enumeration", b"<status>paid</status>", b"<status>lost</status>", "engine", "An enumeration holds one of its texts."),
        ("an enumeration in capitals", b"<status>paid</status>", b"<status>PAID</status>", "engine", "An enumeration's texts are compared byte for byte."),
        ("an enumeration in white space", b"<status>paid</status>", b"<status> paid</status>", "engine", "An enumeration's texts are compared byte for byte."),
        ("an empty enumeration", b"<status>paid</status>", b"<status></status>", "engine", "An enumeration holds one of its texts."),
        ("an element for an enumeration", b"<status>paid</status>", b"<status><paid/></status>", "engine", "Kinds are not converted."),
        ("a number for an enumeration", b"<status>paid</status>", b"<status>1</status>", "engine", "An enumeration holds one of its texts."),
        ("a text for an identifier inside", b"<customer><id>1</id>", b"<customer><id>u</id>", "guard", "A name holds what it holds at its place: the order's id is a text, the customer's a number."),
    ):  # fmt: skip
        yield Case(
            "Order", name, once(ORDER, old, new), "guard" if who == "guard" else "engine", why
        )


def accepted_presences() -> Cases:
    bare = (
        ORDER.replace(b"<shippedAt>s</shippedAt>", b"")
        .replace(b"<note>n</note>", b"")
        .replace(b"<discount>0.5</discount>", b"")
    )
    for name, body, why in (
        ("every field", ORDER, "The plain object."),
        ("nothing optional", bare, "What is optional may be absent."),
        ("an optional record", once(ORDER, b"<lines>", b"<shipping><street>s</street><city>c</city><postcode>1</postcode><country>FR</country></shipping><lines>"), "What is optional may be there."),
        ("an empty optional text", once(ORDER, b"<shippedAt>s</shippedAt>", b"<shippedAt></shippedAt>"), "It is there, and empty."),
        ("a text for a name that is a number elsewhere", once(ORDER, b"<id>u</id>", b"<id>1e</id>"), "A name holds what it holds at its place."),
        ("a reference in an enumeration", once(ORDER, b"<status>paid</status>", b"<status>&#112;aid</status>"), "References are part of the text around them."),
        ("a fraction of nothing", once(ORDER, b"<total>3</total>", b"<total>3.0</total>"), "A double may be whole."),
    ):  # fmt: skip
        yield Case("Order", name, body, None, why)


def accept() -> Cases:
    for name, body, why in (
        ("every field", NUMERIC, "The plain object."),
        ("a declaration", b'<?xml version="1.0"?>' + NUMERIC, "One of two declarations may begin the body."),
        ("a declaration with its encoding", DECLARATION + NUMERIC, "One of two declarations may begin the body."),
        ("a declaration on a line of its own", DECLARATION + b"\n\n" + NUMERIC + b"\n", "White space may stand before the root."),
        ("white space before the root", b" \n\t" + NUMERIC, "White space may stand before the root."),
        ("white space after the root", NUMERIC + b" \n\t", "White space may stand after the root."),
        ("white space up to 64 KiB", NUMERIC + b" " * (65536 - len(NUMERIC)), "White space is free up to the largest body."),
        ("white space between elements", NUMERIC.replace(b"><", b">\n\t <"), "White space may stand between elements."),
        ("other order of elements", b"<NumericObject><numbr>36</numbr><index>0</index><id>abc</id></NumericObject>", "Fields may come in any order."),
        ("no list", b"<NumericObject><id>abc</id><index>0</index><numbr>36</numbr></NumericObject>", "A list that is absent is an empty list."),
        ("an empty text", numeric("text", b""), "A text may be empty."),
        ("an empty tag for a text", once(NUMERIC, b"<id>abc</id>", b"<id/>"), "<id/> is <id></id>."),
        ("every entity", numeric("text", b"&amp;&lt;&gt;&quot;&apos;"), "Five entities are XML's own."),
        ("references", numeric("text", b"&#65;&#x42;&#x63;&#xe9;&#xE9;&#x1F680;"), "A reference may be to any character of XML."),
        ("references of eight digits", numeric("text", b"&#00000065;&#x00000041;"), "Eight digits are the most."),
        ("references to the edges", numeric("text", b"&#9;&#10;&#13;&#x20;&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;"), "They are characters of XML 1.0."),
        ("references beside text", numeric("text", b"a&#13;&#10;b&amp;c"), "References are part of the text around them."),
        ("an escaped reference", numeric("text", b"&amp;#65;&amp;amp;"), "What a reference gives is not read again."),
        ("brackets", numeric("text", b"]] ]]&gt; ]> > >>"), "Only ]]> is forbidden."),
        ("quotes", numeric("text", b"\"'"), "Quotes mean nothing in text."),
        ("white space around a text", numeric("text", b" \n\tabc \n\t"), "A text's white space is its own."),
        ("white space for a text", numeric("text", b" "), "A text's white space is its own."),
        ("line feeds in a text", numeric("text", b"a\n\nb\tc"), "A text's white space is its own."),
        ("all of Unicode", numeric("text", "é ü ß 日本語 🚀 \u0301 \u200b \u202e \ufffd \ue000 \U0010ffff".encode()), "A text may hold it."),
        ("line separators", numeric("text", "a\u0085b\u2028c\u2029".encode()), "XML 1.0 makes no line feeds of them."),
        ("DEL and C1 controls", numeric("text", "\x7f\u0080\u009f".encode()), "They are characters of XML 1.0."),
        ("a byte order mark in a text", numeric("text", b"\xef\xbb\xbf"), "It is a character like others."),
        ("a text of 60000 bytes", numeric("text", b"x" * 60000), "A text has no limit but the body's."),
        ("the least int32", numeric("integer", b"-2147483648"), "The width of the schema is all there is."),
        ("the greatest int32", numeric("integer", b"2147483647"), "The width of the schema is all there is."),
        ("the least int64", numeric("long", b"-9223372036854775808"), "The width of the schema is all there is."),
        ("the greatest int64", numeric("long", b"9223372036854775807"), "The width of the schema is all there is."),
        ("an integer for a double", numeric("double", b"5"), "An integer is a number."),
        ("an exponent for a double", numeric("double", b"1.5E+2"), "It is a number of RFC 8259."),
        ("minus zero for a double", numeric("double", b"-0.0"), "It is a number of RFC 8259."),
        ("the smallest double", numeric("double", b"5e-324"), "The nearest double is read."),
        ("the greatest double", numeric("double", b"1.7976931348623157e308"), "The nearest double is read."),
        ("a double hard to read", numeric("double", b"2.2250738585072011e-308"), "The nearest double is read."),
        ("a number of 64 bytes", numeric("double", b"0." + b"3" * 62), "64 bytes are the most."),
        ("hundreds of records", NUMERIC.replace(b"</NumericObject>", RECORD * 500 + b"</NumericObject>"), "Elements that closed do not count as open."),
    ):  # fmt: skip
        yield Case("NumericObject", name, body, None, why)
    yield Case("DummyObject", "every field", DUMMY, None, "The plain object.")
    yield Case(
        "DummyObject",
        "true",
        once(DUMMY, b">false<", b">true<"),
        None,
        "A boolean is true or false.",
    )
    empty = "An empty text is a text, also as an item of a list."
    for name, items in {
        "an empty text in a list": b"<tags></tags>",
        "an empty tag in a list": b"<tags/>",
        "empty texts beside others in a list": b"<tags></tags><tags>a</tags><tags/><tags> </tags>",
    }.items():
        yield Case(
            "DummyObject",
            name,
            once(DUMMY, b"<tags>x</tags><tags>y</tags>", items),
            None,
            empty,
            "differential fuzzer",
        )
    yield from accepted_presences()
