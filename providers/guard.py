"""The rules of docs/contract/guard.md, written without either server: what holds the cases' labels, and a third opinion for the fuzzer.

Speed and allocation do not matter here, so each rule is written as plainly as it can be.
"""

from __future__ import annotations

import math
import re
import struct
from functools import cache
from typing import Any

from object_types import object_types
from schema.model import Kind, List, ObjectType, Presence, Record, Scalar

DEPTH = 64
NUMBER = re.compile(rb"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
NUMBER_BYTES = 64


class Broken(Exception):
    """A rule, in words."""


def require(condition: object, rule: str) -> None:
    if not condition:
        raise Broken(rule)


def check(format_name: str, object_type: str, body: bytes) -> str | None:
    """The rule that the body breaks first, or None where it passes."""
    try:
        require(body, "the body is not empty")
        match format_name:
            case "JSON":
                json_text(body)
            case "XML":
                xml_text(body, object_type)
            case "BSON":
                bson_document(body, nullable=null_may_stand(object_type))
    except Broken as broken:
        return str(broken)
    return None


def utf8(body: bytes) -> str:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise Broken("it is UTF-8") from None
    require(not text.startswith("\ufeff"), "it does not begin with a byte order mark")
    return text


def number(token: bytes) -> None:
    require(len(token) <= NUMBER_BYTES, "a number is at most 64 bytes long")
    require(NUMBER.fullmatch(token), "a number is one of RFC 8259")
    require(math.isfinite(float(token)), "a number is finite")
    require(token != b"-0", "a number is not -0")


STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.DOTALL)
ESCAPES = re.compile(rb"\\u(?P<hex>.{0,4})|\\.", re.DOTALL)
HEX = re.compile(rb"[0-9A-Fa-f]{4}")


def json_text(body: bytes) -> None:
    """Strings are looked at and taken out first; what is left has neither quotes nor escapes."""
    utf8(body)
    outside = bytearray()
    at = 0
    while (start := body.find(b'"', at)) >= 0:
        string = STRING.match(body, start)
        require(string, "a string ends")
        assert string
        json_string(string[1])
        outside += body[at:start] + b" "
        at = string.end()
    outside += body[at:]
    require(not re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]", outside), "no control character but tab, LF and CR")
    levels(re.findall(rb"[\[\]{}]", outside), b"[{")
    for run in re.findall(rb"[0-9+\-.eE]+", outside):
        if run[:1] in b"-0123456789":
            number(run)


def json_string(inside: bytes) -> None:
    require(not re.search(rb"[\x00-\x1f]", inside), "no control character in a string")
    high = -1
    for escape in ESCAPES.finditer(inside):
        if escape["hex"] is None:
            continue
        require(HEX.fullmatch(escape["hex"]), "\\u is followed by four hexadecimal digits")
        value = int(escape["hex"], 16)
        if high >= 0:
            require(0xDC00 <= value < 0xE000 and escape.start() == high, "a high surrogate is followed at once by a low one")
            high = -1
        else:
            require(not 0xDC00 <= value < 0xE000, "a low surrogate follows a high one")
            high = escape.end() if 0xD800 <= value < 0xDC00 else -1
    require(high < 0, "a high surrogate is followed at once by a low one")


def levels(brackets: list[bytes], opening: bytes) -> None:
    depth = 0
    for bracket in brackets:
        depth = depth + 1 if bracket in opening else max(0, depth - 1)
        require(depth <= DEPTH, "at most 64 levels are open at once")


DECLARATION = re.compile(rb'<\?xml version="1\.0"( encoding="UTF-8")?\?>')
TAG = re.compile(rb"<(?P<end>/?)(?P<name>[A-Za-z_][A-Za-z0-9_.-]*)(?P<empty>/?)>")
REFERENCE = re.compile(r"&(?:amp|lt|gt|quot|apos|#([0-9]{1,8})|#x([0-9A-Fa-f]{1,8}));")


def is_xml(code: int) -> bool:
    return code in (9, 10, 13) or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code < 0x110000


