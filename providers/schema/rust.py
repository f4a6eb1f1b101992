"""The Rust sources: a file for each type in rooms/objects/src/types, and the list of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from . import names
from .model import Kind, List, ObjectType, Record, Scalar
from .page import Page

FOLDER = PurePosixPath("rust-server/rooms/objects/src/types")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/*"
TYPES = {Scalar.TEXT: "String", Scalar.INT32: "i32", Scalar.INT64: "i64", Scalar.DOUBLE: "f64", Scalar.BOOLEAN: "bool"}


@dataclass(frozen=True)
class Member:
    """A field of a struct: its identifier and type, and what its attribute says."""

    identifier: str
    type: str
    attributes: tuple[str, ...]


@dataclass(frozen=True)
class Struct:
    """A struct: what it stands for, whether its fields are renamed to camelCase, and its marker's name."""

    name: str
    says: str
    camel: bool
    marker: str
    members: tuple[Member, ...]


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        file = FOLDER / f"{module(object_type)}.rs"
        structs = [struct(record) for record in (object_type.record, *object_type.nested)]
        yield Page(file, "type.rs", {"type": object_type, "structs": structs, "fields": table(object_type.record)})
    modules = {object_type.name: module(object_type) for object_type in sorted(types, key=module)}
    yield Page(FOLDER / "mod.rs", "types.rs", {"types": types, "modules": modules})


def table(record: Record, indent: str = "    ") -> str:
    """What the guard must know of a record's fields, a line each."""
    return "\n".join(f'{indent}"{field.name}": {held(field.kind, indent)},' for field in record.fields)


def held(kind: Kind, indent: str) -> str:
    match kind:
        case List():
            return f"[{held(kind.item, indent)}]"
        case Record():
            return f"{{\n{table(kind, indent + '    ')}\n{indent}}}"
    return kind.name.capitalize()


def module(object_type: ObjectType) -> str:
    return "_".join(names.words(object_type.name))


def struct(record: Record) -> Struct:
    """A record as a struct, renamed as a whole where that takes fewer attributes than renaming its fields one by one."""
    identifiers = names.rust(field.name for field in record.fields)
    plain = {name: identifier.removeprefix("r#") for name, identifier in identifiers.items()}
    camel = {name: names.serde_camel(identifier) for name, identifier in identifiers.items()}
    written = min(plain, camel, key=lambda known: sum(name != known[name] for name in known))
    members = [Member(identifiers[field.name], type_(field.kind), attributes(field.name, written[field.name], field.kind)) for field in record.fields]
    taken = {*identifiers, *written.values(), *plain.values()}
    marker = next(name for name in ("record", "not_a_list", "no_field_has_this_name") if name not in taken)
    return Struct(record.name, record.says, written is camel, marker, tuple(members))


def attributes(name: str, written: str, kind: Kind) -> tuple[str, ...]:
    rename = [] if name == written else [f'rename = "{name}"']
    return (*rename, *(["default"] if isinstance(kind, List) else []))


def type_(kind: Kind) -> str:
    match kind:
        case List():
            return f"Vec<{type_(kind.item)}>"
        case Record():
            return kind.name
    return TYPES[kind]
