"""The cases of JSON: one file a format, however long, so that a case has one place."""

from __future__ import annotations

import json
import re

from cases import DUMMY_JSON as DUMMY
from cases import LOG_JSON as LOG
from cases import NUMERIC_JSON as NUMERIC
from cases import ORDER_JSON as ORDER
from cases import POLYGON_JSON as POLYGON
from cases import Case, Cases, RefusedBy, once

PLACES = {
    "an integer": (b'"numbr":36', b'"numbr":%s'),
    "a double": (b'"latitude":1.5', b'"latitude":%s'),
    "a long": (b'"timestamp":7', b'"timestamp":%s'),
    "a text": (b'"id":"abc"', b'"id":%s'),
    "a list": (
        b'"coordinates":[{"timestamp":7,"latitude":1.5,"longitude":-2.5}]',
        b'"coordinates":%s',
    ),
    "an unknown field": (b'"index":0', b'"index":0,"x":%s'),
}


def numeric(place: str, value: bytes) -> bytes:
    """A NumericObject with this value, in JSON, in that place."""
    old, new = PLACES[place]
    return once(NUMERIC, old, new % value)


def text(inside: bytes) -> bytes:
    """A NumericObject with this between the quotes of a text."""
    return numeric("a text", b'"%s"' % inside)


def nested(levels: int, before: bytes = b"[", after: bytes = b"]") -> bytes:
    return before * levels + after * levels


def reject() -> Cases:
    yield from encodings()
    yield from strings()
    yield from numbers()
    yield from depths()
    yield from grammar()
    yield from types()
    yield from fields()
    yield from presences()


def guard(name: str, body: bytes, why: str, found_by: str = "by hand") -> Case:
    return Case("NumericObject", name, body, "guard", why, found_by)


def engine(name: str, body: bytes, why: str, object_type: str = "NumericObject") -> Case:
    return Case(object_type, name, body, "engine", why)


def encodings() -> Cases:
    plain = NUMERIC.decode()
    yield guard("empty", b"", "The body is empty.")
    yield guard(
        "byte order mark",
        b"\xef\xbb\xbf" + NUMERIC,
        "A byte order mark is no part of JSON, and only some parsers skip it.",
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
        "measured attack",
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
        "UTF-32 big endian",
        plain.encode("utf-32-be"),
        "UTF-32 without a mark is valid UTF-8 full of NULs; some parsers detect it.",
    )
    yield guard("Latin-1", text(b"caf\xe9"), "A byte over 0x7F alone is not UTF-8.")
    invalid = {
        "an overlong slash": b"\xc0\xaf",
        "an overlong NUL": b"\xc0\x80",
        "an overlong three byte sequence": b"\xe0\x80\xaf",
        "a surrogate in UTF-8": b"\xed\xa0\x80",
        "a pair of surrogates in UTF-8": b"\xed\xa0\xbd\xed\xb8\x80",
        "a character over U+10FFFF": b"\xf4\x90\x80\x80",
        "a five byte sequence": b"\xf8\x88\x80\x80\x80",
        "a continuation byte alone": b"\x80",
        "a sequence cut short": b"\xe2\x82",
        "byte 0xFF": b"\xff",
    }
    for name, sequence in invalid.items():
        yield guard(name, text(sequence), "The sequence is not valid UTF-8.")
    skipped = "Skipped values are not decoded by every parser, so only the guard sees this."
    yield guard(
        "invalid UTF-8 in a skipped string",
        numeric("an unknown field", b'"\xff"'),
        skipped,
        "measured attack",
    )
    yield guard(
        "invalid UTF-8 in an unknown name",
        once(NUMERIC, b'"index":0', b'"index":0,"\xff":0'),
        skipped,
    )
    yield guard(
        "invalid UTF-8 after the object",
        NUMERIC + b"\xff",
        "The whole body is UTF-8, also behind the object.",
    )
    for code in (0x00, 0x01, 0x08, 0x0B, 0x0C, 0x1F):
        yield guard(
            f"control character {code:02x} between tokens",
            b"{%c" % code + NUMERIC[1:],
            "Only tab, LF and CR are white space.",
        )
    for code in (0x00, 0x01, 0x09, 0x0A, 0x0D, 0x1F):
        yield guard(
            f"control character {code:02x} in a text",
            text(b"a%cb" % code),
            "In a string it has to be escaped.",
        )
    yield guard(
        "line feed in a skipped string",
        numeric("an unknown field", b'"\n"'),
        "In a string it has to be escaped, whoever reads it.",
    )


