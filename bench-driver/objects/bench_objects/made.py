"""The canonical object of a type, and its variants where there are samples enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .concluded import Schema
from .converted import plain

#: Samples from which on they are the variants themselves, and how many a type has.
ENOUGH, VARIANTS = 64, 1024


def canonical(objects: Sequence[Any], schema: Schema) -> tuple[Any, int]:
    """The object with the most fields, and those that it lacks from the others; how many these are.

    What no variant would have otherwise is in it: variants are made from it alone.
    """
    fullest = max(objects, key=_parts)
    filled = _Filled()
    return filled.of(fullest, schema, objects), filled.count


def variants(objects: Sequence[Any], first: Any) -> list[Any]:
    """As many objects as a type has variants, the canonical one first: the samples, again and again
    where they are fewer, spread over all where they are more.
    """
    many = max(len(objects), VARIANTS)
    places = (at * many // VARIANTS for at in range(1, VARIANTS))
    return [first, *(objects[place % len(objects)] for place in places)]


def _parts(value: Any) -> int:
    """How many values it has that are not null."""
    match value:
        case None:
            return 0
        case dict():
            return 1 + sum(map(_parts, value.values()))
        case list():
            return 1 + sum(map(_parts, value))
    return 1


class _Filled:
    def __init__(self) -> None:
        self.count = 0

    def of(self, value: Any, schema: Schema, others: Sequence[Any]) -> Any:
        """The value with each field that it lacks from the first of the others that has it."""
        kind = plain(schema)
        if "properties" in kind:
            return self._record(value, kind, [one for one in others if one])
        if kind["type"] == "array":
            rest = [item for one in others for item in one or ()]
            return [self.of(value[0], kind["items"], rest), *value[1:]] if value else value
        if kind["type"] == "object":
            rest = [item for one in others for item in (one or {}).values()]
            of = kind["additionalProperties"]
            return {
                name: item if at else self.of(item, of, rest)
                for at, (name, item) in enumerate(value.items())
            }
        return value

    def _record(self, value: Any, schema: Schema, others: Sequence[Any]) -> Any:
        made = {}
        for name, of in schema["properties"].items():
            held = [found for one in others if (found := one.get(name)) not in (None, [], {})]
            given = value.get(name)
            if given in (None, [], {}) and held:
                given = held[0]
                self.count += 1
            if given is not None or name in value:
                made[name] = None if given is None else self.of(given, of, held)
        return made