def xml_text(body: bytes, object_type: str) -> None:
    require(all(is_xml(ord(character)) for character in set(utf8(body))), "only characters of XML 1.0")
    require(b"\r" not in body, "no carriage return")
    declaration = DECLARATION.match(body)
    at = declaration.end() if declaration else 0
    #: The name of each open element, and what it holds as far as the type knows.
    open_elements: list[tuple[bytes, Held]] = []
    roots = 0
    #: The first byte of the text of the innermost element, while it is the innermost.
    inner: int | None = None
    while at < len(body):
        start = body.find(b"<", at)
        start = len(body) if start < 0 else start
        text = body[at:start]
        require(open_elements or not text.strip(b" \t\n"), "nothing but white space beside the root element")
        xml_references(text.decode())
        if start == len(body):
            break
        tag = TAG.match(body, start)
        require(tag and not (tag["end"] and tag["empty"]), "a tag is <name>, </name> or <name/>")
        assert tag
        at = tag.end()
        if tag["end"]:
            require(open_elements and open_elements[-1][0] == tag["name"], "an end tag has the name of the element it ends")
            held = open_elements.pop()[1]
            if held in NO_TEXT:
                require(inner is not None, "a number or boolean holds no element")
                xml_scalar(body[inner:start], held)
            inner = None
            continue
        if open_elements:
            held = open_elements[-1][1]
            require(held not in NO_TEXT, "a number or boolean holds no element")
            held = held.get(tag["name"]) if isinstance(held, dict) else None
        else:
            roots += 1
            require(roots == 1, "one root element")
            require(tag["name"] == object_type.encode(), "the root element has the object type's name")
            held = xml_fields(object_type)
        if tag["empty"]:
            require(held not in NO_TEXT, "a number or boolean is not empty")
            inner = None
            continue
        open_elements.append((tag["name"], held))
        require(len(open_elements) <= DEPTH, "at most 64 elements are open at once")
        inner = at
    require(not open_elements and roots, "every element ends, and there is one")


def xml_references(text: str) -> None:
    require("]]>" not in text, "no ]]> in text")
    for at in (match.start() for match in re.finditer("&", text)):
        reference = REFERENCE.match(text, at)
        require(reference, "& begins one of the five entities or a character's number")
        assert reference
        if reference[1] or reference[2]:
            require(is_xml(int(reference[1]) if reference[1] else int(reference[2], 16)), "a reference is to a character of XML 1.0")


def xml_scalar(text: bytes, held: Held) -> None:
    if held is Scalar.BOOLEAN:
        require(text in (b"true", b"false"), "a boolean is true or false")
        return
    number(text)
    require(held is Scalar.DOUBLE or not re.search(rb"[.eE]", text), "an integer has no fraction and no exponent")


#: What an element may hold: fields by name, a scalar, or what the guard does not look at.
Held = dict[bytes, Any] | Scalar | None
NO_TEXT = (Scalar.INT32, Scalar.INT64, Scalar.DOUBLE, Scalar.BOOLEAN)


@cache
def known_types() -> dict[str, ObjectType]:
    return {known.name: known for known in object_types()}


@cache
def xml_fields(object_type: str) -> Held:
    """What each element of a type holds, by its place."""

    def held(kind: Kind) -> Held:
        inner = kind.item if isinstance(kind, List) else kind
        if isinstance(inner, Record):
            return {field.name.encode(): held(field.kind) for field in inner.fields}
        return inner if isinstance(inner, Scalar) else None

    return held(known_types()[object_type].record)


@cache
def null_may_stand(object_type: str) -> bool:
    """Whether any field of a type may be null."""
    return any(field.presence is Presence.NULLABLE for record in known_types()[object_type].records for field in record.fields)


WIDTHS = {0x01: 8, 0x10: 4, 0x12: 8}


def bson_document(body: bytes, *, nullable: bool) -> None:
    require(bson_end(body, 0, len(body)) == len(body), "the declared length is the body's")
    at, ends = 4, [len(body)]
    while ends:
        kind, limit = body[at], ends[-1] - 1
        at += 1
        if at - 1 == limit:
            ends.pop()
            continue
        name_end = body.find(b"\0", at, limit)
        require(kind and name_end >= 0, "an element's name ends inside its document")
        bson_utf8(body[at:name_end])
        at = name_end + 1
        match kind:
            case 0x03 | 0x04:
                ends.append(bson_end(body, at, limit))
                require(len(ends) <= DEPTH, "at most 64 documents are open at once")
                at += 4
            case 0x02:
                length = bson_length(body, at, limit)
                require(1 <= length <= limit - at - 4 and body[at + 3 + length] == 0, "a string ends in NUL inside its document")
                bson_utf8(body[at + 4 : at + 3 + length])
                at += 4 + length
            case 0x08:
                require(at < limit and body[at] < 2, "a boolean is 0 or 1")
                at += 1
            case 0x01 | 0x10 | 0x12:
                require(at + WIDTHS[kind] <= limit, "a value lies inside its document")
                require(kind != 0x01 or math.isfinite(struct.unpack_from("<d", body, at)[0]), "a double is finite")
                at += WIDTHS[kind]
            case 0x0A if nullable:
                pass
            case _:
                raise Broken("the type is allowed")


def bson_length(body: bytes, at: int, limit: int) -> int:
    require(at + 4 <= limit, "a length lies inside its document")
    length: int = struct.unpack_from("<i", body, at)[0]
    return length


def bson_end(body: bytes, at: int, limit: int) -> int:
    """Where the document ends that begins here."""
    length = bson_length(body, at, limit)
    require(5 <= length <= limit - at and body[at + length - 1] == 0, "a document ends in NUL inside its parent")
    return at + length


def bson_utf8(text: bytes) -> None:
    try:
        text.decode()
    except UnicodeDecodeError:
        raise Broken("names and strings are UTF-8") from None