def strings() -> Cases:
    for name, inside in {
        "half a surrogate pair": b"\\ud800",
        "a low surrogate alone": b"\\udc00",
        "surrogates in the wrong order": b"\\ude00\\ud83d",
        "two high surrogates": b"\\ud83d\\ud83d",
        "a high surrogate before a letter": b"\\ud83dx",
        "a high surrogate before another escape": b"\\ud83d\\n",
        "a high surrogate before an escaped letter": b"\\ud83d\\u0041",
        "a pair and half a pair": b"\\ud83d\\ude00\\ud83d",
        "a pair with a letter between": b"\\ud83dx\\ude00",
        "a high surrogate before an escaped backslash": b"\\ud83d\\\\ude00",
        "a pair without its second backslash and u": b"\\ud83dxxde00",
        "a pair without its second backslash": b"\\ud83dxude00",
        "a pair without its second u": b"\\ud83d\\xde00",
        "the last high surrogate alone": b"\\udbff",
        "the last low surrogate alone": b"\\udfff",
    }.items():
        yield guard(
            name, text(inside), "Half a surrogate pair is no character; some parsers let it pass."
        )
    for name, inside in {
        "an escape of three digits": b"\\u004",
        "an escape of no digits": b"\\u",
        "an escape with a letter too many": b"\\u004g",
        "an escape with a sign": b"\\u+041",
        "an escape with a space": b"\\u 041",
        "an escape in another alphabet's digits": "\\u٠٠٤١".encode(),
        "a low surrogate cut short": b"\\ud83d\\ude0",
    }.items():
        yield guard(name, text(inside), "An escape has four hexadecimal digits.")
    yield guard(
        "half a surrogate pair in a skipped string",
        numeric("an unknown field", b'"\\ud800"'),
        "Skipped strings are strings.",
    )
    yield guard(
        "half a surrogate pair in a name",
        once(NUMERIC, b'"index"', b'"ind\\ud800ex"'),
        "Names are strings.",
    )
    yield guard("a string that does not end", b'{"id":"abc', "A string ends.")
    yield guard(
        "a string that ends in a backslash",
        b'{"id":"abc\\',
        "The backslash skips what would end it.",
    )
    yield guard(
        "a string that ends in an escaped quote", b'{"id":"abc\\"', "An escaped quote ends nothing."
    )
    yield guard(
        "a string that ends behind the object",
        NUMERIC + b'"',
        "A quote opens a string, wherever it stands.",
    )
    for name, inside in {
        "x": b"\\x41",
        "v": b"\\v",
        "a single quote": b"\\'",
        "a digit": b"\\0",
        "a capital U": b"\\U0041",
        "an accent": "\\é".encode(),
    }.items():
        yield engine(f"an escape of {name}", text(inside), "JSON has eight escapes and \\u.")


