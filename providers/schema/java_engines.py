"""The Java sources of the engines that have code for each object type: readers over the pulling
readers of MongoDB's driver and of Woodstox, and the classes that JAXB fills.

Types with a number alone have them, since a sweep measures these unless it is told otherwise. Each
further type would cost every Java server time, which proves each engine on each type that it reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from . import names
from .java import Part, broken, literal, type_
from .model import Field, Kind, List, ObjectType, Presence, Record, Scalar
from .page import Page
from .reader import Unreadable

FOLDER = PurePosixPath("java-server/src/main/java/testbed/engines")
#: Beside these lies what is written by hand.
ALL = f"{FOLDER}/*/*Object*.java"
#: What a local variable holds before its field is read.
DEFAULTS = {
    Scalar.TEXT: "null",
    Scalar.INT32: "0",
    Scalar.INT64: "0",
    Scalar.DOUBLE: "0",
    Scalar.BOOLEAN: "false",
}


@dataclass(frozen=True)
class Library:
    """A pulling reader: its readers' folder and template, what reads a scalar and an item that is a
    text, and what a list is that never came.
    """

    folder: str
    template: str
    scalars: dict[Kind, str]
    text_item: str
    absent_list: str
    #: Whether lists have the last places, as none of them need come.
    lists_last: bool


MONGODB = Library(
    "mongodbbsonreader",
    "MongodbBsonReader.java",
    {
        Scalar.TEXT: "reader.readString()",
        Scalar.INT32: "fields.int32()",
        Scalar.INT64: "fields.int64()",
        Scalar.DOUBLE: "fields.real()",
        Scalar.BOOLEAN: "reader.readBoolean()",
    },
    "BsonReader::readString",
    "null",
    lists_last=False,
)
WOODSTOX = Library(
    "woodstoxbyhand",
    "WoodstoxByHand.java",
    {
        Scalar.TEXT: "reader.getElementText()",
        Scalar.INT32: "reader.getElementAsInt()",
        Scalar.INT64: "reader.getElementAsLong()",
        Scalar.DOUBLE: "fields.real()",
        Scalar.BOOLEAN: "reader.getElementAsBoolean()",
    },
    "XMLStreamReader2::getElementText",
    "List.of()",
    lists_last=True,
)


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what its template needs."""
    for object_type in types:
        if object_type.number is None:
            continue
        for record in object_type.records:
            check(record)
        for library in (MONGODB, WOODSTOX):
            file = FOLDER / library.folder / f"{object_type.name}Reader.java"
            yield Page(file, library.template, readers(object_type, library))
        yield Page(
            FOLDER / "jaxb" / f"{object_type.name}Mirror.java", "Jaxb.java", mirrors(object_type)
        )


def check(record: Record) -> None:
    """Refuses a field of a kind that no type with a number has."""
    for field in record.fields:
        match field.kind:
            case List(item):
                is_read = item is Scalar.TEXT or isinstance(item, Record)
            case kind:
                is_read = kind in DEFAULTS and field.presence is Presence.REQUIRED
        if not is_read:
            raise Unreadable(
                f"{record.name}.{field.name}: a type with x-number has required scalars and lists "
                "of texts or records alone; say in providers/schema/java_engines.py how the "
                "engines read this one"
            )


def readers(object_type: ObjectType, library: Library) -> dict[str, Any]:
    """What a type's reader consists of: a method for each of its records."""
    return {
        "name": object_type.name,
        "nested": sorted(record.name for record in object_type.records[1:]),
        "records": [reader(record, object_type, library) for record in object_type.records],
    }


def reader(record: Record, object_type: ObjectType, library: Library) -> dict[str, Any]:
    """What the method consists of that reads a record."""
    identifiers = names.java(field.name for field in record.fields)
    places = required_first(record) if library.lists_last else record.fields
    is_whole = record is object_type.record
    return {
        "name": record.name,
        "method": f"public static {record.name} read"
        if is_whole
        else f"private static {record.name} {method_name(record)}",
        "fields": [
            {
                "text": literal(field.name),
                "identifier": identifiers[field.name],
                "type": type_(field.kind),
                "default": DEFAULTS.get(field.kind, library.absent_list),
                "place": places.index(field),
                "value": expression(field.kind, object_type, library),
            }
            for field in record.fields
        ],
        "required_count": sum(not isinstance(field.kind, List) for field in record.fields),
        "constructor": broken(
            " " * 8,
            f"return new {record.name}(",
            [Part(identifiers[field.name], "") for field in record.fields],
            ");",
        ),
    }


def required_first(record: Record) -> Sequence[Field]:
    """The fields, its lists behind all others."""
    return sorted(record.fields, key=lambda field: isinstance(field.kind, List))


def method_name(record: Record) -> str:
    return names.camel(names.words(record.name))


def expression(kind: Kind, object_type: ObjectType, library: Library) -> str:
    """What reads a field's value."""
    if not isinstance(kind, List):
        return library.scalars[kind]
    is_record = isinstance(kind.item, Record)
    item = f"{object_type.name}Reader::{method_name(kind.item)}" if is_record else library.text_item
    return f"fields.list({item})"


def mirrors(object_type: ObjectType) -> dict[str, Any]:
    """What a type's mirror consists of, and those of the records inside it."""
    whole, *nested = (
        mirror(record, " " * 12 if number else " " * 8)
        for number, record in enumerate(object_type.records)
    )
    is_renamed = any(
        field["is_renamed"] for record in (whole, *nested) for field in record["fields"]
    )
    return {"whole": whole, "nested": nested, "is_renamed": is_renamed}


def mirror(record: Record, indent: str) -> dict[str, Any]:
    """What the class consists of that JAXB fills in place of a record."""
    identifiers = names.java(field.name for field in record.fields)
    return {
        "name": record.name,
        "fields": [
            {
                "text": literal(field.name),
                "identifier": identifiers[field.name],
                "is_renamed": field.name != identifiers[field.name],
                "type": mirror_type(field.kind),
            }
            for field in record.fields
        ],
        "constructor": broken(
            indent,
            f"return new {record.name}(",
            [copy_of(field.kind, identifiers[field.name]) for field in record.fields],
            ");",
        ),
    }


def mirror_type(kind: Kind) -> str:
    """The type of a mirror's field."""
    if isinstance(kind, List) and isinstance(kind.item, Record):
        return f"List<{kind.item.name}Mirror>"
    return type_(kind)


def copy_of(kind: Kind, identifier: str) -> Part:
    """What becomes of a mirror's field in the record."""
    if not isinstance(kind, List):
        return Part(identifier, "")
    if isinstance(kind.item, Record):
        return Part("Lists.copies(", f"{identifier}, {kind.item.name}Mirror::copy)")
    return Part("Lists.orEmpty(", f"{identifier})")
