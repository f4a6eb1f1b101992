"""Object types that come in sizes. In cells, tables and files such a type goes by one name with its size, `Timeline@16KiB`; docs/schema.md has the sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_BETWEEN = "@"
#: What the objects of a type without a size have, about, bytes.
_USUAL = 2**10


@dataclass(frozen=True)
class Size:
    """A size of the contract: its objects' bytes in JSON, about, and how many variants there are."""

    name: str
    bytes: int
    variants: int

    def share(self, count: int) -> int:
        """As few objects as have together what so many of the usual size have; at least all variants."""
        return max(self.variants, count * _USUAL // self.bytes)

    def most(self, count: int) -> int:
        """So many objects, unless they have more than 16 MiB together."""
        return min(count, 2**24 // self.bytes)


SIZES = {size.name: size for size in (Size("1KiB", 2**10, 1024), Size("16KiB", 2**14, 512), Size("64KiB", 2**16, 128), Size("256KiB", 2**18, 32))}


def of_size(object_type: str, size: str) -> str:
    """A type of one size by one name."""
    return f"{object_type}{_BETWEEN}{size}"


def size_of(name: str) -> Size | None:
    """The size that such a name ends in; None of a type as it is."""
    return SIZES.get(name.partition(_BETWEEN)[2])


def type_of(name: str) -> str:
    """The object type itself."""
    return name.partition(_BETWEEN)[0]


def named(name: str) -> dict[str, Any]:
    """What a request says of it."""
    size = size_of(name)
    return {"object_type": type_of(name)} | ({"size": size.name} if size else {})


def weight(request: Mapping[str, Any]) -> int:
    """How many objects of the usual size each of a request is."""
    size = SIZES.get(request.get("size", ""))
    return size.bytes // _USUAL if size else 1