def numbers() -> Cases:
    not_numbers = {
        "a leading zero": b"036",
        "two zeros": b"00",
        "a negative leading zero": b"-036",
        "a minus alone": b"-",
        "two minuses": b"--36",
        "a minus in a number": b"3-6",
        "an exponent without digits": b"36e",
        "an exponent of a sign": b"36e+",
        "two exponents": b"3e6e6",
        "two points": b"3.6.6",
        "a point at the end": b"5.",
        "a point before an exponent": b"5.e1",
        "minus Infinity": b"-Infinity",
        "a minus before a point": b"-.5",
        "a minus before a letter": b"-x",
    }
    for name, value in not_numbers.items():
        yield guard(name, numeric("a double", value), "It is no number of RFC 8259.")
    yield guard(
        "minus zero for an integer",
        numeric("an integer", b"-0"),
        "It is an integer to one library and a double to another.",
    )
    yield guard(
        "minus zero for a double",
        numeric("a double", b"-0"),
        "It is an integer to one library and a double to another.",
    )
    yield guard(
        "minus zero in an unknown field",
        numeric("an unknown field", b"-0"),
        "Skipped numbers are numbers.",
    )
    for name, value in {
        "a number over all doubles": b"1e309",
        "a number under all doubles": b"-1e309",
        "a number half a bit over all doubles": b"1.7976931348623159e308",
        "a number with an exponent over 64 bits": b"1e99999999999999999999",
    }.items():
        yield guard(
            name,
            numeric("a double", value),
            "Its nearest double is infinite, which libraries treat in different ways.",
        )
    yield guard(
        "an infinite number in an unknown field",
        numeric("an unknown field", b"1e999"),
        "Skipped numbers are numbers.",
    )
    long = "Numbers are at most 64 bytes long: libraries have limits of their own, or none."
    yield guard("an integer of 65 digits", numeric("an integer", b"1" * 65), long)
    yield guard("a fraction of 65 bytes", numeric("a double", b"0." + b"3" * 63), long)
    yield guard("an exponent of 65 bytes", numeric("a double", b"1e" + b"0" * 62 + b"1"), long)
    yield guard(
        "a number of 1001 digits", numeric("a double", b"1" * 1001), long, "measured attack"
    )
    yield guard(
        "a number of 60000 digits",
        numeric("an unknown field", b"9" * 60000),
        long,
        "measured attack",
    )
    for name, value in {
        "a plus sign": b"+5",
        "a plus sign and a leading zero": b"+05",
        "a point at the beginning": b".5",
        "an exponent at the beginning": b"e5",
        "a hexadecimal integer": b"0x10",
        "a hexadecimal double": b"0x1p3",
        "NaN": b"NaN",
        "Infinity": b"Infinity",
        "inf": b"inf",
        "a number with a suffix": b"1.5d",
        "a number with an underscore": b"1_5",
        "a number with a comma": b"1,5",
        "a number with a space": b"1 5",
        "Arabic-Indic digits": "٣٦".encode(),
        "fullwidth digits": "３６".encode(),
        "a double in quotes": b'"1.5"',
    }.items():
        yield engine(
            f"{name} for a double", numeric("a double", value), "It is no number of RFC 8259."
        )
    for name, value in {
        "a fraction": b"36.5",
        "a fraction of zero": b"36.0",
        "an exponent": b"36e0",
        "an exponent that makes it whole": b"3.6e1",
        "minus zero as a fraction": b"-0.0",
        "a number in quotes": b'"36"',
        "an empty text": b'""',
        "a boolean": b"true",
        "a list of one": b"[36]",
        "null": b"null",
        "2147483648": b"2147483648",
        "-2147483649": b"-2147483649",
        "4294967332": b"4294967332",
        "an integer over 64 bits": b"18446744073709551652",
        "an integer of 64 digits": b"1" * 64,
    }.items():
        yield engine(
            f"{name} for an int32",
            numeric("an integer", value),
            "The schema wants an integer of 32 bits, written as one.",
        )
    for name, value in {
        "9223372036854775808": b"9223372036854775808",
        "-9223372036854775809": b"-9223372036854775809",
        "a fraction": b"7.0",
        "an exponent": b"7e0",
    }.items():
        yield engine(
            f"{name} for an int64",
            numeric("a long", value),
            "The schema wants an integer of 64 bits, written as one.",
        )


def keys(count: int) -> bytes:
    """A map of so many."""
    return b"{" + b",".join(b'"%x":""' % key for key in range(count)) + b"}"


