"""A round of prices: for each price and what is parsed two fresh processes, one a reader, and groups of a slice of each."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from bench_driver.servers.specs import Options
from bench_driver.stats.pairs import Group

from ..paired import slices
from ..paired.gate import Gated, Size, gated
from ..paired.gathered import Found
from ..paired.loops import GROUPS, SAMPLES, WARMUP, cargo_bench, jmh, jmh_jar
from ..paired.order import Order, sequence
from ..paired.rows import Parsed, contenders
from .price import Price, Reader

#: Objects of a slice: all variants as often, and windows of 20 ms or more for each reader.
AMOUNT = 16 * slices.HELD.variants
SIZE = Size(AMOUNT, WARMUP, slices.HELD.warmup_slice)
_MAKE = "prices"


def _rust(options: Options, parsed: Parsed, reader: Reader) -> list[str]:
    program = cargo_bench(options, "prices", reader.build, _MAKE)
    return [str(program), parsed.format.lower(), reader.name, parsed.object_type, str(SAMPLES)]


def _java(options: Options, parsed: Parsed, reader: Reader) -> list[str]:
    return jmh(options, jmh_jar(options, _MAKE), replace(parsed, engine=f"{parsed.format.lower()}-{reader.name}"), SIZE)


#: The command of a reader's loop, by consumer. SetupError where its program is not built.
COMMANDS: Mapping[str, Callable[[Options, Parsed, Reader], list[str]]] = {"rust-server": _rust, "java-server": _java}


@dataclass(frozen=True)
class Rounds:
    """Makes rounds of these prices, of the default engines of what is parsed."""

    options: Options
    prices: Sequence[Price]
    parsed: Sequence[Parsed]
    logs: Path
    groups: int = GROUPS

    @property
    def rows(self) -> list[tuple[Price, Parsed]]:
        """What each price is asked of."""
        return [(price, each) for price in self.prices for each in self.parsed if each.consumer == price.consumer and each.format in price.formats]

    def check(self) -> None:
        """SetupError where a program is not built."""
        for price, parsed in self.rows:
            for reader in price.readers:
                COMMANDS[price.consumer](self.options, parsed, reader)

    def make(self, number: int) -> Found:
        """A round, all rows in random order. SetupError."""
        dice, found = random.Random(f"round {number} of {slices.SEED}"), Found()
        for price, parsed in dice.sample(self.rows, len(self.rows)):
            orders = [order for _, order in sequence([parsed], self.groups, dice)]
            first, second = (self._loop(number, price, parsed, reader) for reader in price.readers)
            with first as one, second as other:
                found.setdefault(price.name, {})[parsed] = groups(price, parsed, number, (one, other), orders)
        return found

    def _loop(self, number: int, price: Price, parsed: Parsed, reader: Reader) -> AbstractContextManager[Gated]:
        name = f"{price.name}-{parsed.object_type}-{parsed.format}-{reader.name}-{reader.build}"
        command = COMMANDS[price.consumer](self.options, parsed, reader)
        return gated(f"the loop {name}", command, SIZE, self.logs / str(number) / f"{name}.log", self.options.root)


def groups(price: Price, parsed: Parsed, number: int, loops: Sequence[Gated], orders: Sequence[Order]) -> list[Group]:
    """A slice of each loop, back to back, in each of these orders; afterwards the loops have ended."""
    made: list[Group] = []
    who = contenders(price.names)
    for order in orders:
        group = {}
        for place, one in enumerate(order):
            group[who[one]] = slices.told(loops[one].sample(), parsed, who[one], number, len(made) + 1, place, AMOUNT)
        made.append(group)
    for loop in loops:
        loop.finish()
    return made
