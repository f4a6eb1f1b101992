"""Variants of an object type that has no maker of its own: objects like the canonical one, made
from it and a seed.

Both servers make the same at start, so that nothing but the canonical object is stored. The rules
stand in docs/schema.md; each draw is in their order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from schema.model import Enumeration, Field, Kind, List, Map, Presence, Record, Scalar

WORD = 2**64 - 1
#: The largest magnitude that a draw gives an integer of each width.
WIDEST = {Scalar.INT32: 2**31 - 1, Scalar.INT64: 2**63 - 1}
#: Doubles from here on have no canonical form.
LARGE = 10_000_000
#: Decimals that a double keeps, at most.
DECIMALS = 6
#: One of so many optional fields is left out, and one of so many nullable ones is null.
SPARSE = 8
#: A list of at most so many items keeps its length: a pair of coordinates stays one, and a box of
#: four.
SHORT = 4


def variants_alike(
    named: str, canonical: dict[str, Any], record: Record, count: int, scales: str | None = None
) -> list[dict[str, Any]]:
    """This many variants of a type, or of a size of it; index 0 is the canonical object itself. The
    field that scales has the same length in all.
    """
    made = (
        fields(Draw(seed(f"{named}/{index}")), canonical, record, scales)
        for index in range(1, count)
    )
    return [canonical, *made]


def seed(text: str) -> int:
    """FNV-1a of 64 bits (draft-eastlake-fnv)."""
    hashed = 0xCBF29CE484222325
    for byte in text.encode():
        hashed = (hashed ^ byte) * 0x100000001B3 & WORD
    return hashed


@dataclass
class Draw:
    """SplitMix64 (Steele, Lea and Flood, 2014), which every language writes alike."""

    state: int

    def below(self, count: int) -> int:
        """A number from 0 to count - 1."""
        self.state = self.state + 0x9E3779B97F4A7C15 & WORD
        mixed = (self.state ^ self.state >> 30) * 0xBF58476D1CE4E5B9 & WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & WORD
        return (mixed ^ mixed >> 31) % count


def alike(draw: Draw, value: Any, kind: Kind) -> Any:
    """Another value of this kind, like the one given."""
    match kind:
        case Record():
            return fields(draw, value, kind)
        case List():
            return [
                alike(draw, value[at % len(value)], kind.item)
                for at in range(length(draw, len(value)))
            ]
        case Map():
            return entries(draw, value, kind)
        case Enumeration():
            return kind.values[draw.below(len(kind.values))]
        case Scalar.TEXT:
            return text(draw, value)
        case Scalar.BOOLEAN:
            return draw.below(2) == 1
        case Scalar.DOUBLE:
            return double(draw, value)
    size = draw.below(min(2 * abs(value) + 1, WIDEST[kind]) + 1)
    return -size if value < 0 else size


def fields(
    draw: Draw, value: dict[str, Any], record: Record, scales: str | None = None
) -> dict[str, Any]:
    """The fields that the canonical record has, some of the optional ones left out, some of the
    nullable ones null.
    """
    made: dict[str, Any] = {}
    for field in record.fields:
        given = value.get(field.name, [] if isinstance(field.kind, List) else None)
        if field.name == scales:
            made[field.name] = as_long(draw, given, field)
        elif given is None:
            if field.presence is Presence.NULLABLE:
                made[field.name] = None
        elif field.presence is Presence.REQUIRED or draw.below(SPARSE) > 0:
            made[field.name] = alike(draw, given, field.kind)
        elif field.presence is Presence.NULLABLE:
            made[field.name] = None
    return made


def as_long(draw: Draw, value: Any, field: Field) -> Any:
    """A list of as many items, each made alike, or a text of as many characters."""
    if isinstance(field.kind, List):
        return [alike(draw, item, field.kind.item) for item in value]
    return "".join(character(draw, like) for like in value)


def entries(draw: Draw, value: dict[str, Any], kind: Map) -> dict[str, Any]:
    """Entries like those of the canonical map, from its first key by UTF-8 bytes; of two with one
    key the first stays.
    """
    keys = sorted(value, key=str.encode)
    made: dict[str, Any] = {}
    for at in range(length(draw, len(keys))):
        like = keys[at % len(keys)]
        key, held = text(draw, like), alike(draw, value[like], kind.value)
        made.setdefault(key, held)
    return made


def length(draw: Draw, canonical: int) -> int:
    """From half as many as the canonical list has to half as many again."""
    return canonical if canonical <= SHORT else canonical // 2 + draw.below(canonical + 1)


def text(draw: Draw, value: str) -> str:
    """Characters of the same classes.

    With a space in it, a text is prose, and as long as a list would be.
    """
    wanted = length(draw, len(value)) if " " in value else len(value)
    return "".join(character(draw, value[at % len(value)]) for at in range(wanted))


def character(draw: Draw, like: str) -> str:
    """A digit from 1 to itself, a small letter from a to itself; any other as it is. A date stays a
    date, and a hexadecimal digit one.
    """
    first = "1" if "1" <= like <= "9" else "a" if "a" <= like <= "z" else like
    return chr(ord(first) + draw.below(ord(like) - ord(first) + 1)) if first != like else like


def double(draw: Draw, value: float) -> float:
    """One of the same sign, at most about twice as large, with as many decimals; 0 stays 0."""
    size = abs(value)
    if size == 0:
        return 0.0
    scales = (10.0**decimals for decimals in range(DECIMALS + 1))
    scale = next(
        (scale for scale in scales if math.floor(size * scale + 0.5) / scale == size),
        10.0**DECIMALS,
    )
    most = min(2 * math.floor(size * scale + 0.5) + 1, int(LARGE * scale) - 1)
    made = max(draw.below(most + 1), int(scale / 1000), 1) / scale
    return math.copysign(made, value)
