"""The Java sources that copy Protobuf's messages, which protoc makes of the `.proto` files, into a
type's record and back.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from . import names, proto
from .carried import uncarried
from .model import Enumeration, Field, Kind, List, Map, ObjectType, Presence, Record, Scalar
from .page import Page

FOLDER = PurePosixPath("java-server/src/main/java/testbed/engines/protobufjava")
#: Beside these lies what is written by hand.
ALL = f"{FOLDER}/?*Message*.java"
#: Named in full, since a type may be called as what lies beside the messages, or is imported there.
TYPES = "testbed.objects.types"
#: Of these names protoc makes no accessor, since every message has one.
TAKEN = frozenset([
    "AllFields", "CachedSize", "Class", "DefaultInstanceForType", "DescriptorForType",
    "InitializationErrorString", "ParserForType", "SerializedSize", "UnknownFields",
])  # fmt: skip


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """A file for each type that Protobuf carries, and the list of them."""
    carried = [known for known in types if "Protobuf" not in uncarried(known.record)]
    for known in carried:
        yield Page(FOLDER / f"{known.name}Message.java", "Message.java", message(known))
    yield Page(FOLDER / "AllMessages.java", "AllMessages.java", {"types": carried})


def message(of: ObjectType) -> dict[str, Any]:
    """What a type's file consists of."""
    held = proto.wrappers(of)
    used = proto.reserved(of, held)
    return {
        "name": of.name,
        "enumerations": [
            {"constant": constant(inner, of), "type": f"{TYPES}.{type_(inner, of)}"}
            for inner in of.nested
            if isinstance(inner, Enumeration)
        ],
        "records": [record(inner, of, held, used) for inner in of.records],
    }


def record(
    inner: Record, of: ObjectType, held: proto.Wrappers, used: frozenset[str]
) -> dict[str, Any]:
    """How a record is read and written: an expression and a statement for each of its fields."""
    components = names.java(field.name for field in inner.fields)
    called = accessors(inner, used)
    return {
        "name": inner.name,
        "type": f"{TYPES}.{type_(inner, of)}",
        "message": f"testbed.messages.{type_(inner, of)}",
        "fields": [
            {
                "read": read(field, called[field.name], of),
                "write": write(
                    field,
                    called[field.name],
                    f"object.{components[field.name]}()",
                    held.get((inner.name, field.name), ""),
                    of,
                ),
                "given": None
                if field.presence is Presence.REQUIRED or isinstance(field.kind, List | Map)
                else f"object.{components[field.name]}()",
            }
            for field in inner.fields
        ],
    }


def accessors(of: Record, used: frozenset[str]) -> dict[str, str]:
    """What protoc calls each field behind `get` and `set`."""
    identifiers = proto.identifiers(of, used)
    called = {name: upper_camel(identifier) for name, identifier in identifiers.items()}
    repeated = {called[field.name] for field in of.fields if isinstance(field.kind, List)}
    counted = Counter(called.values())
    # A list has methods of its own with these endings.
    for name, ending in itertools.product(repeated, ("Count", "List")):
        if name + ending in counted:
            counted.update([name, name + ending])
    return {
        field.name: called[field.name] + (str(number) if counted[called[field.name]] > 1 else "")
        for number, field in enumerate(of.fields, 1)
    }


def upper_camel(identifier: str) -> str:
    """As protoc makes it: what follows an underscore or a digit is upper case."""
    made, is_upper = "", True
    for character in identifier:
        if character.isalpha():
            made += character.upper() if is_upper else character
        elif character != "_":
            made += character
        is_upper = not character.isalpha()
    return f"{made}_" if made in TAKEN else made


def type_(inner: Record | Enumeration, of: ObjectType) -> str:
    return of.name if inner is of.record else f"{of.name}.{inner.name}"


def constant(one: Enumeration, of: ObjectType) -> str:
    wanted = {
        inner.name: "_".join(names.words(inner.name)).upper()
        for inner in of.nested
        if isinstance(inner, Enumeration)
    }
    return names.distinct(wanted, ())[one.name]


def read(field: Field, called: str, of: ObjectType) -> str:
    """What a field of the message becomes in the record."""
    value = f"message.get{called}{getter(field.kind)}()"
    copied = copy(field.kind, value, 1, of)
    if field.presence is Presence.REQUIRED or isinstance(field.kind, List | Map):
        return copied
    return f"message.has{called}() ? {copied} : null"


def getter(kind: Kind) -> str:
    """What stands behind a field's name, where its message has more than the value."""
    match kind:
        case List(item):
            return f"{number(item)}List"
        case Map(value):
            return f"{number(value)}Map"
    return number(kind)


def number(kind: Kind) -> str:
    """Enumerations are read and written by their numbers: that of protoc has none for an unknown."""
    return "Value" if isinstance(kind, Enumeration) else ""


def copy(kind: Kind, value: str, level: int, of: ObjectType) -> str:
    """A value of the record, of one of a message."""
    inner = f"one{level}"
    match kind:
        case List(item):
            if isinstance(item, Scalar):
                return f"Copies.list({value})"
            held = f"{inner}.getItems{getter(item)}()" if is_wrapped(item) else inner
            return f"Copies.list({value}, {inner} -> {copy(item, held, level + 1, of)})"
        case Map(item):
            if isinstance(item, Scalar):
                return f"Copies.map({value})"
            held = f"{inner}.getItems{getter(item)}()" if is_wrapped(item) else inner
            return f"Copies.map({value}, {inner} -> {copy(item, held, level + 1, of)})"
        case Record():
            return f"read{kind.name}({value})"
        case Enumeration():
            return f"{constant(kind, of)}[{value} - 1]"
    return value


def is_wrapped(kind: Kind) -> bool:
    """Whether a list or map holds it in a message of its own."""
    return isinstance(kind, List | Map)


def write(field: Field, called: str, value: str, wrapper: str, of: ObjectType) -> str:
    """What puts a field of the record into the message."""
    given = put(field.kind, value, wrapper, 1, of)
    match field.kind:
        case List(item):
            return f"addAll{called}{number(item)}({given})"
        case Map(item):
            return f"putAll{called}{number(item)}({given})"
    return f"set{called}{number(field.kind)}({given})"


def put(kind: Kind, value: str, wrapper: str, level: int, of: ObjectType) -> str:
    """A value of a message, of one of the record."""
    inner = f"one{level}"
    match kind:
        case List(item) | Map(item):
            call = "Copies.list" if isinstance(kind, List) else "Copies.sorted"
            if isinstance(item, Scalar):
                return value if isinstance(kind, List) else f"{call}({value})"
            made = put(item, inner, f"{wrapper}Item", level + 1, of)
            if is_wrapped(item):
                add = "addAllItems" if isinstance(item, List) else "putAllItems"
                inmost = item.item if isinstance(item, List) else item.value
                made = (
                    f"testbed.messages.{of.name}.{wrapper}.newBuilder()"
                    f".{add}{number(inmost)}({made}).build()"
                )
            return f"{call}({value}, {inner} -> {made})"
        case Record():
            return f"write{kind.name}({value})"
        case Enumeration():
            return f"{value}.ordinal() + 1"
    return value
