"""Objects drawn with the distributions of a few samples: counts of lists and maps, values with
their lengths, ranges and classes of characters, shares of absent and null fields.

Each place of the samples is drawn by itself, from all that any sample has there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from .concluded import Schema
from .converted import plain

_ABSENT = object()


@dataclass(frozen=True)
class Place:
    """What samples have at a place: scalars, null and absences as they are, counts of lists and
    maps, and the places inside.
    """

    held: list[Any]
    fields: dict[str, Place] = field(default_factory=dict)
    keys: list[str] | None = None
    item: Place | None = None

    def draw(self, random: Random) -> Any:
        """Another value of this place; `_ABSENT` as often as it was absent."""
        held = random.choice(self.held)
        if held is None or held is _ABSENT:
            return held
        if self.fields:
            drawn = {name: place.draw(random) for name, place in self.fields.items()}
            return {name: value for name, value in drawn.items() if value is not _ABSENT}
        if self.item is None:
            return held
        if self.keys is None:
            return [self.item.draw(random) for _ in range(held)]
        return {key: self.item.draw(random) for key in random.sample(self.keys, held)}


def places(values: Sequence[Any], schema: Schema) -> Place:
    """What converted values have at each place of their schema."""
    kind, there = plain(schema), [one for one in values if one is not None and one is not _ABSENT]
    if "properties" in kind:
        fields = {
            name: places([one.get(name, _ABSENT) for one in there], of)
            for name, of in kind["properties"].items()
        }
        return Place([*values], fields)
    if kind["type"] not in ("array", "object"):
        return Place([*values])
    counts = [len(one) if isinstance(one, list | dict) else one for one in values]
    if kind["type"] == "array":
        return Place(counts, item=places([item for one in there for item in one], kind["items"]))
    held = places([item for one in there for item in one.values()], kind["additionalProperties"])
    return Place(counts, keys=[*dict.fromkeys(key for one in there for key in one)], item=held)
