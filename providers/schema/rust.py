"""The Rust sources: a file for each type in rooms/objects/src/types, and the list of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from . import names
from .carried import uncarried
from .model import Enumeration, Field, Kind, List, Map, ObjectType, Presence, Record, Scalar
from .page import Page

FOLDER = PurePosixPath("rust-server/rooms/objects/src/types")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/*"
TYPES = {
    Scalar.TEXT: "String",
    Scalar.INT32: "i32",
    Scalar.INT64: "i64",
    Scalar.DOUBLE: "f64",
    Scalar.BOOLEAN: "bool",
}
#: The attributes of a field that need not have a value; those of the build with equal checks stand
#: behind its feature.
ATTRIBUTES = {
    Presence.REQUIRED: (),
    Presence.OPTIONAL: (
        'serde(skip_serializing_if = "Option::is_none")',
        'cfg_attr(feature = "equal", serde(default, deserialize_with = "crate::optional"))',
    ),
    Presence.NULLABLE: (
        'cfg_attr(feature = "equal", serde(deserialize_with = "crate::nullable"))',
    ),
}
#: The same of a list, which XML has no other way to leave empty.
OF_LIST = (
    'cfg_attr(not(feature = "equal"), serde(default))',
    'cfg_attr(feature = "equal", serde(default = "crate::absent"))',
)
#: The same in the table of fields.
BEHIND = {Presence.REQUIRED: "", Presence.OPTIONAL: " or absent", Presence.NULLABLE: " or null"}
#: What clippy takes for a name of the source in a comment, and wants in backticks.
NAME = re.compile(r"\b(?=\w*[a-z])[A-Za-z0-9]*[A-Z][A-Za-z0-9]*[A-Z][A-Za-z0-9]*\b|\b\w+_\w+\b")


@dataclass(frozen=True)
class Member:
    """A field of a struct: its identifier and type, and its attributes."""

    identifier: str
    type: str
    attributes: tuple[str, ...]


@dataclass(frozen=True)
class Struct:
    """A struct: what it stands for, whether its fields are renamed to camelCase, and the fields."""

    name: str
    says: str
    camel: bool
    members: tuple[Member, ...]


@dataclass(frozen=True)
class Enum:
    """An enumeration: what it stands for, and each value's name with its text."""

    name: str
    says: str
    values: tuple[tuple[str, str], ...]


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        items = [
            struct(object_type.record),
            *(
                struct(inner) if isinstance(inner, Record) else enum(inner)
                for inner in object_type.nested
            ),
        ]
        holds = {
            "type": object_type,
            "items": items,
            "imports": ", ".join(
                sorted(imports(object_type), key=lambda name: (name.islower(), name))
            ),
            "fields": table(object_type.record),
            "scales": literal(object_type.scales or ""),
            "lengths": ", ".join(f"{length:_}" for length in object_type.lengths),
            "reasons": {
                format_name.capitalize(): literal(why)
                for format_name, why in uncarried(object_type.record).items()
            },
        }
        yield Page(FOLDER / f"{module(object_type)}.rs", "type.rs", holds)
    modules = {object_type.name: module(object_type) for object_type in sorted(types, key=version)}
    yield Page(FOLDER / "mod.rs", "types.rs", {"types": types, "modules": modules})


def imports(object_type: ObjectType) -> Iterator[str]:
    """What a type's file needs of the room."""
    fields = [field for record in object_type.records for field in record.fields]
    yield from ("object", "record")
    if len(object_type.nested) >= len(object_type.records):
        yield "enumeration"
    if any(isinstance(kind, Map) for field in fields for kind in holding(field.kind)):
        yield "Map"


def holding(kind: Kind) -> Iterator[Kind]:
    """A kind and, where it is a list or a map, what that holds."""
    yield kind
    match kind:
        case List(inner) | Map(inner):
            yield from holding(inner)


def table(record: Record, indent: str = "    ") -> str:
    """What guards and makers of variants must know of a record's fields, a line each."""
    return "\n".join(
        f"{indent}{literal(field.name)}: {held(field.kind, indent)}{BEHIND[field.presence]},"
        for field in record.fields
    )


def held(kind: Kind, indent: str) -> str:
    match kind:
        case List():
            return f"[{held(kind.item, indent)}]"
        case Map():
            return f"(map of {held(kind.value, indent)})"
        case Enumeration():
            return f"(one of {kind.name})"
        case Record():
            return f"{{\n{table(kind, indent + '    ')}\n{indent}}}"
    return kind.name.capitalize()


def literal(text: str) -> str:
    """A text as a source has it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"'
        + "".join(
            character if character.isprintable() else f"\\u{{{ord(character):x}}}"
            for character in escaped
        )
        + '"'
    )


def comment(says: str) -> str:
    """A sentence as a comment has it."""
    return NAME.sub(lambda name: f"`{name[0]}`", says)


def module(object_type: ObjectType) -> str:
    return "_".join(names.words(object_type.name))


def version(object_type: ObjectType) -> tuple[list[tuple[int, int, str]], str]:
    """What its module is sorted by among imports, where rustfmt puts `row_6` before `row_10`; among
    modules it does not.
    """
    made = module(object_type)
    return [
        (0, int(word), "") if word.isdecimal() else (1, 0, word) for word in made.split("_")
    ], made


def struct(record: Record) -> Struct:
    """A record as a struct, renamed as a whole where that takes fewer attributes than renaming its
    fields one by one.
    """
    identifiers = names.rust(field.name for field in record.fields)
    plain = {name: identifier.removeprefix("r#") for name, identifier in identifiers.items()}
    camel = {name: names.serde_camel(identifier) for name, identifier in identifiers.items()}
    written = min(plain, camel, key=lambda known: sum(name != known[name] for name in known))
    members = tuple(
        Member(
            identifiers[field.name],
            member_type(field),
            attributes(field, written[field.name]),
        )
        for field in record.fields
    )
    return Struct(record.name, comment(record.says), written is camel, members)


def enum(of: Enumeration) -> Enum:
    identifiers = names.distinct(
        {value: names.pascal([value]) for value in of.values}, frozenset(["Self"])
    )
    return Enum(
        of.name,
        comment(of.says),
        tuple((identifiers[value], literal(value)) for value in of.values),
    )


def attributes(field: Field, written: str) -> tuple[str, ...]:
    rename = () if field.name == written else (f"serde(rename = {literal(field.name)})",)
    return (*rename, *missing(field))


def missing(field: Field) -> tuple[str, ...]:
    """What a field that need not be there has in its attributes."""
    return OF_LIST if isinstance(field.kind, List) else ATTRIBUTES[field.presence]


def member_type(field: Field) -> str:
    return (
        type_(field.kind) if field.presence is Presence.REQUIRED else f"Option<{type_(field.kind)}>"
    )


def type_(kind: Kind) -> str:
    match kind:
        case List():
            return f"Vec<{type_(kind.item)}>"
        case Map():
            return f"Map<{type_(kind.value)}>"
        case Record() | Enumeration():
            return kind.name
    return TYPES[kind]
