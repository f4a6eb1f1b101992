"""Reads an object type from its JSON Schema, and refuses what the servers cannot carry: why, and what to do instead.

What a schema may say is a small part of JSON Schema 2020-12; docs/schema.md has it. A keyword that is not read is refused, since a reader of the
schema would take it for a promise.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from .model import Field, Kind, List, ObjectType, Record, Scalar, innermost, records

Schema = dict[str, Any]

#: Each scalar's `type` and `format`; a text may also bear a format of TEXT_FORMATS.
SCALARS = {
    ("string", None): Scalar.TEXT,
    ("integer", "int32"): Scalar.INT32,
    ("integer", "int64"): Scalar.INT64,
    ("number", "double"): Scalar.DOUBLE,
    ("boolean", None): Scalar.BOOLEAN,
}
TEXT_FORMATS = {"date-time", "date", "time", "duration", "uuid", "uri", "email", "hostname", "ipv4", "ipv6"}
RECORD_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
#: What the guard takes for the name of an element.
FIELD_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
#: Names that a target's sources need for something else.
TAKEN = {"Boolean", "Double", "Enum", "Integer", "List", "Long", "Map", "Object", "Option", "Record", "Self", "String", "Vec"}

#: Keywords that stand for something which the servers have no kind for, with what to write instead.
REFUSED = {
    "oneOf": "a union: give each case a type of its own, or one record with a field for each",
    "anyOf": "a union: give each case a type of its own, or one record with a field for each",
    "allOf": "a composition: write all fields into one record",
    "$ref": "a reference: write the record out where it stands, under the same title; a type cannot contain itself",
    "enum": "an enumeration: use a text",
    "const": "a constant: use a text, and give it one value in the data",
    "contentEncoding": "binary data: write them as a text, in Base64 for example, and leave this keyword out",
    "patternProperties": "a map: use a list of records with a key and a value",
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
    number = rest.pop("x-number", None)
    if rest.pop("$schema", None) != "https://json-schema.org/draft/2020-12/schema":
        raise Unreadable(f"{name}: $schema is not that of 2020-12, the one that is read; write it")
    if number not in (None, 1, 2):
        raise Unreadable(f"{name}: x-number is {number!r}, and only the first two types have one, for old paths; leave it out")
    if rest.get("type") != "object" or rest.get("title") != name:
        raise Unreadable(f"{name}: an object type is an object whose title is the file's name; make it {name}")
    record = kind(rest, name)
    assert isinstance(record, Record)
    one_thing_a_name(record)
    return ObjectType(record, number)


def one_thing_a_name(root: Record) -> None:
    """A title names one record. The guard for XML knows a field by its name, wherever it stands, so that names one kind."""
    titled: dict[str, Record] = {}
    named: dict[str, Scalar | None] = {}
    for inner in records(root):
        if titled.setdefault(inner.name, inner) != inner:
            raise Unreadable(f"{root.name}: two different records are titled {inner.name}; give each a title of its own")
        for field in inner.fields:
            held = innermost(field.kind)
            guarded = held if isinstance(held, Scalar) and held is not Scalar.TEXT else None
            if named.setdefault(field.name, guarded) != guarded or field.name == root.name:
                raise Unreadable(f"{root.name}: {field.name} names two kinds, and the guard for XML knows one of a name; rename one")


def kind(schema: Schema, place: str) -> Kind:
    """The kind that a part of a schema describes; `place` says where it stands."""
    for keyword, what in REFUSED.items():
        if keyword in schema:
            raise Unreadable(f"{place}: {keyword} makes it {what}")
    match schema.get("type"):
        case "object":
            only(schema, {"type", "title", "description", "additionalProperties", "required", "properties"}, place)
            return record(schema, place)
        case "array":
            only(schema, {"type", "description", "default", "items"}, place)
            return items(schema, place)
        case list() as types:
            raise Unreadable(f"{place}: its type is one of {types}, and a field holds one kind; choose one")
        case _:
            only(schema, {"type", "format", "description"}, place)
            return scalar(schema, place)


def only(schema: Schema, read: set[str], place: str) -> None:
    unread = sorted(set(schema) - read)
    if unread:
        raise Unreadable(f"{place}: {', '.join(unread)} would promise what nobody checks; leave it out")


def scalar(schema: Schema, place: str) -> Scalar:
    type_, format_ = schema.get("type"), schema.get("format")
    if type_ == "string" and format_ in TEXT_FORMATS:
        return Scalar.TEXT
    found = SCALARS.get((type_, format_))
    if found is None:
        known = "; ".join(type_ if format_ is None else f"{type_} of format {format_}" for type_, format_ in SCALARS)
        raise Unreadable(f"{place}: {type_} of format {format_} is no kind that every format can carry; there are {known}. Write a decimal as a text")
    return found


def items(schema: Schema, place: str) -> List:
    if schema.get("default") != []:
        raise Unreadable(f'{place}: XML has no mark for an empty list, so an absent list is an empty one; write "default": []')
    if not isinstance(schema.get("items"), dict):
        raise Unreadable(f"{place}: items is the one schema of every item; write it")
    item = kind(schema["items"], f"{place}[]")
    if isinstance(item, List):
        raise Unreadable(f"{place}: XML cannot tell where an inner list ends; make the inner list the one field of a record")
    return List(item)


def record(schema: Schema, place: str) -> Record:
    name, says, fields = schema.get("title", ""), schema.get("description", ""), schema.get("properties", {})
    if not RECORD_NAME.fullmatch(name) or name in TAKEN:
        raise Unreadable(f"{place}: its title is {name!r}, and it names the record in every language; use letters and digits, like OrderLine")
    if not re.fullmatch(r"[A-Z].*\.", says):
        raise Unreadable(f"{place}: the description of {name} is the first line of its source; write a sentence that ends in a full stop")
    if schema.get("additionalProperties") is not False:
        raise Unreadable(f'{place}: unknown fields are refused; write "additionalProperties": false')
    if not fields:
        raise Unreadable(f"{place}: a record without fields has nothing to parse; give it one or leave it out")
    required = [name for name, field in fields.items() if field.get("type") != "array"]
    if sorted(schema.get("required", [])) != sorted(required):
        raise Unreadable(f"{place}: every field is required but for lists, of which an absent one is empty; write {required}")
    for field in fields:
        if not FIELD_NAME.fullmatch(field):
            raise Unreadable(f"{place}: {field!r} cannot name an element of XML; use ASCII letters, digits, _ . and -, and begin with a letter or _")
    return Record(name, says, tuple(Field(name, kind(field, f"{place}.{name}")) for name, field in fields.items()))