def depths() -> Cases:
    deep = "At most 64 levels are open at once."
    yield guard("65 levels", numeric("an unknown field", nested(64)), deep)
    yield guard("65 levels of objects", nested(65, b'{"a":', b"}").replace(b":}", b":0}"), deep)
    yield guard(
        "65 levels after brackets that close nothing",
        b"]]" + nested(65),
        "Closing what is not open buys no depth.",
    )
    yield guard(
        "65 levels after an escaped quote",
        b'["\\"",' + nested(65) + b"]",
        "An escaped quote ends no string.",
    )
    yield guard(
        "65 levels after an escaped backslash",
        b'["\\\\",' + nested(65) + b"]",
        "An escaped backslash escapes nothing.",
    )
    yield guard("65 levels of which none closes", b"[" * 65, deep)
    yield guard(
        "32000 levels",
        numeric("an unknown field", nested(32000)),
        "Parsers that recurse overflow their stack.",
        "measured attack",
    )
    yield guard(
        "10000 levels of objects",
        numeric("an unknown field", nested(10000, b'{"a":', b"}").replace(b":}", b":0}")),
        "Parsers that recurse overflow their stack.",
    )
    yield engine(
        "64 levels",
        numeric("an unknown field", nested(63)),
        "The field is unknown, and what is in it does not matter.",
    )
    yield engine(
        "64 levels after brackets that close nothing",
        b"]]" + nested(64),
        "Nothing is open that they could close.",
    )
    yield engine(
        "a bracket closed by a brace", once(NUMERIC, b"}]", b"]]"), "A bracket closes a bracket."
    )


def grammar() -> Cases:
    for name, body in {
        "white space only": b" \n",
        "null": b"null",
        "a text": b'"abc"',
        "a number": b"5",
        "a list": b"[]",
        "the object in a list": b"[" + NUMERIC + b"]",
        "the fields as a list": b'["abc",0,36,[]]',
        "no object's end": NUMERIC[:-1],
        "a letter after the object": NUMERIC + b"x",
        "a comma after the object": NUMERIC + b",",
        "a brace after the object": NUMERIC + b"}",
        "a bracket before the object": b"]" + NUMERIC,
        "a second object": NUMERIC + NUMERIC,
        "a second object on a line of its own": NUMERIC + b"\n" + NUMERIC,
        "a comma before a brace": once(NUMERIC, b"}]}", b"}],}"),
        "a comma before a bracket": once(NUMERIC, b"}]", b"},]"),
        "a comma at the beginning": b"{," + NUMERIC[1:],
        "two commas": once(NUMERIC, b'0,"numbr"', b'0,,"numbr"'),
        "no comma": once(NUMERIC, b'0,"numbr"', b'0 "numbr"'),
        "no colon": once(NUMERIC, b'"numbr":36', b'"numbr" 36'),
        "an equals sign": once(NUMERIC, b'"numbr":36', b'"numbr"=36'),
        "no value": once(NUMERIC, b'"numbr":36', b'"numbr":'),
        "a name without quotes": once(NUMERIC, b'"numbr"', b"numbr"),
        "a name in single quotes": once(NUMERIC, b'"numbr"', b"'numbr'"),
        "a text in single quotes": once(NUMERIC, b'"abc"', b"'abc'"),
        "a number for a name": once(NUMERIC, b'"numbr":36', b"36:36"),
        "a comment in stars": once(NUMERIC, b'"numbr"', b'/*x*/"numbr"'),
        "a comment of two slashes": once(NUMERIC, b'"numbr"', b'//x\n"numbr"'),
        "a comment of a hash": once(NUMERIC, b'"numbr"', b'#x\n"numbr"'),
        "a no-break space between tokens": once(NUMERIC, b'"numbr"', '\u00a0"numbr"'.encode()),
        "a line separator between tokens": once(NUMERIC, b'"numbr"', '\u2028"numbr"'.encode()),
        "a byte order mark between tokens": once(NUMERIC, b'"numbr"', '\ufeff"numbr"'.encode()),
        "DEL between tokens": once(NUMERIC, b'"numbr"', b'\x7f"numbr"'),
        "a record separator's name": b"RS" + NUMERIC,
    }.items():
        yield engine(name, body, "It is not one JSON object.")


