"""The Protobuf messages: a file for each type beside its schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from . import names
from .model import Kind, List, ObjectType, Record, Scalar
from .page import Page

FOLDER = PurePosixPath("providers/objects")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/*.proto"
#: `sint` takes as many bytes for -5 as for 5, and every library writes it alike; of `int32` below zero some write five bytes and some ten.
TYPES = {Scalar.TEXT: "string", Scalar.INT32: "sint32", Scalar.INT64: "sint64", Scalar.DOUBLE: "double", Scalar.BOOLEAN: "bool"}


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        nested = [(record, lines(record)) for record in object_type.nested]
        yield Page(FOLDER / f"{object_type.name}.proto", "type.proto", {"type": object_type, "lines": lines(object_type.record), "nested": nested})


def lines(record: Record) -> list[str]:
    """A record's fields, numbered in their order."""
    identifiers = names.proto(field.name for field in record.fields)
    return [f"{type_(field.kind)} {identifiers[field.name]} = {number}{option(field.name, identifiers)};" for number, field in enumerate(record.fields, 1)]


def option(name: str, identifiers: dict[str, str]) -> str:
    """The name that the field has in JSON, where Protobuf would make another of its identifier."""
    made = re.sub("_+(.?)", lambda found: found[1].upper(), identifiers[name])
    return "" if made == name else f' [json_name = "{name}"]'


def type_(kind: Kind) -> str:
    match kind:
        case List():
            return f"repeated {kind.item.name if isinstance(kind.item, Record) else TYPES[kind.item]}"
        case Record():
            return kind.name
    return f"optional {TYPES[kind]}"
