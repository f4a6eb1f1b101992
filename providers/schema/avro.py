"""The Avro schemas: a file for each type beside its schema, and the kinds that `avro_bytes.py`
writes by.

Avro finds nothing by name, so a name that it does not take is another here, with the true one
beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Any

from . import names
from .model import Enumeration, Field, Kind, List, Map, ObjectType, Presence, Record, Scalar
from .page import MADE, Page

FOLDER = PurePosixPath("providers/objects")
#: Where nothing lies but what is made.
ALL = f"{FOLDER}/*.avsc"
TYPES = {
    Scalar.TEXT: "string",
    Scalar.INT32: "int",
    Scalar.INT64: "long",
    Scalar.DOUBLE: "double",
    Scalar.BOOLEAN: "boolean",
}


def pages(types: Sequence[ObjectType]) -> Iterator[Page]:
    """Every file, with what it is made of."""
    for object_type in types:
        schema = schema_of(object_type.record)
        doc = f"{schema.pop('doc')} {MADE}"
        text = json.dumps({"doc": doc, **schema}, indent=2, ensure_ascii=False)
        # The first line says who made it.
        holds = {"schema": text.replace("{\n ", "{", 1)}
        yield Page(FOLDER / f"{object_type.name}.avsc", "type.avsc", holds, head="")


def schema_of(record: Record) -> dict[str, Any]:
    """The schema of a type's record, with every other one where it occurs first."""
    return {"namespace": "testbed", **defined(record, set())}


def of_kind(kind: Kind, seen: set[str]) -> Any:
    """The schema of a kind; of what has a name that was seen, that name."""
    match kind:
        case Record() | Enumeration():
            return kind.name if kind.name in seen else defined(kind, seen)
        case List():
            return {"type": "array", "items": of_kind(kind.item, seen)}
        case Map():
            return {"type": "map", "values": of_kind(kind.value, seen)}
    return TYPES[kind]


def defined(kind: Record | Enumeration, seen: set[str]) -> dict[str, Any]:
    seen.add(kind.name)
    if isinstance(kind, Enumeration):
        symbols = names.proto(kind.values)
        held = {"type": "enum", "symbols": [symbols[value] for value in kind.values]}
        if held["symbols"] != [*kind.values]:
            held["json_symbols"] = [*kind.values]
    else:
        named = names.proto(field.name for field in kind.fields)
        fields = [of_field(field, named[field.name], seen) for field in kind.fields]
        held = {"type": "record", "fields": fields}
    return {"name": kind.name, "doc": kind.says, **held}


def of_field(field: Field, name: str, seen: set[str]) -> dict[str, Any]:
    """A field; what may be absent or null is a union with null, null first."""
    of = of_kind(field.kind, seen)
    other = {} if name == field.name else {"json_name": field.name}
    if field.presence is Presence.REQUIRED:
        return {"name": name, **other, "type": of}
    return {"name": name, **other, "type": ["null", of], "default": None}
