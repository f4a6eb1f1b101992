"""The rules of docs/contract/guard.md, written without either server: what holds the cases' labels,
and a third opinion for the fuzzer.

Speed and allocation do not matter here, so each rule is written as plainly as it can be: a body is
read into a tree, whole, and the tree is held to the field table.
"""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from object_types import object_types
from schema.model import Enumeration, Kind, List, Map, Presence, Record, Scalar

DEPTH = 64
KEYS = 4096
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
NUMBER_BYTES = 64


class Broken(Exception):
    """A rule, in words.

    `of_engines`: one of the object type's table or of JSON's grammar, which every engine with equal
    checks keeps as well.
    """

    def __init__(self, rule: str, *, of_engines: bool = False) -> None:
        super().__init__(rule)
        self.of_engines = of_engines


class Members(list[tuple[str, "Value"]]):
    """A record or map as it stands in a body: names and values, in order."""


Value = None | bool | int | float | str | Members | Sequence["Value"]


def require(condition: object, rule: str) -> None:
    if not condition:
        raise Broken(rule)


def check(format_name: str, object_type: str, body: bytes) -> str | None:
    """The rule that the body breaks first, or None where it passes."""
    broken = first_broken(format_name, object_type, body)
    return str(broken) if broken else None


def engines_refuse(format_name: str, object_type: str, body: bytes) -> bool:
    """Whether the rule that the body breaks first is one that every engine with equal checks keeps
    as well.
    """
    broken = first_broken(format_name, object_type, body)
    return broken is not None and broken.of_engines


def first_broken(format_name: str, object_type: str, body: bytes) -> Broken | None:
    record = records()[object_type]
    try:
        require(body, "the body is not empty")
        hold(record, READERS[format_name](body, record), 0)
    except Broken as broken:
        return broken
    return None


@cache
def records() -> dict[str, Record]:
    return {known.name: known.record for known in object_types()}


# Every format


def due(condition: object, rule: str) -> None:
    """A rule that engines keep as well."""
    if not condition:
        raise Broken(rule, of_engines=True)


def hold(kind: Kind, value: Value, keys: int) -> None:
    """A value is of its kind; `keys` are known of the maps around it."""
    match kind:
        case Record():
            due(isinstance(value, Members), "a record was due")
            assert isinstance(value, Members)
            hold_fields(kind, value, keys)
        case Map():
            due(isinstance(value, Members), "a map was due")
            assert isinstance(value, Members)
            due(len({key for key, _ in value}) == len(value), "a map's keys differ")
            for known, (_, held) in enumerate(value, keys + 1):
                require(known <= KEYS, f"the open maps have at most {KEYS} keys")
                hold(kind.value, held, known)
        case List():
            due(isinstance(value, list) and not isinstance(value, Members), "a list was due")
            assert isinstance(value, list)
            for item in value:
                hold(kind.item, item, keys)
        case Enumeration():
            due(
                isinstance(value, str) and value in kind.values,
                "an enumeration is one of its texts",
            )
        case Scalar():
            due(SCALARS[kind](value), f"a value of kind {kind.value} was due")


def hold_fields(record: Record, members: Members, keys: int) -> None:
    names = [name for name, _ in members]
    values = dict(members)
    known = {field.name for field in record.fields}
    due(known.issuperset(names), "every field is known")
    due(len(values) == len(members), "every field comes once")
    for about in record.fields:
        if about.name not in values:
            due(
                about.presence is Presence.OPTIONAL, "every field is there that the schema requires"
            )
        elif values[about.name] is None:
            due(about.presence is Presence.NULLABLE, "nothing is null that may not be")
        else:
            hold(about.kind, values[about.name], keys)


def integer(value: Value, bits: int) -> bool:
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and -(1 << bits - 1) <= value < 1 << bits - 1
    )


SCALARS: dict[Scalar, Callable[[Value], bool]] = {
    Scalar.TEXT: lambda value: isinstance(value, str),
    Scalar.BOOLEAN: lambda value: isinstance(value, bool),
    Scalar.INT32: lambda value: integer(value, 32),
    Scalar.INT64: lambda value: integer(value, 64),
    Scalar.DOUBLE: lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}


def utf8(body: bytes) -> str:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise Broken("it is UTF-8") from None
    require(not text.startswith("\ufeff"), "it does not begin with a byte order mark")
    return text


