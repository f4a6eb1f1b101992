"""What a schema says, in the few words that every target needs: a type is a record of fields, and
each field holds a kind.
"""

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
class Enumeration:
    """One of some texts. `name` is its own, `says` a sentence on what it stands for."""

    name: str
    says: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class List:
    """Items of one kind, in order. In XML an absent list is an empty one."""

    item: Kind


@dataclass(frozen=True)
class Map:
    """Values of one kind, each under a text that the schema does not know."""

    value: Kind


@dataclass(frozen=True)
class Record:
    """Named fields, in order.

    `name` is the record's own, `says` a sentence on what it stands for.
    """

    name: str
    says: str
    fields: tuple[Field, ...]


class Presence(Enum):
    """What may stand where a field's value is due: always the value, or nothing at all, or null."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    NULLABLE = "nullable"


@dataclass(frozen=True)
class Field:
    """A field under the name that it has in every format."""

    name: str
    kind: Kind
    presence: Presence = Presence.REQUIRED


Kind = Scalar | Enumeration | List | Map | Record


@dataclass(frozen=True)
class ObjectType:
    """An object type: its record, the number that paths may name it by, which only the first two
    have, and the field by whose length its objects grow.
    """

    record: Record
    number: int | None
    scales: str | None = None
    #: How long that field is in the canonical object of each size.
    lengths: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return self.record.name

    @property
    def nested(self) -> list[Record | Enumeration]:
        """The records and enumerations inside its own, in the order in which they first occur."""
        return list(
            dict.fromkeys(inner for inner in titled(self.record) if inner is not self.record)
        )

    @property
    def records(self) -> list[Record]:
        """Its record and those inside it."""
        return [self.record, *(inner for inner in self.nested if isinstance(inner, Record))]


def innermost(kind: Kind) -> Scalar | Enumeration | Record:
    """What a list or map holds in the end; any other kind itself."""
    match kind:
        case List(inner) | Map(inner):
            return innermost(inner)
    return kind


def titled(kind: Kind) -> Iterator[Record | Enumeration]:
    """What has a title in a kind, from the outermost."""
    inner = innermost(kind)
    if not isinstance(inner, Scalar):
        yield inner
    if isinstance(inner, Record):
        for field in inner.fields:
            yield from titled(field.kind)
