"""The Protobuf messages: a file for each type beside its schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
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
#: Names of messages by those of a record and of a list or map in it.
Wrappers = Mapping[tuple[str, str], str]
#: What messages have methods of in Java, and what protoc does not name otherwise by itself.
_METHODS = frozenset(
    f"{name} in any case"
    for name in ("descriptor", "defaultinstance", "memoizedserializedsize", "unknownfieldset")
)
#: Lists and maps inside each other, more than a schema has.
_DEEPEST = 64


@dataclass(frozen=True)
class Block:
    """A message or an enumeration: its head, what it stands for, and its lines."""

    head: str
    says: str
    lines: tuple[str, ...]

    @property
    def is_enumeration(self) -> bool:
        """Whether its lines are values, and no fields."""
        return self.head.startswith("enum ")


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        held = wrappers(object_type)
        used = reserved(object_type, held)
        *nested, root = [
            *inside(object_type, held, used),
            *blocks(object_type.record, held, used),
        ]
        yield Page(
            FOLDER / f"{object_type.name}.proto",
            "type.proto",
            {"type": object_type, "lines": root.lines, "nested": nested},
        )


def wrappers(of: ObjectType) -> Wrappers:
    """What the message is called that a field's list or map needs for those inside it, by the names
    of record and field; no two messages of a type are called alike.
    """
    wanted = {
        (record.name, field.name): names.pascal([record.name, field.name])
        for record in of.records
        for field in record.fields
        if isinstance(field.kind, List | Map)
    }
    # In Rust entries of a map are messages, too.
    ends = [f"{'Item' * depth}{end}" for depth in range(_DEEPEST) for end in ("", "Entry")]
    titles = {of.name, *(inner.name for inner in of.nested)}
    return names.distinct(wanted, titles, lambda _, name: {f"{name}{end}" for end in ends})


def reserved(of: ObjectType, held: Wrappers) -> frozenset[str]:
    """What no field of a type may be called: its messages, its enumerations and the values of these
    stand where the fields of its own record stand.
    """
    made = [*inside(of, held, frozenset()), *blocks(of.record, held, frozenset())]
    values = [line.split()[0] for block in made if block.is_enumeration for line in block.lines]
    return frozenset([*(block.head.split()[1] for block in made), *values])


def identifiers(record: Record, used: frozenset[str]) -> dict[str, str]:
    """What each field is called in its message: neither as in `used`, nor as another one or a
    method of every message would be called in Java or JSON.
    """
    kinds = {field.name: field.kind for field in record.fields}

    def family(name: str, identifier: str) -> set[str]:
        shown = in_json(identifier)
        entry = [f"{shown[:1].upper()}{shown[1:]}Entry"] if isinstance(kinds[name], Map) else []
        return {identifier, f"{shown.lower()} in any case", *entry}

    return names.distinct(names.proto(kinds), used | _METHODS, family)


def inside(of: ObjectType, held: Wrappers, used: frozenset[str]) -> Iterator[Block]:
    """The messages and enumerations inside a type's message, without what its own lists need."""
    values: set[str] = set()
    for inner in of.nested:
        if isinstance(inner, Record):
            yield from blocks(inner, held, used)
        else:
            yield enumeration(inner, values)


def blocks(record: Record, held: Wrappers, used: frozenset[str]) -> list[Block]:
    """A record's message, its fields numbered in their order, behind those of the lists that
    Protobuf cannot have inside another.
    """
    called = identifiers(record, used)
    made: list[Block] = []
    lines = []
    for number, field in enumerate(record.fields, 1):
        written = outermost(field.kind, held.get((record.name, field.name), ""), made)
        lines.append(f"{written} {called[field.name]} = {number}{option(field.name, called)};")
    return [*made, Block(f"message {record.name}", record.says, tuple(lines))]


def enumeration(of: Enumeration, values: set[str]) -> Block:
    """An enumeration's values in the schema's order, from 1: 0 is what Protobuf takes an absent one
    for. Those of all enumerations of a type differ, and join `values`.
    """
    prefix = "_".join(names.words(of.name)).upper()
    wanted = {value: f"{prefix}_{'_'.join(names.worded(value)).upper()}" for value in of.values}
    written = names.distinct({"": f"{prefix}_UNKNOWN"} | wanted, frozenset(values))
    values |= {*written.values()}
    lines = (f"{written[value]} = {number};" for number, value in enumerate(["", *of.values]))
    return Block(f"enum {of.name}", of.says, tuple(lines))


def option(name: str, called: dict[str, str]) -> str:
    """The name that the field has in JSON, where Protobuf would make another of its identifier."""
    if in_json(called[name]) == name:
        return ""
    return f" [json_name = {json.dumps(name, ensure_ascii=False)}]"


def in_json(identifier: str) -> str:
    """What Protobuf makes of an identifier."""
    return re.sub("_+(.?)", lambda found: found[1].upper(), identifier)


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
