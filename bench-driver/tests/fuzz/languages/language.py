"""What the mutators must know of any format."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .. import values
from ..tree import Node, Scalar


@dataclass(frozen=True)
class Language:
    """A format as the mutators see it. `tokens` cuts a body; it is None where a format has none."""

    name: str
    spell: Callable[[Random, Scalar], bytes]
    text: Callable[[Random, str], bytes]
    odd: Callable[[Random], bytes]
    render: Callable[[Node], bytes]
    tokens: re.Pattern[bytes] | None
    dictionary: list[bytes]
    odd_names: list[bytes]


def plain(draw: Random, scalar: Scalar) -> bytes:
    """What JSON and XML spell alike."""
    match scalar:
        case "int32":
            return b"%d" % values.integer(draw, 32)
        case "int64":
            return b"%d" % values.integer(draw, 64)
        case "boolean":
            return draw.choice((b"true", b"false"))
        case "null":
            return b"null"
    return repr(values.double(draw)).encode()
