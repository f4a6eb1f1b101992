"""The Rust sources of the engine of Protobuf: the messages of each object type, as prost's own
generator would make them of its `.proto`, and how they become objects and come of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from . import names, proto
from .carried import uncarried
from .model import Enumeration, Field, Kind, List, Map, ObjectType, Presence, Record, Scalar
from .page import Page
from .rust import TYPES, comment, literal, module

FOLDER = PurePosixPath("rust-server/rooms/engines/src/prost/messages")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/*"


@dataclass(frozen=True)
class Member:
    """A field of a message, what it becomes in the object, and what comes of the object's."""

    identifier: str
    attribute: str
    type: str
    read: str
    written: str


@dataclass(frozen=True)
class Message:
    """A message. One of no record is what a list or map holds that Protobuf has no other way for."""

    name: str
    says: str
    members: tuple[Member, ...]
    is_record: bool


@dataclass(frozen=True)
class Choice:
    """An enumeration: its name, and its values in order."""

    name: str
    values: tuple[str, ...]


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """A file for each type that Protobuf carries, and the list of them."""
    types = [known for known in types if "Protobuf" not in uncarried(known.record)]
    for object_type in types:
        held = proto.wrappers(object_type)
        holds = {
            "type": object_type,
            "module": module(object_type),
            "messages": [made for record in object_type.records for made in messages(record, held)],
            "choices": [
                choice(inner) for inner in object_type.nested if isinstance(inner, Enumeration)
            ],
        }
        yield Page(FOLDER / f"{module(object_type)}.rs", "message.rs", holds)
    modules = {object_type.name: module(object_type) for object_type in types}
    yield Page(FOLDER / "mod.rs", "messages.rs", {"modules": modules})


def messages(record: Record, held: proto.Wrappers) -> list[Message]:
    """A record's message, behind those of the lists and maps that Protobuf cannot have in it."""
    identifiers = names.rust(field.name for field in record.fields)
    inside: list[Message] = []
    members = tuple(
        member(
            field, number, identifiers[field.name], held.get((record.name, field.name), ""), inside
        )
        for number, field in enumerate(record.fields, 1)
    )
    return [*inside, Message(record.name, comment(record.says), members, is_record=True)]


def member(field: Field, number: int, identifier: str, name: str, inside: list[Message]) -> Member:
    """`name` is that of a message for what the field's list or map holds."""
    kind = field.kind
    attribute, type_ = carried(kind, name, inside)
    own, given = f"message.{identifier}", f"object.{identifier}"
    is_required = field.presence is Presence.REQUIRED
    if isinstance(kind, List | Map):
        read = reading(kind, own)
        written = borrowed(kind, given, name)
        if not is_required:
            read = f"Some({read})"
            of = borrowed(kind, "value", name)
            written = f"{given}.as_ref().map(|value| {of}).unwrap_or_default()"
    elif is_required:
        read = reading(kind, f"crate::engine::there({own}, {literal(field.name)})?")
        written = f"Some({placed(kind, given)})"
    else:
        read = own if is_same(kind) else f"{own}.map(|value| {result(kind, 'value')}).transpose()?"
        written = f"{given}.as_ref().map(|value| {borrowed(kind, 'value', name)})"
    return Member(identifier, f'{attribute}, tag = "{number}"', type_, read, written)


def carried(kind: Kind, name: str, inside: list[Message]) -> tuple[str, str]:
    """A field's attribute and type. What a list or map holds becomes a message of this name where
    it must; so do a map's entries, of which prost would leave out a key or value that is zero.
    """
    match kind:
        case List(item):
            attribute, type_ = single(item, name, inside)
            return f"{attribute}, repeated", f"Vec<{type_}>"
        case Map(value):
            attribute, type_ = single(value, name, inside)
            key = Member("key", 'string, required, tag = "1"', "String", "", "")
            of = Member("value", f'{attribute}, required, tag = "2"', type_, "", "")
            inside.append(Message(f"{name}Entry", "An entry of a map.", (key, of), is_record=False))
            return "message, repeated", f"Vec<{name}Entry>"
    attribute, type_ = single(kind, name, inside)
    return f"{attribute}, optional", f"Option<{type_}>"


def single(kind: Kind, name: str, inside: list[Message]) -> tuple[str, str]:
    match kind:
        case List() | Map():
            attribute, type_ = carried(kind, f"{name}Item", inside)
            items = Member("items", f'{attribute}, tag = "1"', type_, "", "")
            says = "What is inside a list or map."
            inside.append(Message(name, says, (items,), is_record=False))
            return "message", name
        case Record():
            return "message", kind.name
        case Enumeration():
            return "int32", "i32"
    return proto.TYPES[kind], TYPES[kind]


def is_same(kind: Kind) -> bool:
    """Whether message and object hold a value of one type."""
    return isinstance(kind.item if isinstance(kind, List) else kind, Scalar)


def reading(kind: Kind, of: str) -> str:
    """What the object gets of a message's value."""
    return of if is_same(kind) else f"{result(kind, of)}?"


def result(kind: Kind, of: str) -> str:
    """The same, or why it gets nothing."""
    match kind:
        case _ if is_same(kind):
            return f"Ok({of})"
        case List(item):
            own = "item.items" if isinstance(item, List | Map) else "item"
            return f"{of}.into_iter().map(|item| {result(item, own)}).collect::<crate::prost::Made<_>>()"
        case Map(value):
            own = "entry.value.items" if isinstance(value, List | Map) else "entry.value"
            pair = (
                f"Ok((entry.key, {own}))"
                if is_same(value)
                else f"{result(value, own)}.map(|value| (entry.key, value))"
            )
            return f"{of}.into_iter().map(|entry| {pair}).collect::<crate::prost::Made<_>>()"
        case Enumeration():
            return f"crate::prost::choice({of})"
    return f"{of}.try_into()"


def placed(kind: Kind, of: str) -> str:
    """What the message gets of an object's field that is neither list nor map."""
    match kind:
        case Scalar.TEXT:
            return f"{of}.clone()"
        case Enumeration():
            return f"{of} as i32 + 1"
        case Record():
            return f"(&{of}).into()"
    return of


def borrowed(kind: Kind, of: str, name: str) -> str:
    """What the message gets of a value that is borrowed."""
    match kind:
        case List(item) if not is_same(kind):
            return f"{of}.iter().map(|item| {wrapped(item, 'item', name)}).collect()"
        case Map(value):
            entry = f"{name}Entry {{ key: key.clone(), value: {wrapped(value, 'value', name)} }}"
            return f"{of}.iter().map(|(key, value)| {entry}).collect()"
        case List() | Scalar.TEXT:
            return f"{of}.clone()"
        case Record():
            return f"{of}.into()"
        case Enumeration():
            return f"*{of} as i32 + 1"
    return f"*{of}"


def wrapped(kind: Kind, of: str, name: str) -> str:
    """The same of what a list or map holds."""
    if isinstance(kind, List | Map):
        return f"{name} {{ items: {borrowed(kind, of, f'{name}Item')} }}"
    return borrowed(kind, of, name)


def choice(of: Enumeration) -> Choice:
    identifiers = names.distinct(
        {value: names.pascal([value]) for value in of.values}, frozenset(["Self"])
    )
    return Choice(of.name, tuple(identifiers.values()))
