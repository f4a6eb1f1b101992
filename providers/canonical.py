"""The canonical bytes of an object in each format, made without either server, so that neither is
its own judge.

An encoder takes the object and its type's record. The rules are in README.md beside this file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape

import bson
import cbor2
import msgpack
from avro_bytes import to_avro
from bson.int64 import Int64
from protobuf_bytes import to_protobuf
from schema.model import Kind, List, Map, Record, Scalar

#: A double that is whole, and less than this, has no fraction in XML.
LARGE = 10_000_000
#: Where a document stands inside one that has nothing else: behind its length, its type and its
#: empty name, before the end. Of the outermost alone, `bson` puts `_id` first, wherever the schema
#: has it.
INSIDE = slice(4 + 1 + 1, -1)


def to_json(value: Any, record: Record) -> bytes:
    """Compact JSON, fields in the schema's order, UTF-8 unescaped."""
    return json.dumps(typed(value, record), ensure_ascii=False, separators=(",", ":")).encode()


def to_bson(value: Any, record: Record) -> bytes:
    """BSON 1.1: int32, int64 and double as the schema says, whatever the value."""
    return bson.encode({"": typed(value, record)})[INSIDE]


def to_xml(value: Any, record: Record) -> bytes:
    """One element a field, list items as repeated elements without a wrapper, no declaration, no
    whitespace, no self-closing tags.
    """
    return element(record.name, typed(value, record)).encode()


def to_messagepack(value: Any, record: Record) -> bytes:
    """Records are maps; heads and integers as short as they can be, doubles of 64 bits."""
    return bytes(msgpack.packb(plain(value, record)))


def to_cbor(value: Any, record: Record) -> bytes:
    """RFC 8949's deterministic encoding, but keys in the schema's order and doubles of 64 bits."""
    return cbor2.dumps(plain(value, record))


def plain(value: Any, record: Record) -> Any:
    """The value in its order, without BSON's integers, which other libraries do not know."""
    return json.loads(to_json(value, record))


def typed(value: Any, kind: Kind) -> Any:
    """The value with its fields in the schema's order, its maps by their keys' UTF-8 bytes, and its
    integers as wide as the schema says.
    """
    if value is None:
        return None
    match kind:
        case Record():
            return {
                field.name: typed(value[field.name], field.kind)
                for field in kind.fields
                if field.name in value
            }
        case Map():
            return {key: typed(value[key], kind.value) for key in sorted(value, key=str.encode)}
        case List():
            return [typed(item, kind.item) for item in value]
        case Scalar.INT64:
            return Int64(value)
        case Scalar.DOUBLE:
            return float(value)
    return value


def element(name: str, value: Any) -> str:
    match value:
        case list():
            return "".join(element(name, item) for item in value)
        case dict():
            text = "".join(element(field, item) for field, item in value.items())
        case bool():
            text = "true" if value else "false"
        case str():
            text = escape(value, {"\r": "&#13;"})
        case float() if value.is_integer() and abs(value) < LARGE and str(value) != "-0.0":
            text = str(int(value))
        case _:
            text = str(value)
    return f"<{name}>{text}</{name}>"


#: Each format's name, as the contract spells it, with its encoder. Add a format here.
ENCODERS: dict[str, Callable[[Any, Record], bytes]] = {
    "JSON": to_json,
    "BSON": to_bson,
    "XML": to_xml,
    "Protobuf": to_protobuf,
    "MessagePack": to_messagepack,
    "CBOR": to_cbor,
    "Avro": to_avro,
}