def types() -> Cases:
    for name, value in {
        "true with a capital": b"True",
        "true in capitals": b"TRUE",
        "1": b"1",
        "0": b"0",
        "a text": b'"true"',
        "null": b"null",
        "yes": b"yes",
        "truefalse": b"truefalse",
    }.items():
        yield engine(
            f"{name} for a boolean",
            once(DUMMY, b"false", value),
            "A boolean is true or false.",
            "DummyObject",
        )
    for name, value in {
        "a number": b"5",
        "a boolean": b"true",
        "null": b"null",
        "a list": b'["abc"]',
        "an object": b"{}",
    }.items():
        yield engine(
            f"{name} for a text", numeric("a text", value), "Nothing is made a text that is none."
        )
    for name, value in {
        "a text": b'"abc"',
        "null": b"null",
        "a list of null": b"[null]",
        "a list of lists": b"[[]]",
        "a list of numbers": b"[5]",
    }.items():
        yield engine(
            f"{name} for a list of records",
            numeric("a list", value),
            "A list holds what the schema says.",
        )
    yield engine(
        "a record for a list of records",
        numeric("a list", NUMERIC.split(b"[")[1].split(b"]")[0]),
        "One is not a list of one.",
    )
    yield engine(
        "a record as a list of its fields",
        numeric("a list", b"[[7,1.5,-2.5]]"),
        "Some libraries read a list as a record by the order of fields.",
    )
    yield engine(
        "a text for a list of texts",
        once(DUMMY, b'["x","y"]', b'"x"'),
        "One is not a list of one.",
        "DummyObject",
    )
    yield engine(
        "null in a list of texts",
        once(DUMMY, b'["x","y"]', b'["x",null]'),
        "No text is null.",
        "DummyObject",
    )
    yield engine(
        "a number in a list of texts",
        once(DUMMY, b'["x","y"]', b'["x",5]'),
        "Nothing is made a text that is none.",
        "DummyObject",
    )


def fields() -> Cases:
    for name, body in {
        "a field twice": once(NUMERIC, b'"index":0', b'"index":0,"index":0'),
        "a field twice with an escape in its name": once(
            NUMERIC, b'"index":0', b'"index":0,"\\u0069ndex":0'
        ),
        "a field twice in a nested record": once(
            NUMERIC, b'"timestamp":7', b'"timestamp":7,"timestamp":7'
        ),
        "a list twice": once(NUMERIC, b'"index":0', b'"index":0,"coordinates":[]'),
        "an unknown field": numeric("an unknown field", b"1"),
        "an unknown field that is null": numeric("an unknown field", b"null"),
        "an unknown field in a nested record": once(
            NUMERIC, b'"timestamp":7', b'"timestamp":7,"x":1'
        ),
        "an unknown field whose name is long": once(
            NUMERIC, b'"index":0', b'"index":0,"' + b"i" * 60000 + b'":0'
        ),
        "an unknown field with an empty name": once(NUMERIC, b'"index":0', b'"index":0,"":0'),
        "a field in capitals": once(NUMERIC, b'"index"', b'"INDEX"'),
        "a field named record": once(NUMERIC, b'"index":0', b'"index":0,"record":null'),
        "a field missing": once(NUMERIC, b'"index":0,', b""),
        "a field missing in a nested record": once(NUMERIC, b'"timestamp":7,', b""),
        "no fields": b"{}",
    }.items():
        yield engine(
            name, body, "The fields are those of the schema: each known, there, and there once."
        )
    behind = "A field comes once, also behind a list of texts, for which some libraries take a short cut."
    for name, again in {
        "a field again": b'"name":"n",',
        "a field twice": b'"greeting":"h",',
        "a list again": b'"tags":[],',
    }.items():
        yield engine(
            f"{name} behind a list of texts",
            once(DUMMY, b'"greeting"', again + b'"greeting"'),
            behind,
            "DummyObject",
        )
    yield engine(
        "the longest name and more",
        once(DUMMY, b'"favoriteFruit"', b'"favoriteFruit\\u0073"'),
        "A name is compared to its end.",
        "DummyObject",
    )
    yield engine("another type's fields", DUMMY, "The fields are those of the schema.")


