"""Reads an object type from its JSON Schema, and refuses what the servers cannot carry: why, and
what to do instead.

What a schema may say is a small part of JSON Schema 2020-12; docs/schema.md has it. A keyword that
is not read is refused, since a reader of the schema would take it for a promise.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from .model import Enumeration, Field, Kind, List, Map, ObjectType, Presence, Record, Scalar, titled

Schema = dict[str, Any]

#: Each scalar's `type` and `format`; a text may also bear a format of TEXT_FORMATS.
SCALARS = {
    ("string", None): Scalar.TEXT,
    ("integer", "int32"): Scalar.INT32,
    ("integer", "int64"): Scalar.INT64,
    ("number", "double"): Scalar.DOUBLE,
    ("boolean", None): Scalar.BOOLEAN,
}
#: Levels that a guard opens at most: docs/contract/guard.md.
DEEPEST = 64
TEXT_FORMATS = {
    "date-time",
    "date",
    "time",
    "duration",
    "uuid",
    "uri",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
}
RECORD_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
#: Names that a target's sources need for something else.
TAKEN = {
    "Boolean", "Builder", "Deserialize", "Double", "Enum", "Integer", "JsonProperty", "Kinds", "List", "Long", "Map", "MayBeAbsent", "MayBeNull", "NotIn", "Object",
    "ObjectType", "Option", "Override", "Parts", "Read", "ReadonlyMap", "Record", "Result", "Scales", "Self", "Serialize", "String", "SuppressWarnings", "Vec",
}  # fmt: skip

#: Keywords that stand for something which the servers have no kind for, with what to write instead.
REFUSED = {
    "oneOf": "a union: give each case a type of its own, or one record with a field for each",
    "anyOf": "a union: give each case a type of its own, or one record with a field for each",
    "allOf": "a composition: write all fields into one record",
    "const": "a constant: use an enumeration of one text",
    "contentEncoding": "binary data: write them as a text, in Base64 for example, and leave this keyword out",
    "patternProperties": "a map of several kinds: use additionalProperties for a map of one",
}


class Unreadable(Exception):
    """A schema says what no object type can be: where, why, what to do."""


def read(file: Path) -> ObjectType:
    """The object type of `<Type>.schema.json`; Unreadable where it is none."""
    schema = json.loads(file.read_text())
    return object_type(schema, file.name.removesuffix(".schema.json"))


def object_type(schema: Schema, name: str) -> ObjectType:
    """The object type that a schema describes under this name; Unreadable where it is none."""
    rest = dict(schema)
    number, scales = rest.pop("x-number", None), rest.pop("x-scales", None)
    if rest.pop("$schema", None) != "https://json-schema.org/draft/2020-12/schema":
        raise Unreadable(f"{name}: $schema is not that of 2020-12, the one that is read; write it")
    if number not in (None, 1, 2):
        raise Unreadable(
            f"{name}: x-number is {number!r}, and only the first two types have one, for old paths; leave it out"
        )
    rest = resolved(rest, rest.pop("$defs", {}), name, ())
    if rest.get("type") != "object" or rest.get("title") != name:
        raise Unreadable(
            f"{name}: an object type is an object whose title is the file's name; make it {name}"
        )
    root = kind(rest, name)
    if not isinstance(root, Record):
        raise Unreadable(f"{name}: an object type is a record; make the map a field of one")
    one_thing_a_title(root)
    if levels(root) > DEEPEST:
        raise Unreadable(
            f"{name}: it nests {levels(root)} levels, and no guard opens more than {DEEPEST}; make it flatter, or two types"
        )
    if scales is not None and not any(
        field.name == scales and can_grow(field) for field in root.fields
    ):
        raise Unreadable(
            f"{name}: x-scales is {scales!r}; name a list or a required text of the type's own record"
        )
    return ObjectType(root, number, scales)


def levels(kind: Kind) -> int:
    """How many records, maps and lists are open at once where a kind nests deepest."""
    match kind:
        case List(inner) | Map(inner):
            return 1 + levels(inner)
        case Record():
            return 1 + max(levels(field.kind) for field in kind.fields)
    return 0


def can_grow(field: Field) -> bool:
    """Whether a field may be of any length."""
    return field.presence is Presence.REQUIRED and (
        field.kind is Scalar.TEXT or isinstance(field.kind, List)
    )


def resolved(
    schema: Any, definitions: dict[str, Schema], place: str, within: tuple[str, ...]
) -> Any:
    """A schema with what its references stand for in their place."""
    if isinstance(schema, list):
        return [resolved(item, definitions, place, within) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if not isinstance(reference := schema.get("$ref"), str):
        return {name: resolved(part, definitions, place, within) for name, part in schema.items()}
    name = reference.removeprefix("#/$defs/")
    if name in within:
        raise Unreadable(
            f"{place}: {reference} is a recursion, and an object of no known depth; write out as many levels as the data have"
        )
    if name == reference or name not in definitions:
        raise Unreadable(
            f"{place}: $ref is {reference}, which is none of the schema's own $defs; write #/$defs/ and one of {sorted(definitions)}"
        )
    only(schema, {"$ref"}, f"{place}, $ref {name}")
    return resolved(definitions[name], definitions, place, (*within, name))


def one_thing_a_title(root: Record) -> None:
    """A title names one record or enumeration."""
    seen: dict[str, Record | Enumeration] = {}
    for inner in titled(root):
        if seen.setdefault(inner.name, inner) != inner:
            raise Unreadable(
                f"{root.name}: two different kinds are titled {inner.name}; give each a title of its own"
            )


def kind(schema: Schema, place: str) -> Kind:
    """The kind that a part of a schema describes; `place` says where it stands."""
    for keyword, what in REFUSED.items():
        if keyword in schema:
            raise Unreadable(f"{place}: {keyword} makes it {what}")
    match schema.get("type"):
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            only(schema, {"type", "description", "additionalProperties"}, place)
            return Map(kind(schema["additionalProperties"], f"{place}[]"))
        case "object":
            only(
                schema,
                {"type", "title", "description", "additionalProperties", "required", "properties"},
                place,
            )
            return record(schema, place)
        case "array":
            only(schema, {"type", "description", "default", "items"}, place)
            return items(schema, place)
        case "string" if "enum" in schema:
            only(schema, {"type", "title", "description", "enum"}, place)
            return enumeration(schema, place)
        case list() as types:
            raise Unreadable(
                f"{place}: its type is one of {types}, and it holds one kind; choose one, with null beside it where it is a field that may be null"
            )
        case _:
            only(schema, {"type", "format", "description"}, place)
            return scalar(schema, place)


def only(schema: Schema, read: set[str], place: str) -> None:
    unread = sorted(set(schema) - read)
    if unread:
        raise Unreadable(
            f"{place}: {', '.join(unread)} would promise what nobody checks; leave it out"
        )


def scalar(schema: Schema, place: str) -> Scalar:
    type_, format_ = schema.get("type"), schema.get("format")
    if type_ == "string" and format_ in TEXT_FORMATS:
        return Scalar.TEXT
    found = SCALARS.get((type_, format_))
    if found is None:
        known = "; ".join(
            type_ if format_ is None else f"{type_} of format {format_}"
            for type_, format_ in SCALARS
        )
        raise Unreadable(
            f"{place}: {type_} of format {format_} is no kind that every format can carry; there are {known}. Write a decimal as a text"
        )
    return found


def enumeration(schema: Schema, place: str) -> Enumeration:
    name, says = title(schema, place)
    values = schema["enum"]
    if (
        not values
        or not all(isinstance(value, str) and value.strip() == value != "" for value in values)
        or len(set(values)) < len(values)
    ):
        raise Unreadable(
            f"{place}: enum is {values!r}; write different texts, none of them empty, without white space at their ends"
        )
    return Enumeration(name, says, tuple(values))


def items(schema: Schema, place: str) -> List:
    if schema.get("default", []) != []:
        raise Unreadable(f'{place}: in XML an absent list is an empty one; write "default": []')
    if not isinstance(schema.get("items"), dict):
        raise Unreadable(f"{place}: items is the one schema of every item; write it")
    return List(kind(schema["items"], f"{place}[]"))


def title(schema: Schema, place: str) -> tuple[str, str]:
    """The name that a kind has in every language, and the first line of its source."""
    name, says = schema.get("title", ""), schema.get("description", "")
    if not RECORD_NAME.fullmatch(name) or name in TAKEN:
        raise Unreadable(
            f"{place}: its title is {name!r}, and it names the kind in every language; use letters and digits, like OrderLine"
        )
    if not re.fullmatch(r"[A-Z].*\.", says):
        raise Unreadable(
            f"{place}: the description of {name} is the first line of its source; write a sentence that ends in a full stop"
        )
    return name, says


def record(schema: Schema, place: str) -> Record:
    name, says = title(schema, place)
    fields = schema.get("properties", {})
    if schema.get("additionalProperties") is not False:
        raise Unreadable(
            f'{place}: unknown fields are refused; write "additionalProperties": false, or the schema of a map\'s values and no properties'
        )
    if not fields:
        raise Unreadable(
            f"{place}: a record without fields has nothing to parse; give it one or leave it out"
        )
    required = schema.get("required", [])
    if unknown := sorted(set(required) - set(fields)):
        raise Unreadable(
            f"{place}: required names {', '.join(unknown)}, which is no field; leave it out"
        )
    for named in fields:
        if not named or any(
            ord(character) < 0x20 or 0x7F <= ord(character) < 0xA0 for character in named
        ):
            raise Unreadable(
                f"{place}: {named!r} cannot name a field; use at least one character, and no control characters"
            )
    return Record(
        name,
        says,
        tuple(
            member(name, held, name in required, f"{place}.{name}") for name, held in fields.items()
        ),
    )


def member(name: str, schema: Schema, required: bool, place: str) -> Field:
    """A field as its schema and the `required` of its record say."""
    type_ = schema.get("type")
    if type_ == "array":
        if required or schema.get("default") != []:
            raise Unreadable(
                f'{place}: XML has no mark for an empty list, so an absent list is an empty one; write "default": [], and leave it out of required'
            )
        return Field(name, kind(schema, place))
    if not isinstance(type_, list) or len(type_) != 2 or type_[1] != "null":
        return Field(
            name, kind(schema, place), Presence.REQUIRED if required else Presence.OPTIONAL
        )
    if not required:
        raise Unreadable(
            f"{place}: it may be null and may be absent, which some formats cannot tell apart; make it required, or take null away"
        )
    inner = {**schema, "type": type_[0]}
    if "enum" in schema:
        if None not in schema["enum"]:
            raise Unreadable(
                f"{place}: it may be null, and its enum does not say so; write null there, too"
            )
        inner["enum"] = [value for value in schema["enum"] if value is not None]
    held = kind(inner, place)
    if isinstance(held, List | Map):
        raise Unreadable(f"{place}: a list or map may not be null; leave it empty instead")
    return Field(name, held, Presence.NULLABLE)
