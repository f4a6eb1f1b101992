"""docs/equal-work.md says what the guard refuses, and engines as well; here each input of its table
is put to the servers, and the table has no other.
"""

from __future__ import annotations

import itertools
import json
import re
import struct
from collections.abc import Iterator

import pytest

from ..fuzz.provided import provided
from .conftest import HTTP
from .facts import CONSUMERS, PROVIDERS_FOLDER
from .facts import ROOT as REPOSITORY

PAGE = REPOSITORY / "docs" / "equal-work.md"
JSON, XML, BSON = (
    (PROVIDERS_FOLDER / "golden" / f"DummyObject.{name}").read_bytes()
    for name in ("json", "xml", "bson")
)
LOG_JSON, LOG_BSON, ORDER_XML = (
    (PROVIDERS_FOLDER / "golden" / name).read_bytes()
    for name in ("LogLine.json", "LogLine.bson", "Order.xml")
)


def swap(body: bytes, old: bytes, new: bytes) -> bytes:
    """`body` with one part changed that stands in it once; a BSON document's length follows."""
    assert body.count(old) == 1, old
    changed = body.replace(old, new)
    return struct.pack("<i", len(changed)) + changed[4:] if body in (BSON, LOG_BSON) else changed


def element(kind: int, name: bytes, value: bytes) -> bytes:
    return bytes([kind]) + name + b"\0" + value


AGE = element(0x10, b"age", struct.pack("<i", 29))
EYES = element(0x02, b"eyeColor", struct.pack("<i", 5) + b"blue\0")

