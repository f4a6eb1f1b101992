"""Variants of an object type that has no maker of its own: objects like the canonical one, as its schema allows them.

A text becomes words of about the same length, a number another of the same sign and about the same magnitude, a list one of about as many items. The
canonical object is what makes them realistic.
"""

from __future__ import annotations

import math
import random
from hashlib import sha256
from typing import Any

from variants import COUNT, WORDS, Draw, Object

WIDEST = {"int32": 2**31 - 1, "int64": 2**63 - 1}
#: Doubles from here on have no canonical form.
LARGEST = 10_000_000
PATIENCE = 100


def variants_alike(object_type: str, canonical: Object, schema: dict[str, Any]) -> list[Object]:
    """The `COUNT` variants of a type, no two of them equal, seeded by its name; index 0 is the canonical object itself."""
    draw = Draw(random.Random(int.from_bytes(sha256(object_type.encode()).digest()[:8])))
    found = {repr(canonical): canonical}
    for _ in range(PATIENCE * COUNT):
        if len(found) == COUNT:
            return list(found.values())
        made = alike(draw, canonical, schema)
        found.setdefault(repr(made), made)
    raise SystemExit(f"{object_type} has not {COUNT:,} different objects like its canonical one: give that longer texts, larger numbers or more items")


def alike(draw: Draw, value: Any, schema: dict[str, Any]) -> Any:
    """Another value of this schema, like the one given."""
    match schema["type"]:
        case "object":
            return {name: alike(draw, value[name], field) for name, field in schema["properties"].items() if name in value}
        case "array":
            items = range(draw.count(len(value), 2 * len(value))) if value else ()
            return [alike(draw, draw.one(value), schema["items"]) for _ in items]
        case "integer":
            size = draw.integer(0, min(2 * abs(value) + 1, WIDEST[schema["format"]]))
            return -size if value < 0 else size
        case "number":
            return math.copysign(draw.decimal(abs(value) / 2, min(2 * abs(value) + 1, LARGEST), 6), value)
        case "boolean":
            return draw.chance(0.5)
    return text(draw, value, schema.get("format"))


def text(draw: Draw, value: str, text_format: str | None) -> str:
    """Words of about the same length; a UUID for one, and any other text that has a format as it is."""
    if text_format is not None:
        return draw.guid() if text_format == "uuid" else value
    wanted = draw.integer(len(value) // 2, len(value) * 3 // 2)
    words = ""
    while len(words) < wanted:
        words += draw.one(WORDS) + " "
    return words[:wanted]
