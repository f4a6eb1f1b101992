"""The canonical object of a type, and its variants where samples tell what they are like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from .bad import LARGEST_OBJECT
from .concluded import Schema
from .converted import plain
from .resampled import places
from .scrambled import Scrambler
from .written import size

#: Samples from which on they are the variants themselves, and how many a type has.
_ENOUGH, VARIANTS = 64, 1024
#: Draws for an object that is no larger than servers take.
_TRIES = 64


def canonical(objects: Sequence[Any], schema: Schema) -> tuple[Any, int]:
    """The object with the most fields, and those that it lacks from the others; how many these are.

    What no variant would have otherwise is in it: variants are made from it alone.
    """
    fullest = max(objects, key=_parts)
    filled = _Filled()
    return filled.of(fullest, schema, objects), filled.count


def variants(
    objects: Sequence[Any], first: Any, schema: Schema, scrambler: Scrambler | None
) -> list[Any]:
    """All variants of a type, the canonical one first; none of a single object, of which the rules
    of docs/schema.md make more.

    Each time that samples come again they have other values.
    """
    if len(objects) == 1:
        return []
    few = len(objects) < _ENOUGH
    lines = _drawn(objects, schema) if few else _spread(objects)
    made = [first]
    for at, one in enumerate(islice(lines, VARIANTS - 1), 1):
        if scrambler and (few or at % len(objects) == 0):
            scrambler = scrambler.again()
        made.append(scrambler.of(one, schema) if scrambler else one)
    return made


def _spread(objects: Sequence[Any]) -> Iterator[Any]:
    """The samples, again and again where they are fewer than variants, else spread over all."""
    many = max(len(objects), VARIANTS)
    return (objects[at * many // VARIANTS % len(objects)] for at in range(1, VARIANTS))


def _drawn(objects: Sequence[Any], schema: Schema) -> Iterator[Any]:
    """Objects with the distributions of the samples, always the same of the same."""
    place, random = places(objects, schema), Random(0)
    while True:
        drawn = (place.draw(random) for _ in range(_TRIES))
        yield next((one for one in drawn if size(one) <= LARGEST_OBJECT), objects[0])


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
