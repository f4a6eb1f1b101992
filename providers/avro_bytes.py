"""The canonical bytes in Avro, by `fastavro`: a bare datum of `objects/<Type>.avsc`, without a
schema or a header.
"""

from __future__ import annotations

import io
from functools import cache
from typing import Any

from fastavro import parse_schema, schemaless_writer
from schema import avro, names
from schema.model import Enumeration, Kind, List, Map, Record, Scalar


def to_avro(value: Any, record: Record) -> bytes:
    """Fields in the schema's order; what may be absent or null is a union with null, null first;
    a list or map is one block with its count, and a block of none.
    """
    out = io.BytesIO()
    schemaless_writer(out, parsed(record), datum(record, value))
    return out.getvalue()


@cache
def parsed(record: Record) -> Any:
    return parse_schema(avro.schema_of(record))


@cache
def named(kind: Record | Enumeration) -> dict[str, str]:
    """The names in the schema of fields, or of texts."""
    given = [field.name for field in kind.fields] if isinstance(kind, Record) else kind.values
    return names.proto(given)


def datum(kind: Kind, value: Any) -> Any:
    """A value under the names of the schema; a map's entries by their keys' UTF-8 bytes."""
    match kind:
        case _ if value is None:
            return None
        case Record():
            return {
                named(kind)[field.name]: datum(field.kind, value.get(field.name))
                for field in kind.fields
            }
        case Enumeration():
            return named(kind)[value]
        case List():
            return [datum(kind.item, item) for item in value]
        case Map():
            return {key: datum(kind.value, value[key]) for key in sorted(value, key=str.encode)}
        case Scalar.DOUBLE:
            return float(value)
    return value