#: What the page's table calls an input: its format and bytes.
INPUTS: dict[str, tuple[str, bytes]] = {
    "a field twice": ("JSON", swap(JSON, b'"age":29', b'"age":29,"age":29')),
    "an unknown field": ("JSON", swap(JSON, b'"age":29', b'"age":29,"x":1')),
    "a field missing": ("JSON", swap(JSON, b'"age":29,', b"")),
    "a list missing": ("JSON", re.sub(rb'"tags":\[[^]]*\],', b"", JSON)),
    "null for a text": ("JSON", swap(JSON, b'"blue"', b"null")),
    "a list for the object": ("JSON", b"[" + JSON + b"]"),
    "text after the object": ("JSON", JSON + b"x"),
    "a second object": ("JSON", JSON + JSON),
    "a number in quotes": ("JSON", swap(JSON, b'"age":29', b'"age":"29"')),
    "29.0 for an integer": ("JSON", swap(JSON, b'"age":29', b'"age":29.0')),
    "an integer over 32 bits": ("JSON", swap(JSON, b'"age":29', b'"age":4294967325')),
    "a number for a text": ("JSON", swap(JSON, b'"blue"', b"5")),
    "NaN": ("JSON", swap(JSON, b'"age":29', b'"age":NaN')),
    "a leading zero": ("JSON", swap(JSON, b'"age":29', b'"age":029')),
    "a plus sign": ("JSON", swap(JSON, b'"age":29', b'"age":+29')),
    "a comma too many": ("JSON", swap(JSON, b'"age":29', b'"age":29,')),
    "a comment": ("JSON", swap(JSON, b'"age":29', b'/*x*/"age":29')),
    "single quotes": ("JSON", swap(JSON, b'"blue"', b"'blue'")),
    "a raw line feed in a text": ("JSON", swap(JSON, b'"blue"', b'"bl\nue"')),
    "half a surrogate pair": ("JSON", swap(JSON, b'"blue"', b'"bl\\ud800ue"')),
    "bytes that are not UTF-8": ("JSON", swap(JSON, b'"blue"', b'"bl\xffue"')),
    "a byte order mark": ("JSON", b"\xef\xbb\xbf" + JSON),
    "UTF-16": ("JSON", JSON.decode().encode("utf-16-le")),
    "minus zero": ("JSON", swap(JSON, b'"age":29', b'"age":-0')),
    "a number over all doubles": ("JSON", swap(JSON, b'"balance":2166.53', b'"balance":1e309')),
    "a number of 65 digits": ("JSON", swap(JSON, b'"balance":2166.53', b'"balance":' + b"1" * 65)),
    "an element twice": ("XML", swap(XML, b"<age>29</age>", b"<age>29</age><age>29</age>")),
    "an unknown element": ("XML", swap(XML, b"<age>29</age>", b"<age>29</age><x>1</x>")),
    "an element missing": ("XML", swap(XML, b"<age>29</age>", b"")),
    "a list without elements": ("XML", re.sub(rb"(<tags>[^<]*</tags>)+", b"", XML)),
    "an attribute": ("XML", swap(XML, b"<age>", b'<age x="1">')),
    "another root element": ("XML", XML.replace(b"DummyObject>", b"Other>")),
    "text after the root": ("XML", XML + b"x"),
    "a second root": ("XML", XML + b"<a></a>"),
    "a tag that is not closed": ("XML", swap(XML, b"</age>", b"")),
    "tags that cross": ("XML", swap(XML, b"<age>29</age><eyeColor>blue</eyeColor>", b"<age>29</eyeColor><eyeColor>blue</age>")),
    "`]]>` in a text": ("XML", swap(XML, b"blue", b"bl]]>ue")),
    "`--` in a comment": ("XML", swap(XML, b"<age>", b"<!-- a -- b --><age>")),
    "`<` in an attribute's value": ("XML", XML.replace(b"<DummyObject>", b'<DummyObject xmlns:x="<">')),
    "a control character": ("XML", swap(XML, b"blue", b"bl\x01ue")),
    "`&#0;`": ("XML", swap(XML, b"blue", b"bl&#0;ue")),
    "an entity that nobody declared": ("XML", swap(XML, b"blue", b"bl&x;ue")),
    "a DOCTYPE": ("XML", b"<!DOCTYPE DummyObject>" + XML),
    "another encoding declared": ("XML", b'<?xml version="1.0" encoding="ISO-8859-1"?>' + XML),
    "a fraction for an integer": ("XML", swap(XML, b"<age>29</age>", b"<age>29.0</age>")),
    "spaces around a number": ("XML", swap(XML, b"<age>29</age>", b"<age> 29 </age>")),
    "an element for a text": ("XML", swap(XML, b"blue", b"<x>blue</x>")),
    "text between elements": ("XML", swap(XML, b"<age>", b"x<age>")),
    "bytes that are not UTF-8, in XML": ("XML", swap(XML, b"blue", b"bl\xffue")),
    "a raw carriage return": ("XML", swap(XML, b"blue", b"bl\rue")),
    "a CDATA section": ("XML", swap(XML, b"blue", b"<![CDATA[blue]]>")),
    "a processing instruction": ("XML", swap(XML, b"<age>", b"<?x y?><age>")),
    "white space in a tag": ("XML", swap(XML, b"<age>", b"<age >")),
    "a prefix": ("XML", swap(XML, b"<age>29</age>", b"<a:age>29</a:age>")),
    "a plus sign, in XML": ("XML", swap(XML, b"<age>29</age>", b"<age>+29</age>")),
    "1 for a boolean": ("XML", swap(XML, b"<isActive>false</isActive>", b"<isActive>0</isActive>")),
    "an empty element for an integer": ("XML", swap(XML, b"<age>29</age>", b"<age/>")),
    "an integer over 32 bits, in XML": ("XML", swap(XML, b"<age>29</age>", b"<age>4294967325</age>")),
    "a list in two parts": ("XML", swap(XML, b"<greeting>", b"<tags>x</tags><greeting>")),
    "an empty text in a list": ("XML", swap(XML, b"<tags>ea</tags>", b"<tags/>")),
    "an element of the document twice": ("BSON", swap(BSON, AGE, AGE + AGE)),
    "an unknown element of the document": ("BSON", swap(BSON, AGE, AGE + element(0x10, b"x", bytes(4)))),
    "an element of the document missing": ("BSON", swap(BSON, AGE, b"")),
    "an int64 that fits an int32": ("BSON", swap(BSON, AGE, element(0x12, b"age", struct.pack("<q", 29)))),
    "an int64 over 32 bits": ("BSON", swap(BSON, AGE, element(0x12, b"age", struct.pack("<q", 2**40 + 7)))),
    "29.0 for an int32": ("BSON", swap(BSON, AGE, element(0x01, b"age", struct.pack("<d", 29.0)))),
    "a text for an int32": ("BSON", swap(BSON, AGE, element(0x02, b"age", struct.pack("<i", 3) + b"29\0"))),
    "null for a text, in BSON": ("BSON", swap(BSON, EYES, element(0x0A, b"eyeColor", b""))),
    "a text that is not UTF-8": ("BSON", swap(BSON, EYES, EYES.replace(b"blue", b"bl\xffe"))),
    "boolean 2": ("BSON", swap(BSON, b"isActive\0\0", b"isActive\0\2")),
    "bytes after the document": ("BSON", BSON + b"\0"),
    "a wrong length of the document": ("BSON", struct.pack("<i", len(BSON) - 1) + BSON[4:]),
    "NaN, in BSON": ("BSON", swap(BSON, element(0x01, b"balance", struct.pack("<d", 2166.53)), element(0x01, b"balance", struct.pack("<d", float("nan"))))),
    "a binary": ("BSON", swap(BSON, EYES, element(0x05, b"eyeColor", struct.pack("<iB", 4, 0) + b"blue"))),
    "a document for a list": ("BSON", swap(BSON, b"\x04tags\0", b"\x03tags\0")),
    "list indices out of order": ("BSON", swap(BSON, b"\x021\0\6\0\0\0Lorem", b"\x027\0\6\0\0\0Lorem")),
}  # fmt: skip
TRACE, LEVEL, PHONE, STATUS = (
    b'"trace.id":"4bf92f3577b34da6a3ce929d0e0e4736",',
    b'"log.level":"error"',
    b"<phone>+49(351)877-2216</phone>",
    b"<status>shipped</status>",
)
TRACE_BSON = element(
    0x02, b"trace.id", struct.pack("<i", 33) + b"4bf92f3577b34da6a3ce929d0e0e4736\0"
)
LEVEL_BSON = element(0x02, b"log.level", struct.pack("<i", 6) + b"error\0")
#: The error of the log line, the last of its fields, up to the end of the document.
ERROR = LOG_BSON[LOG_BSON.rindex(b"\x03error\0") :]