def number(token: str) -> int | float:
    """A number as JSON and XML write one: whole where it is written so."""
    require(len(token.encode()) <= NUMBER_BYTES, "a number is at most 64 bytes long")
    written = NUMBER.fullmatch(token)
    require(written, "a number is one of RFC 8259")
    assert written
    require(token != "-0", "a number is not -0")
    require(math.isfinite(float(token)), "a number is finite")
    return float(token) if written[2] or written[3] else int(token)


# JSON


def json_tree(body: bytes, _: Record) -> Value:
    """By Python's reader, which keeps to RFC 8259 but for the constants and the halves of surrogate
    pairs that are refused here.
    """
    text = utf8(body)
    require("\0" not in text, "it is no other coding of Unicode")
    try:
        tree: Value = json.loads(
            text,
            object_pairs_hook=Members,
            parse_int=number,
            parse_float=number,
            parse_constant=constant,
        )
    except (ValueError, RecursionError):
        raise Broken("it is one object of RFC 8259", of_engines=True) from None
    for held in texts(tree):
        require(not re.search("[\ud800-\udfff]", held), "surrogates come in pairs")
    return tree


def constant(token: str) -> Value:
    """NaN and the infinities, which Python would read."""
    raise ValueError(token)


def texts(tree: Value) -> list[str]:
    """Every text of a tree, names too."""
    found, left = [], [tree]
    while left:
        match left.pop():
            case str() as text:
                found.append(text)
            case Members() as members:
                found += [name for name, _ in members]
                left += [value for _, value in members]
            case list() as items:
                left += items
    return found


# XML

DECLARATION = re.compile(r'<\?xml version="1\.0"( encoding="UTF-8")?\?>')
TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z_][A-Za-z0-9_.-]*)(?P<empty>/?)>")
REFERENCE = re.compile(
    r"&(?:(?P<name>amp|lt|gt|quot|apos)|#(?P<decimal>[0-9]{1,8})|#x(?P<hex>[0-9A-Fa-f]{1,8}));"
)
NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
WHITE = " \t\n"


@dataclass
class Element:
    """Its name, the elements inside it, and its text as it is written."""

    name: str
    inside: list[Element] = field(default_factory=list)
    text: str = ""


def is_xml(code: int) -> bool:
    return (
        code in (9, 10, 13)
        or 0x20 <= code < 0xD800
        or 0xE000 <= code < 0xFFFE
        or 0x10000 <= code < 0x110000
    )


def xml_tree(body: bytes, record: Record) -> Value:
    text = utf8(body)
    require(all(is_xml(ord(character)) for character in set(text)), "only characters of XML 1.0")
    require("\r" not in text, "no carriage return")
    root = xml_root(text)
    require(root.name == record.name, "the root element has the object type's name")
    return xml_value(record, root)


def xml_root(text: str) -> Element:
    """The elements of a body, before anything is known of them."""
    declaration = DECLARATION.match(text)
    at = declaration.end() if declaration else 0
    beside = Element("")
    path = [beside]
    while (start := text.find("<", at)) >= 0:
        path[-1].text += text[at:start]
        tag = TAG.match(text, start)
        require(tag and not (tag["end"] and tag["empty"]), "a tag is <name>, </name> or <name/>")
        assert tag
        at = tag.end()
        if tag["end"]:
            require(
                len(path) > 1 and path.pop().name == tag["name"],
                "an end tag has the name of the element it ends",
            )
            continue
        element = Element(tag["name"])
        path[-1].inside.append(element)
        if not tag["empty"]:
            path.append(element)
    require(len(path) == 1, "every element ends")
    require(
        len(beside.inside) == 1 and not (beside.text + text[at:]).strip(WHITE),
        "there is one root element, and white space beside it",
    )
    return beside.inside[0]


def xml_value(kind: Kind, element: Element) -> Value:
    """An element as the table sees it."""
    if isinstance(kind, Record):
        due(
            not xml_characters(element.text).strip(WHITE),
            "white space alone stands between the elements of a record",
        )
        require("&" not in element.text, "it stands there as such")
        return xml_members(kind, element)
    due(not element.inside, "a text, number or boolean holds no element")
    text = xml_characters(element.text)
    match kind:
        case Scalar.BOOLEAN:
            require(element.text in ("true", "false"), "a boolean is true or false")
            return element.text == "true"
        case Scalar.INT32 | Scalar.INT64 | Scalar.DOUBLE:
            return number(element.text)
    return text