def presences() -> Cases:
    """What is optional or nullable, and what holds texts of a few or of any names."""
    for name, body, why in (
        ("null for an optional text", once(ORDER, b'"shippedAt":"s"', b'"shippedAt":null'), "An optional field is there with a value, or not at all."),
        ("null for an optional record", once(ORDER, b'"lines"', b'"shipping":null,"lines"'), "An optional field is there with a value, or not at all."),
        ("null for an optional double", once(ORDER, b'"discount":0.5', b'"discount":null'), "An optional field is there with a value, or not at all."),
        ("an optional text twice", once(ORDER, b'"shippedAt":"s"', b'"shippedAt":"s","shippedAt":"s"'), "A field comes once."),
        ("a number for an optional text", once(ORDER, b'"shippedAt":"s"', b'"shippedAt":7'), "Kinds are not converted."),
        ("a text for an optional double", once(ORDER, b'"discount":0.5', b'"discount":"0.5"'), "Kinds are not converted."),
        ("a record without its fields", once(ORDER, b'"lines"', b'"shipping":{},"lines"'), "An optional record has its fields where it is."),
        ("no value of the enumeration", once(ORDER, b'"paid"', b'"lost"'), "An enumeration holds one of its texts."),
        ("an enumeration in capitals", once(ORDER, b'"paid"', b'"PAID"'), "An enumeration's texts are compared byte for byte."),
        ("an enumeration in white space", once(ORDER, b'"paid"', b'" paid"'), "An enumeration's texts are compared byte for byte."),
        ("an empty enumeration", once(ORDER, b'"paid"', b'""'), "An enumeration holds one of its texts."),
        ("a number for an enumeration", once(ORDER, b'"paid"', b"1"), "Kinds are not converted."),
        ("a number as a text for an enumeration", once(ORDER, b'"paid"', b'"1"'), "An enumeration holds one of its texts."),
        ("null for an enumeration", once(ORDER, b'"paid"', b"null"), "It may not be null."),
        ("a record for an enumeration", once(ORDER, b'"paid"', b'{"paid":null}'), "Kinds are not converted."),
    ):  # fmt: skip
        yield engine(name, body, why, "Order")
    for name, body, why in (
        ("no nullable field", once(LOG, b',"error":{"type":"t","message":"m","frames":["f"]}', b""), "A nullable field is there, with a value or null."),
        ("null for a text", once(LOG, b'"message":"m","service', b'"message":null,"service'), "It may not be null."),
        ("null for a map", once(LOG, b'{"a":"x","b":"y"}', b"null"), "It may not be null."),
        ("null in a map", once(LOG, b'"a":"x"', b'"a":null'), "A map's values may not be null."),
        ("a number in a map", once(LOG, b'"a":"x"', b'"a":1'), "Kinds are not converted."),
        ("a list for a map", once(LOG, b'{"a":"x","b":"y"}', b"[]"), "Kinds are not converted."),
        ("a key twice", once(LOG, b'"a":"x"', b'"b":"x"'), "A key comes once."),
        ("a key again with escapes", once(LOG, b'"a":"x"', b'"\\u0062":"x"'), "Keys are compared after their escapes."),
        ("a key again as a form feed", once(LOG, b'"a":"x","b"', b'"\\f":"x","\\u000C"'), "Keys are compared after their escapes."),
        ("a key again as a backspace", once(LOG, b'"a":"x","b"', b'"\\b":"x","\\u0008"'), "Keys are compared after their escapes."),
        ("a key again of three bytes", once(LOG, b'"a":"x","b"', '"\u0800":"x","\\u0800"'.encode()), "Keys are compared after their escapes."),
        ("a key again of four bytes", once(LOG, b'"a":"x","b"', '"\U00010000":"x","\\ud800\\udc00"'.encode()), "Keys are compared after their escapes."),
        ("no map", once(LOG, b'"labels":{"a":"x","b":"y"},', b""), "A map that is absent is no empty one."),
        ("an unknown field in a nullable record", once(LOG, b'"frames"', b'"x":1,"frames"'), "Unknown fields are refused."),
        ("null for an optional integer", once(LOG, b'"http.response.status_code":200', b'"http.response.status_code":null'), "An optional field is there with a value, or not at all."),
        ("a list for a nullable record", once(LOG, b'{"type":"t","message":"m","frames":["f"]}', b'["t","m"]'), "Records are not read from lists."),
    ):  # fmt: skip
        yield engine(name, body, why, "LogLine")
    for name, body, why in (
        ("null for an inner list", once(POLYGON, b"[0.5,1.5],[2.5", b"null,[2.5"), "It may not be null."),
        ("a number for an inner list", once(POLYGON, b"[0.5,1.5],[2.5", b"0.5,[2.5"), "A single value is no list."),
        ("null in an inner list", once(POLYGON, b"[0.5,1.5],[2.5", b"[0.5,null],[2.5"), "It may not be null."),
        ("a level too many", once(POLYGON, b"[0.5,1.5],[2.5", b"[[0.5,1.5]],[2.5"), "Kinds are not converted."),
    ):  # fmt: skip
        yield engine(name, body, why, "Polygon")
    yield engine("the object as an empty list", b"[]", "A list is no record.", "NameList")
    yield Case(
        "LogLine",
        "4097 keys",
        once(LOG, b'{"a":"x","b":"y"}', keys(4097)),
        "guard",
        "Over all open maps 4096 keys are known at once.",
    )
    absent = "In XML alone an absent list is an empty one."
    yield engine("no list", b'{"id":"abc","index":0,"numbr":36}', absent)
    yield engine(
        "an absent list in a nullable record", once(LOG, b',"frames":["f"]', b""), absent, "LogLine"
    )
    yield engine("its only list absent", b"{}", absent, "NameList")


