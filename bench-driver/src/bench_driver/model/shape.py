"""What an object is like, in numbers, and no value of it. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

#: Where a sweep's `about` has the shapes of its object types.
KEY = "shapes"
#: Each number of a shape, and how it is called. Shares are of the object's bytes in JSON.
NUMBERS = {
    "bytes": "JSON bytes",
    "text": "share of text",
    "numbers": "share of numbers",
    "fields": "values",
    "depth": "depth",
}


def shape(body: str) -> dict[str, float]:
    """The shape of an object in canonical JSON."""
    texts = numbers = fields = 0
    deepest = 0
    for value, depth in _leaves(json.loads(body), 0):
        written = len(json.dumps(value, ensure_ascii=False).encode())
        texts += written if isinstance(value, str) else 0
        numbers += written if type(value) in (int, float) else 0
        fields, deepest = fields + 1, max(deepest, depth)
    size = len(body.encode())
    return {
        "bytes": size,
        "text": round(texts / size, 4),
        "numbers": round(numbers / size, 4),
        "fields": fields,
        "depth": deepest,
    }


def _leaves(value: Any, depth: int) -> Iterator[tuple[Any, int]]:
    """What holds nothing else, with how many records, maps and lists are open there."""
    if not isinstance(value, dict | list):
        yield value, depth
        return
    for inner in value.values() if isinstance(value, dict) else value:
        yield from _leaves(inner, depth + 1)
