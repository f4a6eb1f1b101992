"""The sizes of object types that come in some; docs/schema.md has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: What the objects of a type without a size have, about, bytes.
_USUAL = 2**10


@dataclass(frozen=True)
class Size:
    """A size of the contract: its objects' bytes in JSON, about, and how many
    variants there are.
    """

    name: str
    bytes: int
    variants: int

    def share(self, count: int) -> int:
        """As few objects as have together what this many of the usual size have; at least all
        variants.
        """
        return max(self.variants, count * _USUAL // self.bytes)

    def most(self, count: int) -> int:
        """`count` objects, unless they have more than 16 MiB together."""
        return min(count, 2**24 // self.bytes)


SIZES = {
    size.name: size
    for size in (
        Size("1KiB", 2**10, 1024),
        Size("16KiB", 2**14, 512),
        Size("64KiB", 2**16, 128),
        Size("256KiB", 2**18, 32),
    )
}


def weight(request: Mapping[str, Any]) -> int:
    """How many objects of the usual size each of a request is."""
    size = SIZES.get(request.get("size", ""))
    return size.bytes // _USUAL if size else 1
