"""Prices: what a guarantee, or a choice of a library's user, costs.

Two readers of the same bodies, which differ in that alone, are programs of their own.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench_driver.report.document import Section
from bench_driver.servers.specs import Options
from bench_driver.stats.pairs import Group

from .paired import servers
from .paired.gate import Gated, Size, gated
from .paired.loops import GROUPS, SAMPLES, WARMUP, cargo_bench, jmh
from .paired.rounds import Round, gathered, groups, sequence
from .paired.rows import STATISTICS, Comparison, Parsed, section
from .paired.servers import HELD, SEED
from .tables import table

TITLE, PAGE = "Prices", "prices.md"
#: Objects of a slice: all variants as often, and windows of 20 ms or more for each reader.
AMOUNT = 16 * HELD.variants
SIZE = Size(AMOUNT, WARMUP, HELD.warmup_slice)
_Loop = AbstractContextManager[Gated]
#: A reader, by its name in its language's program, and the build that has it.
Reader = tuple[str, str]


@dataclass(frozen=True)
class Price(Comparison):
    """By its name on the command line, whose runtime it is, and its two readers."""

    consumer: str
    readers: tuple[Reader, Reader]
    formats: Sequence[str]


PRICES = tuple(
    Price(**{**one, "names": tuple(one["names"]), "readers": tuple(map(tuple, one["readers"]))})
    for one in table(__file__)
)
_HOW = (
    "both readers of a price are programs of their own, without a server: Rust's `prices`, Java's "
    "loop in JMH; each waits at a gate before a sample",
    f"they are started afresh for each round and each row, and parse {WARMUP:,} objects before the "
    "first slice",
    f"{GROUPS} groups a row and round: a slice of each reader, back to back, either one first "
    "equally often; all rows of a round in random order",
    f"slices of {AMOUNT:,} objects, all 1,024 bodies equally often, {HELD.warmup_slice:,} "
    "uncounted before",
    *STATISTICS,
)


def rows(prices: Sequence[Price], parsed: Sequence[Parsed]) -> list[tuple[Price, Parsed]]:
    """What each price is asked of."""
    return [
        (price, one)
        for price in prices
        for one in parsed
        if one.consumer == price.consumer and one.format in price.formats
    ]


def command(options: Options, parsed: Parsed, reader: Reader) -> list[str]:
    """The command of a reader's loop.

    Raises:
        SetupError: its program is not built.
    """
    (name, build), form = reader, parsed.format.lower()
    if parsed.consumer == "java-server":
        return jmh(options, "prices", f"{form}-{name}", parsed.object_type, SIZE)
    program = cargo_bench(options, "prices", build, "prices")
    return [str(program), form, name, parsed.object_type, str(SAMPLES)]


class Session:
    """The rounds of some prices, of the default engines."""

    def __init__(
        self, prices: Sequence[Price], options: Options, logs: Path, _: Mapping[int, Round]
    ) -> None:
        announced = servers.ask(options, logs / "asked")
        self.servers, self._prices, self._logs = announced.servers, prices, logs
        self._options, self._rows = options, rows(prices, announced.parsed)
        for price, parsed in self._rows:
            for reader in price.readers:
                command(options, parsed, reader)  # none is missing

    def make(self, number: int) -> Round:
        """A round, all rows in random order."""
        dice, result = random.Random(f"round {number} of {SEED}"), Round()
        for price, parsed in dice.sample(self._rows, len(self._rows)):
            order = sequence([parsed], GROUPS, dice)
            with ExitStack() as started:
                loops = [
                    started.enter_context(self._loop(number, price, parsed, reader))
                    for reader in price.readers
                ]
                each = sampled(price, parsed, number, loops, order)
            result.groups.setdefault(price.name, {}).update(each)
        return result

    def _loop(self, number: int, price: Price, parsed: Parsed, reader: Reader) -> _Loop:
        name = "-".join([price.name, parsed.object_type, parsed.format, *reader])
        log = self._logs / str(number) / f"{name}.log"
        words = command(self._options, parsed, reader)
        return gated(f"the loop {name}", words, SIZE, log, self._options.root)

    def page(self, rounds: Mapping[int, Round]) -> tuple[list[Section], Sequence[str]]:
        """The sections, and how it was measured, a line each."""
        by_name = gathered(rounds)
        return [section(price, by_name[price.name]) for price in self._prices], _HOW


def sampled(
    price: Price,
    parsed: Parsed,
    number: int,
    loops: Sequence[Gated],
    order: Sequence[tuple[Parsed, tuple[int, int]]],
) -> dict[Parsed, list[Group]]:
    """The groups of both loops, which have ended afterwards."""
    one, other = (lambda _, loop=loop: loop.sample() for loop in loops)
    result = groups({parsed: (one, other)}, price.names, number, {parsed: AMOUNT}, order)
    for loop in loops:
        loop.finish()
    return result