def accept() -> Cases:
    def case(name: str, body: bytes, why: str, object_type: str = "NumericObject") -> Case:
        nobody: RefusedBy | None = None
        return Case(object_type, name, body, nobody, why)

    spaced = NUMERIC.replace(b":", b"\t:\r\n ").replace(b",", b" ,\n\n")
    yield case(
        "white space between tokens",
        b" \n" + spaced + b"\r\n\t ",
        "Tab, LF, CR and space may stand between tokens.",
    )
    yield case(
        "white space up to 64 KiB",
        NUMERIC + b" " * (65536 - len(NUMERIC)),
        "White space is free up to the largest body.",
    )
    yield case(
        "other order of fields",
        b'{"coordinates":[],"numbr":36,"index":0,"id":"abc"}',
        "Fields may come in any order.",
    )
    yield case("empty list", numeric("a list", b"[]"), "A list may be empty.")
    yield case(
        "escapes in a name",
        once(NUMERIC, b'"index"', b'"\\u0069nde\\u0078"'),
        "Names are strings, and these are the same name.",
    )
    for name, inside in {
        "every escape": b'\\"\\\\\\/\\n\\r\\t\\u0041',
        "escapes in both cases": b"\\u00e9\\u00E9",
        "an escaped surrogate pair": b"\\ud83d\\uDE00",
        "an escaped surrogate pair beside another": b"\\ud83d\\ude00\\ud83d\\ude00",
        "the first and the last surrogate pair": b"\\ud800\\udc00\\udbff\\udfff",
        "escapes beside the surrogates": b"\\ud7ff\\ue000",
        "an escaped backslash before u": b"\\\\ud800",
        "all of Unicode": "é ü ß 日本語 🚀 \u0301 \u200b \u202e \uffff \U0010ffff".encode(),
        "line separators": "\u2028\u2029\u0085".encode(),
        "DEL": b"\x7f",
        "brackets in a text": b"[" * 100 + b"{" * 100,
        "brackets after an escaped quote": b'\\"' + b"[" * 100,
        "numbers in a text": b"-0 01 1e999 5. --",
        "an empty text": b"",
        "a text of 60000 bytes": b"x" * 60000,
        "a byte order mark in a text": b"\xef\xbb\xbf",
    }.items():
        yield case(name, text(inside), "A text may hold it.")
    for name, value in {
        "the least": b"-2147483648",
        "the greatest": b"2147483647",
        "zero": b"0",
    }.items():
        yield case(
            f"{name} int32",
            numeric("an integer", value),
            "The width of the schema is all there is.",
        )
    for name, value in {
        "the least": b"-9223372036854775808",
        "the greatest": b"9223372036854775807",
        "an odd": b"9007199254740993",
    }.items():
        yield case(
            f"{name} int64", numeric("a long", value), "The width of the schema is all there is."
        )
    for name, value in {
        "an integer": b"5",
        "an exponent": b"15e-1",
        "a capital exponent": b"1.5E+2",
        "an exponent with leading zeros": b"1.5e0002",
        "minus zero": b"-0.0",
        "minus zero with an exponent": b"-0e0",
        "the smallest double": b"5e-324",
        "the greatest double": b"1.7976931348623157e308",
        "half of the smallest double": b"2e-324",
        "far under the smallest double": b"1e-999",
        "an integer of 64 digits": b"1" * 64,
        "a fraction of 64 bytes": b"0." + b"3" * 62,
        "9007199254740993": b"9007199254740993",
        "a double hard to read": b"2.2250738585072011e-308",
        "another double hard to read": b"8.10109172351e-10",
        "a double of 17 digits": b"-0.30000000000000004",
    }.items():
        yield case(
            f"{name} for a double",
            numeric("a double", value),
            "It is a number of RFC 8259, and the nearest double is read.",
        )
    yield case(
        "thousands of items",
        once(DUMMY, b'["x","y"]', b"[" + b",".join([b'""'] * 20000) + b"]"),
        "A list has no limit but the body's.",
        "DummyObject",
    )
    yield case("every field", DUMMY, "The plain object.", "DummyObject")
    backwards = json.dumps(dict(reversed(json.loads(DUMMY).items()))).encode()
    yield case(
        "fields from the last to the first",
        backwards,
        "Fields may come in any order.",
        "DummyObject",
    )
    escaped = re.sub(
        rb'"([a-zA-Z_]+)":',
        lambda name: b'"' + b"".join(b"\\u%04x" % letter for letter in name[1]) + b'":',
        DUMMY,
    )
    yield case(
        "every name in escapes", escaped, "Names are compared after their escapes.", "DummyObject"
    )
    yield from accepted_presences()


