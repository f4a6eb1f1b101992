"""The Protobuf messages: a file for each type beside its schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from . import names
from .model import Enumeration, Kind, List, Map, ObjectType, Record, Scalar
from .page import Page

FOLDER = PurePosixPath("providers/objects")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/*.proto"
#: `sint` takes as many bytes for -5 as for 5, and every library writes it alike; of `int32` below
#: zero some write five bytes and some ten.
TYPES = {
    Scalar.TEXT: "string",
    Scalar.INT32: "sint32",
    Scalar.INT64: "sint64",
    Scalar.DOUBLE: "double",
    Scalar.BOOLEAN: "bool",
}


@dataclass(frozen=True)
class Block:
    """A message or an enumeration: its head, what it stands for, and its lines."""

    head: str
    says: str
    lines: tuple[str, ...]


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        nested = [
            block
            for inner in object_type.nested
            for block in (blocks(inner) if isinstance(inner, Record) else [enumeration(inner)])
        ]
        *lists, root = blocks(object_type.record)
        yield Page(
            FOLDER / f"{object_type.name}.proto",
            "type.proto",
            {"type": object_type, "lines": root.lines, "nested": [*nested, *lists]},
        )


def blocks(record: Record) -> list[Block]:
    """A record's message, its fields numbered in their order, behind those of the lists that
    Protobuf cannot have inside another.
    """
    identifiers = names.proto(field.name for field in record.fields)
    made: list[Block] = []
    lines = []
    for number, field in enumerate(record.fields, 1):
        written = outermost(field.kind, names.pascal([record.name, field.name]), made)
        lines.append(
            f"{written} {identifiers[field.name]} = {number}{option(field.name, identifiers)};"
        )
    return [*made, Block(f"message {record.name}", record.says, tuple(lines))]


def enumeration(of: Enumeration) -> Block:
    """An enumeration's values in the schema's order, from 1: 0 is what Protobuf takes an absent one
    for.
    """
    prefix = "_".join(names.words(of.name)).upper()
    written = names.distinct(
        {value: f"{prefix}_{'_'.join(names.worded(value)).upper()}" for value in of.values},
        frozenset([f"{prefix}_UNKNOWN"]),
    )
    return Block(
        f"enum {of.name}",
        of.says,
        (
            f"{prefix}_UNKNOWN = 0;",
            *(f"{written[value]} = {number};" for number, value in enumerate(of.values, 1)),
        ),
    )


def option(name: str, identifiers: dict[str, str]) -> str:
    """The name that the field has in JSON, where Protobuf would make another of its identifier."""
    made = re.sub("_+(.?)", lambda found: found[1].upper(), identifiers[name])
    return "" if made == name else f" [json_name = {json.dumps(name, ensure_ascii=False)}]"


def outermost(kind: Kind, name: str, made: list[Block]) -> str:
    """A field's type. What a list or map may not hold becomes a message of this name."""
    match kind:
        case List():
            return f"repeated {single(kind.item, name, made)}"
        case Map():
            return f"map<string, {single(kind.value, name, made)}>"
        case Record():
            return kind.name
    return f"optional {single(kind, name, made)}"


def single(kind: Kind, name: str, made: list[Block]) -> str:
    match kind:
        case List() | Map():
            inner = outermost(kind, f"{name}Item", made)
            made.append(
                Block(f"message {name}", "What is inside a list or map.", (f"{inner} items = 1;",))
            )
            return name
        case Record() | Enumeration():
            return kind.name
    return TYPES[kind]
