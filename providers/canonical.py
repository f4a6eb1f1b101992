"""The canonical bytes of an object in each format, made without either server, so that neither is its own judge.

An encoder takes the object and the JSON Schema of its type; the schema's `format` says how wide an integer is. The rules
are in README.md beside this file.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape

import bson
from bson.int64 import Int64

Schema = dict[str, Any]


def to_json(value: Any, schema: Schema) -> bytes:
    """Compact JSON, fields in the schema's order, UTF-8 unescaped."""
    return json.dumps(typed(value, schema), ensure_ascii=False, separators=(",", ":")).encode()


def to_bson(value: Any, schema: Schema) -> bytes:
    """BSON 1.1: int32, int64 and double as the schema says, whatever the value."""
    return bson.encode(typed(value, schema))


def to_xml(value: Any, schema: Schema) -> bytes:
    """One element a field, list items as repeated elements without a wrapper, no declaration, no whitespace, no self-closing tags."""
    return element(schema["title"], typed(value, schema)).encode()


def typed(value: Any, schema: Schema) -> Any:
    """The value with its fields in the schema's order and its integers as wide as the schema says."""
    match schema["type"], schema.get("format"):
        case "object", _:
            return {name: typed(value[name], field) for name, field in schema["properties"].items() if name in value}
        case "array", _:
            return [typed(item, schema["items"]) for item in value]
        case "integer", "int64":
            return Int64(value)
        case "number", _:
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
        case _:
            text = str(value)
    return f"<{name}>{text}</{name}>"


#: Each format's name, as the contract spells it, with its encoder. Add a format here.
ENCODERS: dict[str, Callable[[Any, Schema], bytes]] = {"JSON": to_json, "BSON": to_bson, "XML": to_xml}
