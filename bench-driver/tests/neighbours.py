"""Rounds of slices that met a noisy neighbour, one slice more than another, as a shared
machine makes them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from math import exp
from statistics import fmean, median

from bench_driver.model.cell import Cell, Contender, Slice
from bench_driver.model.records import Attempt
from bench_driver.stats.pairs import Rounds

from .grouped import answered
from .stores import PlannedSlice

CELL = Cell(object_type="DummyObject", format="JSON", condition="block")
RUST, JAVA = Contender("rust-server"), Contender("java-server")
#: How many times as long each takes beside a neighbour, where the scan takes 1.6 times as long.
SLOWED = {RUST: 1.5, JAVA: 1.7}
SCAN_NS = {RUST: 42_000.0, JAVA: 46_000.0}


def rounds(
    seed: int,
    *,
    ratio: float = 1.5,
    count: int = 6,
    groups: int = 8,
    busy: float = 0.5,
    starts: float = 0.02,
    stays: float = 0.8,
) -> Rounds:
    """Rounds of slices of eight blocks. A neighbour comes and goes slice by slice, so that each
    contender meets it by chance; in a slice it mostly stays.
    """
    dice = random.Random(seed)

    def one(who: Contender, number: int, group: int, place: int, start: float) -> Slice:
        beside = dice.random() < busy
        blocks = []
        for _ in range(8):
            felt = beside if dice.random() < stays else not beside
            time = (
                3000
                * (ratio if who == JAVA else 1)
                * (SLOWED[who] if felt else 1)
                * exp(start + dice.gauss(0, 0.03))
            )
            blocks.append((time, SCAN_NS[who] * (1.6 if felt else 1) * exp(dice.gauss(0, 0.02))))
        times = [time for time, _ in blocks]
        return Slice(
            CELL,
            who,
            "rust-provider",
            number,
            group,
            place,
            4096,
            median(times),
            1,
            fmean(times),
            1,
            None,
            {},
            blocks=tuple(blocks),
        )

    made: dict[int, list[dict[Contender, Slice]]] = {}
    for number in range(1, count + 1):
        begun = {who: dice.gauss(0, starts) for who in (RUST, JAVA)}
        made[number] = [
            {
                who: one(who, number, group, place, begun[who])
                for place, who in enumerate((RUST, JAVA))
            }
            for group in range(groups)
        ]
    return made


def scanned(busy: int = 2) -> Callable[[PlannedSlice, float], Attempt]:
    """What makes a slice's answer with eight blocks and their scans, so many of them beside a
    neighbour; the median window is in the longer half of them.
    """

    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        who = Contender(item.turn.contender.consumer)
        beside, slowed, scan_ns = [place < busy for place in range(8)], SLOWED[who], SCAN_NS[who]
        means = [
            round(p50_ns * (slowed if felt else 1) * (1 + place / 1000))
            for place, felt in enumerate(beside)
        ]
        scans = [
            round(scan_ns * (1.6 if felt else 1) * (1 + place / 1000))
            for place, felt in enumerate(beside)
        ]
        found = answered(item, p50_ns * (slowed if busy > 4 else 1))
        return replace(
            found,
            answer={
                **(found.answer or {}),
                "blocks": {"objects": 500, "mean_ns": means, "p50_ns": means, "scan_ns": scans},
            },
        )

    return made