#: The same of other types, with what their objects have that a DummyObject has not.
OTHERS: dict[str, tuple[str, bytes, str]] = {
    "an optional field absent": ("JSON", swap(LOG_JSON, TRACE, b""), "LogLine"),
    "null for an optional field": ("JSON", swap(LOG_JSON, TRACE, b'"trace.id":null,'), "LogLine"),
    "a nullable field absent": ("JSON", LOG_JSON[: LOG_JSON.index(b',"error":')] + b"}", "LogLine"),
    "null for a nullable field": ("JSON", LOG_JSON[: LOG_JSON.index(b',"error":')] + b',"error":null}', "LogLine"),
    "a text that the enumeration has not": ("JSON", swap(LOG_JSON, LEVEL, b'"log.level":"Warn"'), "LogLine"),
    "a key of a map twice": ("JSON", swap(LOG_JSON, b'"labels":{', b'"labels":{"env":"a","env":"b",'), "LogLine"),
    "null in a map": ("JSON", swap(LOG_JSON, b'"labels":{', b'"labels":{"x":null,'), "LogLine"),
    "a list for a map": ("JSON", re.sub(rb'"labels":{[^}]*}', b'"labels":[]', LOG_JSON), "LogLine"),
    "an optional element absent": ("XML", swap(ORDER_XML, PHONE, b""), "Order"),
    "an optional element empty": ("XML", swap(ORDER_XML, PHONE, b"<phone></phone>"), "Order"),
    "a text that the enumeration has not, in XML": ("XML", swap(ORDER_XML, STATUS, b"<status>Paid</status>"), "Order"),
    "an empty element for an enumeration": ("XML", swap(ORDER_XML, STATUS, b"<status></status>"), "Order"),
    "an optional element twice": ("XML", swap(ORDER_XML, PHONE, PHONE + PHONE), "Order"),
    "null for a nullable element": ("BSON", swap(LOG_BSON, ERROR, element(0x0A, b"error", b"") + b"\0"), "LogLine"),
    "null for an optional element": ("BSON", swap(LOG_BSON, TRACE_BSON, element(0x0A, b"trace.id", b"")), "LogLine"),
    "a text that the enumeration has not, in BSON": ("BSON", swap(LOG_BSON, LEVEL_BSON, LEVEL_BSON.replace(b"error", b"Error")), "LogLine"),
}  # fmt: skip
INPUTS |= {name: (format_name, body) for name, (format_name, body, _) in OTHERS.items()}

