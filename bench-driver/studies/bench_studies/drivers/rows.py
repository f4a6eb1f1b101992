"""The rows that every client of the study of drivers gets, and what it must read back. Pure."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate

#: So many differ, as in the study; more repeat them with other keys.
DIFFERENT, _SEED = 18_000, 20_200_101
#: By the number of fields: characters of their values, so that a row is 1,403 or 133 B of JSON.
_VALUES = {89: 611, 6: 84}
#: Which field an update sets, and to what.
CHANGED, VALUE = "a1", "changed"
_LETTERS = bytes(ord("a") + value % 26 for value in range(256))


def names(fields: int) -> list[str]:
    """The names of the fields."""
    return [f"a{place}" for place in range(fields)]


@cache
def rows(fields: int, count: int) -> tuple[tuple[str, ...], ...]:
    """The values of the first rows, of random letters."""
    drawn, (short, longer) = random.Random(_SEED), divmod(_VALUES[fields], fields)
    ends = [*accumulate(short + (place < longer) for place in range(fields))]

    def row() -> tuple[str, ...]:
        letters = drawn.randbytes(_VALUES[fields]).translate(_LETTERS).decode()
        return tuple(letters[start:end] for start, end in zip([0, *ends], ends, strict=False))

    return tuple(row() for _ in range(min(count, DIFFERENT)))


def lines(fields: int, count: int) -> Iterator[str]:
    """A list of values in each line, as clients read them."""
    return (f"{json.dumps(row, separators=(',', ':'))}\n" for row in rows(fields, count))


@cache
def expected(operation: str, fields: int, count: int) -> tuple[int, int]:
    """How many documents there are afterwards, and their digest."""
    if operation == "delete":
        return 0, 0
    changed = names(fields).index(CHANGED) if operation == "update" else None
    every, total = rows(fields, count), 0
    for key in range(count):
        values: Sequence[str] = every[key % len(every)]
        if changed is not None:
            values = [*values[:changed], VALUE, *values[changed + 1 :]]
        total += _digest(key, values)
    return count, total % 2**48


def _digest(key: int, values: Sequence[str]) -> int:
    text = "\n".join([str(key), *values])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])
