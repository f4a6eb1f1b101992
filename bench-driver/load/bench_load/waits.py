"""A round in an open loop: requests go out at a rate that no answer changes.

Each is waited for from when it was due.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from .generators import attack
from .served import OBJECT, Endpoint, Provider

#: Of the ceiling, what is asked for.
SHARES = (0.25, 0.5, 0.75, 0.9)
#: How long the ceiling is looked for, by vegeta over 16 connections in a closed loop, s.
CEILING_S = 2
PERCENTILES = (50, 99, 99.9)


@dataclass(frozen=True)
class Wait:
    """What clients waited at a rate, `asked` and `reached` a second: `PERCENTILES` of it, ns."""

    number: int
    provider: str
    endpoint: Endpoint
    ceiling: float
    share: float
    asked: int
    reached: float
    waits_ns: tuple[float, ...]
    failed: int


def round_s(providers: int, endpoints: int, seconds: int) -> float:
    """How long a round takes, more or less."""
    return providers * endpoints * (CEILING_S + len(SHARES) * (seconds + 0.7))


def measure(
    number: int,
    seed: int,
    providers: Sequence[Provider],
    endpoints: Sequence[Endpoint],
    vegeta: Path,
    seconds: int,
    tell: Callable[[int], None],
) -> list[Wait]:
    """The waits of a round, in random order; `tell` hears how many are made. StackError."""
    dice = random.Random(f"waits {number} of {seed}")
    turns = list(product(providers, endpoints))
    dice.shuffle(turns)
    made: list[Wait] = []
    for provider, endpoint in turns:
        url = provider.url + endpoint.path(OBJECT)
        ceiling = attack(vegeta, url, CEILING_S, None).rate()
        shares = list(SHARES)
        dice.shuffle(shares)
        for share in shares:
            asked = max(1, round(ceiling * share))
            hits = attack(vegeta, url, seconds, asked)
            waits = tuple(float(value) for value in np.percentile(hits.waits(asked), PERCENTILES))
            made.append(
                Wait(
                    number,
                    provider.name,
                    endpoint,
                    ceiling,
                    share,
                    asked,
                    hits.rate(),
                    waits,
                    hits.failed,
                )
            )
            tell(len(made))
    return made