def xml_members(record: Record, element: Element) -> Members:
    """A list is all elements of its name, which follow each other."""
    kinds = {about.name: about.kind for about in record.fields}
    members = Members(
        (about.name, [])
        for about in record.fields
        if isinstance(about.kind, List)
        and all(inside.name != about.name for inside in element.inside)
    )
    before = None
    for inside in element.inside:
        kind = kinds.get(inside.name)
        due(kind, "every field is known")
        assert kind
        if not isinstance(kind, List):
            members.append((inside.name, xml_value(kind, inside)))
        elif before == inside.name:
            members[-1][1].append(xml_value(kind.item, inside))  # type: ignore[union-attr]
        else:
            members.append((inside.name, [xml_value(kind.item, inside)]))
        before = inside.name
    return members


def xml_characters(text: str) -> str:
    """A text after its references."""
    require("]]>" not in text, "no ]]> in text")
    characters, at = "", 0
    while (start := text.find("&", at)) >= 0:
        reference = REFERENCE.match(text, start)
        require(reference, "& begins one of the five entities or a character's number")
        assert reference
        if reference["name"]:
            character = NAMED[reference["name"]]
        else:
            code = int(reference["decimal"]) if reference["decimal"] else int(reference["hex"], 16)
            require(is_xml(code), "a reference is to a character of XML 1.0")
            character = chr(code)
        characters += text[at:start] + character
        at = reference.end()
    return characters + text[at:]


# BSON


def bson_tree(body: bytes, _: Record) -> Value:
    require(bson_end(body, 0, len(body)) == len(body), "the declared length is the body's")
    return bson_members(body, 0, len(body), 1)


def bson_members(body: bytes, start: int, end: int, depth: int) -> Members:
    """The elements of the document between these."""
    require(depth <= DEPTH, "at most 64 documents are open at once")
    members = Members()
    at, limit = start + 4, end - 1
    while at < limit:
        kind = body[at]
        name_end = body.find(b"\0", at + 1, limit)
        require(kind and name_end >= 0, "an element's name ends inside its document")
        name = bson_text(body[at + 1 : name_end])
        value, at = bson_value(body, kind, name_end + 1, limit, depth)
        members.append((name, value))
    return members


def bson_value(body: bytes, kind: int, at: int, limit: int, depth: int) -> tuple[Value, int]:
    """A value, and where it ends."""
    match kind:
        case 0x03 | 0x04:
            end = bson_end(body, at, limit)
            members = bson_members(body, at, end, depth + 1)
            return (members if kind == 0x03 else [value for _, value in members]), end
        case 0x02:
            length = bson_length(body, at, limit)
            require(
                1 <= length <= limit - at - 4 and body[at + 3 + length] == 0,
                "a string ends in NUL inside its document",
            )
            return bson_text(body[at + 4 : at + 3 + length]), at + 4 + length
        case 0x0A:
            return None, at
    require(kind in WIDTHS, "the type is allowed")
    end = at + WIDTHS[kind]
    require(end <= limit, "a value lies inside its document")
    match kind:
        case 0x08:
            require(body[at] < 2, "a boolean is 0 or 1")
            return body[at] == 1, end
        case 0x01:
            double: float = struct.unpack_from("<d", body, at)[0]
            require(math.isfinite(double), "a double is finite")
            return double, end
    return int.from_bytes(body[at:end], "little", signed=True), end


#: Bytes of the types of fixed width: double, boolean, int32, int64.
WIDTHS = {0x01: 8, 0x08: 1, 0x10: 4, 0x12: 8}


def bson_length(body: bytes, at: int, limit: int) -> int:
    require(at + 4 <= limit, "a length lies inside its document")
    return int.from_bytes(body[at : at + 4], "little", signed=True)


def bson_end(body: bytes, at: int, limit: int) -> int:
    """Where the document ends that begins here."""
    length = bson_length(body, at, limit)
    require(
        5 <= length <= limit - at and body[at + length - 1] == 0,
        "a document ends in NUL inside its parent",
    )
    return at + length


def bson_text(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise Broken("names and strings are UTF-8") from None


READERS: dict[str, Callable[[bytes, Record], Value]] = {
    "JSON": json_tree,
    "BSON": bson_tree,
    "XML": xml_tree,
}