def accepted_presences() -> Cases:
    shipping = b'"shipping":{"street":"s","city":"c","postcode":"1","country":"FR"},"lines"'
    for kind, name, body, why in (
        ("Order", "every field", ORDER, "The plain object."),
        ("Order", "nothing optional", ORDER.replace(b'"shippedAt":"s",', b"").replace(b',"note":"n"', b"").replace(b'"discount":0.5,', b""), "What is optional may be absent."),
        ("Order", "an optional record", once(ORDER, b'"lines"', shipping), "What is optional may be there."),
        ("Order", "an enumeration with escapes", once(ORDER, b'"paid"', b'"\\u0070aid"'), "Texts are compared after their escapes."),
        ("Order", "a whole double", once(ORDER, b'"discount":0.5', b'"discount":2.0'), "A double may be whole."),
        ("LogLine", "every field", LOG, "The plain object."),
        ("LogLine", "null for a nullable record", once(LOG, b'{"type":"t","message":"m","frames":["f"]}', b"null"), "It may be null."),
        ("LogLine", "4096 keys", once(LOG, b'{"a":"x","b":"y"}', keys(4096)), "Over all open maps 4096 keys are known at once."),
        ("LogLine", "a long key", once(LOG, b'{"a":"x","b":"y"}', b'{"%s":"x"}' % (b"k" * 60_000)), "A key may be as long as a body."),
        ("LogLine", "an empty map", once(LOG, b'{"a":"x","b":"y"}', b"{}"), "A map may be empty."),
        ("LogLine", "keys in another order", once(LOG, b'{"a":"x","b":"y"}', b'{"b":"y","a":"x"}'), "A map has no order; it is written by the keys' bytes."),
        ("LogLine", "any keys", once(LOG, b'{"a":"x","b":"y"}', '{"":"a","a.b":"c","$id":"d","🚀":"e","\uff5e":"f","@timestamp":"g"}'.encode()), "A key is any text."),
        ("Polygon", "every field", POLYGON, "The plain object."),
        ("Polygon", "empty inner lists", once(POLYGON, b"[[[0.5,1.5],[2.5,3.5]]]", b"[[],[[]]]"), "An inner list may be empty."),
    ):  # fmt: skip
        yield Case(kind, name, body, None, why)
