"""What a schema says, in the few words that every target needs: a type is a record of fields, and each field holds a kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Scalar(Enum):
    """What holds no other kind. Each target has its own word for each."""

    TEXT = "text"
    INT32 = "int32"
    INT64 = "int64"
    DOUBLE = "double"
    BOOLEAN = "boolean"


@dataclass(frozen=True)
class List:
    """Items of one kind, in order. An absent list is an empty one."""

    item: Kind


@dataclass(frozen=True)
class Record:
    """Named fields, in order. `name` is the record's own, `says` a sentence on what it stands for."""

    name: str
    says: str
    fields: tuple[Field, ...]


@dataclass(frozen=True)
class Field:
    """A field under the name that it has in every format."""

    name: str
    kind: Kind


Kind = Scalar | List | Record


@dataclass(frozen=True)
class ObjectType:
    """An object type: its record, and the number that paths may name it by, which only the first two have."""

    record: Record
    number: int | None

    @property
    def name(self) -> str:
        return self.record.name

    @property
    def nested(self) -> list[Record]:
        """The records inside its own, in the order in which they first occur."""
        return list(dict.fromkeys(inner for inner in records(self.record) if inner is not self.record))


def innermost(kind: Kind) -> Scalar | Record:
    """What a list holds in the end; any other kind itself."""
    return innermost(kind.item) if isinstance(kind, List) else kind


def records(kind: Kind) -> Iterator[Record]:
    """The record that a kind is, and those inside it, from the outermost."""
    inner = innermost(kind)
    if isinstance(inner, Record):
        yield inner
        for field in inner.fields:
            yield from records(field.kind)
