"""The sizes that objects of a type come in, where its schema says by which field they grow.
docs/schema.md has the rules.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from alike import variants_alike
from canonical import to_json
from schema.model import ObjectType
from schema.reader import Unreadable

#: What each has in JSON, bytes: its canonical object comes as near as a length of the field can.
SIZES = {"1KiB": 2**10, "16KiB": 2**14, "64KiB": 2**16, "256KiB": 2**18}
#: What the variants of a size have in JSON together, at most. No format takes over four times as
#: much.
TOGETHER = 2**23
#: As many as the variants of a type without a size, at most.
MOST = 1024
#: A canonical object that is further from its size, as a part of it, is not called by that size.
OFF = 0.1


def count(size: str) -> int:
    """How many variants a size has."""
    return min(MOST, TOGETHER // SIZES[size])


def scaled(canonical: Mapping[str, Any], field: str, length: int) -> dict[str, Any]:
    """The canonical object with this many items in a list, or characters in a text: those that it
    has, over and over.
    """
    held = itertools.islice(itertools.cycle(canonical[field]), length)
    return {**canonical, field: "".join(held) if isinstance(canonical[field], str) else list(held)}


def lengths(object_type: ObjectType, canonical: Mapping[str, Any]) -> tuple[int, ...]:
    """How long the field is for each size; Unreadable where the objects do not come near one."""
    name, field = object_type.name, object_type.scales
    if field is None:
        return ()
    if not canonical.get(field):
        raise Unreadable(
            f"{name}: it grows by {field}, which its canonical object has not; give it some"
        )

    def size_of(length: int) -> int:
        return len(to_json(scaled(canonical, field, length), object_type.record))

    found = []
    for size, wanted in SIZES.items():
        above = bisect_left(range(wanted), wanted, lo=1, key=size_of)
        length = min(max(above - 1, 1), above, key=lambda near: abs(size_of(near) - wanted))
        if abs(size_of(length) - wanted) > OFF * wanted:
            raise Unreadable(
                f"{name}: with {field} of {length} it has {size_of(length):,} bytes in JSON, too far from {size}; make what does not grow smaller"
            )
        found.append(length)
    return tuple(found)


def variants_sized(
    object_type: ObjectType, canonical: Mapping[str, Any], size: str, some: int
) -> list[dict[str, Any]]:
    """The first variants of a size."""
    assert object_type.scales is not None
    length = object_type.lengths[list(SIZES).index(size)]
    return variants_alike(
        f"{object_type.name}/{size}",
        scaled(canonical, object_type.scales, length),
        object_type.record,
        some,
        object_type.scales,
    )
