"""A round in a closed loop: fresh providers, warmed.

For each endpoint and load there is a slice of every provider and kind, back to back.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from bench_driver.system import cpu

from .generators import LOADS, Load, Sample
from .served import KINDS, Endpoint, Provider


@dataclass(frozen=True)
class Slice:
    """What came of requesting one path of one provider for a while.

    `cpu_s` is the provider's, all threads together; None where nobody can tell.
    """

    number: int
    group: int
    place: int
    provider: str
    kind: str
    endpoint: Endpoint
    load: str
    sample: Sample
    cpu_s: float | None

    @property
    def each_s(self) -> float:
        """The time from one answer to the next, s; endless where none came."""
        return self.sample.seconds / self.sample.requests if self.sample.requests else float("inf")


@dataclass(frozen=True)
class Plan:
    """What rounds are made of; no endpoints before the providers were asked.

    `loads` are the closed loops, `open_loop` asks for waits as well.
    """

    providers: Sequence[str]
    endpoints: Sequence[Endpoint]
    loads: Sequence[Load]
    open_loop: bool
    groups: int
    seconds: int
    warmup: int
    seed: int

    @property
    def slices(self) -> int:
        """Of a round."""
        return (
            len(self.providers) * len(KINDS) * len(self.endpoints) * len(self.loads) * self.groups
        )

    @property
    def round_s(self) -> float:
        """How long a round takes, more or less."""
        return (
            self.slices * (self.seconds + 0.1)
            + len(self.providers) * len(KINDS) * len(self.endpoints) * self.warmup
            + 10
        )

    def order(self, number: int) -> list[tuple[int, Endpoint, Load, list[tuple[str, str]]]]:
        """The groups of a round in random order, each with its providers and kinds likewise."""
        dice = random.Random(f"rates {number} of {self.seed}")
        made = []
        for group, endpoint, load in product(range(1, self.groups + 1), self.endpoints, self.loads):
            who = list(product(self.providers, KINDS))
            dice.shuffle(who)
            made.append((group, endpoint, load, who))
        dice.shuffle(made)
        return made


def warm(plan: Plan, providers: Sequence[Provider], wrk: Path) -> None:
    """Requests all paths in turn over 16 connections, so that a JIT compiler has seen them.

    StackError.
    """
    for provider, endpoint, kind in (
        product(providers, plan.endpoints, KINDS) if plan.warmup else []
    ):
        LOADS["wrk-16"].sample(wrk, provider.url + endpoint.path(kind), plan.warmup)


def measure(
    plan: Plan,
    number: int,
    providers: Sequence[Provider],
    programs: Mapping[str, Path],
    tell: Callable[[int], None],
) -> list[Slice]:
    """The slices of a round; `tell` hears how many are made. StackError."""
    by_name = {provider.name: provider for provider in providers}
    made: list[Slice] = []
    for group, endpoint, load, who in plan.order(number):
        for place, (name, kind) in enumerate(who):
            provider = by_name[name]
            before = cpu.seconds(provider.pid)
            sample = load.sample(
                programs[load.program], provider.url + endpoint.path(kind), plan.seconds
            )
            after = cpu.seconds(provider.pid)
            used = after - before if after is not None and before is not None else None
            made.append(Slice(number, group, place, name, kind, endpoint, load.name, sample, used))
            tell(len(made))
    return made