#: The first numbers of each kind, with the bits of their nearest doubles; the servers' own tests
#: have all.
DOUBLES = [
    number
    for kind in json.loads((PROVIDERS_FOLDER / "vectors" / "doubles.json").read_text()).values()
    for number in kind[:6]
]


def table() -> Iterator[tuple[str, str, str, str]]:
    """Format, input, the guard's verdict and what engines do, as the page has them."""
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 4 and cells[0] in ("JSON", "XML", "BSON"):
            for name in cells[1].split("; "):
                yield cells[0], name, cells[2], cells[3]


def object_type(name: str) -> str:
    return OTHERS[name][2] if name in OTHERS else "DummyObject"


def by_itself(format_name: str, name: str) -> str:
    """What an engine does with a body that no guard looked at."""
    guard, body = provided("guard"), INPUTS[name][1]
    if guard.check(format_name, object_type(name), body) is None:
        return "reads it"
    return (
        "refuses it, too"
        if guard.engines_refuse(format_name, object_type(name), body)
        else "may read it"
    )


def verdict(url: str, format_name: str, name: str) -> str:
    """`passes it`, or who refuses it."""
    answer = HTTP.post(f"{url}/decode/{format_name}/{object_type(name)}", content=INPUTS[name][1])
    return (
        "passes it"
        if answer.status_code == 200
        else f"{answer.json()['refused_by']} refuses".replace("guard ", "")
    )


def test_the_page_lists_every_input_and_no_other() -> None:
    assert sorted((row[0], row[1]) for row in table()) == sorted(
        (format_name, name) for name, (format_name, _) in INPUTS.items()
    )


def test_the_page_says_what_engines_keep_as_well() -> None:
    assert [(*row[:3], by_itself(*row[:2])) for row in table()] == [*table()]


@pytest.mark.parametrize("row", list(table()), ids=lambda row: f"{row[0]}-{row[1]}")
def test_the_guards_do_what_the_page_says(
    urls: dict[str, str], row: tuple[str, str, str, str]
) -> None:
    format_name, name, said, _ = row
    assert {verdict(urls[consumer], format_name, name) for consumer in CONSUMERS} == {said}


@pytest.mark.parametrize(("format_name", "golden"), [("JSON", JSON), ("XML", XML)])
@pytest.mark.parametrize("consumer", CONSUMERS)
def test_doubles_are_read_to_the_last_bit(
    urls: dict[str, str], consumer: str, format_name: str, golden: bytes
) -> None:
    """By every engine that belongs to a series."""
    announced = HTTP.get(f"{urls[consumer]}/engines").json()["engines"]
    engines = [
        engine["name"]
        for engine in announced
        if engine["format"] == format_name and engine["checks"]
    ]
    assert len(engines) > 1
    for engine, (text, bits) in itertools.product(engines, DOUBLES):
        body = re.sub(
            rb'("latitude":|<latitude>)([-0-9.]+)', rb"\g<1>" + text.encode(), golden, count=1
        )
        answer = HTTP.post(
            f"{urls[consumer]}/decode/{format_name}/DummyObject",
            params={"engine": engine},
            content=body,
        )
        assert struct.pack(">d", answer.json()["latitude"]).hex() == bits, f"{engine} {text}"
