"""Samples as objects of a concluded schema: what was said to be converted is, in no other way."""

from __future__ import annotations

import json
from typing import Any

from .concluded import Schema
from .observed import CONTROLS, SMALLEST, TOO_LARGE


def converted(value: Any, schema: Schema) -> Any:
    """A value as this part of the schema has it, its fields in the schema's order."""
    match schema["type"]:
        case "object" if "properties" in schema:
            return _record(value, schema)
        case "object":
            of = schema["additionalProperties"]
            held = {CONTROLS.sub(" ", name): item for name, item in (value or {}).items()}
            return {name: converted(one, of) for name, one in held.items() if one is not None}
        case "array":
            return [converted(one, schema["items"]) for one in value or [] if one is not None]
        case "number":
            return double(value)
        case "string":
            return CONTROLS.sub(" ", value if isinstance(value, str) else json.dumps(value))
        case [_, "null"]:
            return None if value is None else converted(value, plain(schema))
    return value


def plain(schema: Schema) -> Schema:
    """A nullable kind without null."""
    if not isinstance(schema["type"], list):
        return schema
    values = (
        {"enum": [one for one in schema["enum"] if one is not None]} if "enum" in schema else {}
    )
    return {**schema, "type": schema["type"][0], **values}


def _record(value: dict[str, Any], schema: Schema) -> dict[str, Any]:
    made = {}
    for name, of in schema["properties"].items():
        given = value.get(name)
        always = name in schema["required"] or of["type"] == "array"
        if given is not None or always:
            made[name] = converted(given, of)
    return made


def double(number: float) -> float:
    """The number as a double, where its point has to move with the digits that it has."""
    made = float(number)
    size = abs(made)
    if size == 0:
        return 0.0
    if SMALLEST <= size < TOO_LARGE:
        return made
    digits = f"{size:.17e}" if len(repr(size)) > 20 else repr(size)
    mantissa = digits.partition("e")[0].replace(".", "").strip("0") or "1"
    point = 7 if size >= TOO_LARGE else 0
    whole = mantissa[:point].ljust(point, "0") or "0"
    return float(f"{'-' if made < 0 else ''}{whole}.{mantissa[point:] or '0'}")
