"""Whether watching a sweep disturbs it: the page's Live view, open and closed meanwhile."""

from __future__ import annotations

import random
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime
from math import log
from statistics import fmean, median
from typing import TYPE_CHECKING

from bench_driver.errors import StackError
from bench_driver.model.cell import Cell, Slice, whole
from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.stats.log_ratios import estimate
from bench_driver.store.database import Store
from bench_driver.store.slices import made_groups

from .claims import within

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TITLE = "A sweep that is watched"
MARGIN = 0.03
#: Left out as the view opens or closes, s: loading it is no watching.
SETTLING_S = 2.0
#: Values of groups that were watched, and of the others.
Sides = dict[bool, list[float]]


@dataclass(frozen=True)
class Turn:
    """A span of time, s since 1970, in which the view was open from begin to end, or closed."""

    watched: bool
    begun: float
    ended: float


@dataclass(frozen=True)
class Spent:
    """A group of slices, and from when to when it was made, s since 1970."""

    slices: Sequence[Slice]
    begun: float
    ended: float


def watch(
    browser: Browser, url: str, sweep: subprocess.Popen[bytes], seconds: float, dice: random.Random
) -> list[Turn]:
    """Pairs of turns in random order, the view open in one, until the sweep ends.

    Raises:
        StackError: the sweep failed.
    """
    from bench_load.ui.unheard import unheard

    turns: list[Turn] = []
    while sweep.poll() is None:
        for watching in dice.sample([True, False], 2):
            with unheard(browser, f"{url}?view=live") if watching else nullcontext():
                time.sleep(SETTLING_S)
                begun = time.time()
                with suppress(subprocess.TimeoutExpired):
                    sweep.wait(seconds)
                turns.append(Turn(watching, begun, time.time()))
            if sweep.poll() is not None:
                break
    if sweep.returncode:
        why = f"exit code {sweep.returncode}"
        raise StackError("the sweep that was watched failed", why=why, do="see what it says above")
    return turns


def spent(store: Store, sweep_id: str) -> Iterator[Spent]:
    """The groups of which no slice failed."""

    def seconds(moment: str) -> float:
        return datetime.fromisoformat(moment).timestamp()

    for group in made_groups(store, sweep_id):
        if slices := whole(group):
            begun = min(seconds(result.started_at) for _, result in slices)
            ended = max(seconds(result.ended_at) for _, result in slices)
            yield Spent(Slice.together(group), begun, ended)


def watched(group: Spent, turns: Iterable[Turn]) -> bool | None:
    """Whether a group was watched from begin to end, or not for a moment; None where both."""
    inside = (one.watched for one in turns if one.begun <= group.begun <= group.ended <= one.ended)
    return next(inside, None)


def figures(groups: Iterable[Spent], turns: Sequence[Turn]) -> dict[str, list[float]]:
    """By contender, and by two as "a / b", each round's log ratio of watched over the rest.

    That of two is of their ratio in a group, which the answer is made of. A value counts by how far
    it lies from the middle of its cell, half way between the medians of its two sides, so that
    groups of different cells are alike and none absorbs what is looked for. Of a round's values on
    each side the median counts, which one disturbed group does not move.
    """
    values = [
        (name, group.slices[0], side, value)
        for group in groups
        if (side := watched(group, turns)) is not None
        for name, value in _values(group.slices).items()
    ]
    cells: dict[tuple[str, Cell], Sides] = defaultdict(_sides)
    for name, first, side, value in values:
        cells[name, first.cell][side].append(value)
    middles = {
        line: fmean(map(median, sides.values()))
        for line, sides in cells.items()
        if all(sides.values())
    }
    rounds: dict[tuple[str, int], Sides] = defaultdict(_sides)
    for name, first, side, value in values:
        if (middle := middles.get((name, first.cell))) is not None:
            rounds[name, first.round][side].append(value - middle)
    by_name: dict[str, list[float]] = defaultdict(list)
    for (name, _), sides in rounds.items():
        if all(sides.values()):
            by_name[name].append(median(sides[True]) - median(sides[False]))
    return dict(by_name)


def _sides() -> Sides:
    return {True: [], False: []}


def _values(slices: Sequence[Slice]) -> dict[str, float]:
    """The logarithm of each one's time, and of the ratio of the last over the first of two."""
    by_name: dict[str, float] = {}
    for one in slices:
        by_name.setdefault(
            f"{one.contender}", log(one.figure_ns)
        )  # beside itself it is there twice
    if len(by_name) == 2:
        first, last = sorted(by_name)
        by_name[f"{last} / {first}"] = by_name[last] - by_name[first]
    return by_name


def counted(groups: Iterable[Spent], turns: Sequence[Turn]) -> tuple[int, int, int]:
    """How many groups were watched, not watched, and neither."""
    sides = [watched(group, turns) for group in groups]
    return sides.count(True), sides.count(False), sides.count(None)


def sections(
    figures: Mapping[str, Sequence[float]], counted: tuple[int, int, int]
) -> list[Section]:
    """A row a contender, and one for the ratio of the two."""
    ratios = {name: estimate(each, len(figures)) for name, each in sorted(figures.items())}
    lines = [[name, words.close(one), within(one, MARGIN)] for name, one in ratios.items()]
    all_ = words.listed(f"{name} {words.close(one)}" for name, one in ratios.items())
    yes, no, both = counted
    note = (
        "Each group is measured against the middle of its cell, between the median of watched "
        "groups and that of the others. A round's figure is the median of its watched groups, less "
        "that of the others; Student's t over rounds gives simultaneous intervals. "
        f"{yes:,} groups were watched throughout, {no:,} not at all. {both:,}, in which the view "
        "opened or closed, are left out."
    )
    lead = Text(f"Watched over not watched, {all_}.", lead=True)
    table = Table(["what", "watched / not watched", "verdict"], lines, 1)
    return [Section("watched", "Watched and not", [lead, table, Text(note)])]


def how(seconds: float, sweep: str) -> list[str]:
    """The conditions of measurement."""
    return [
        f"the sweep: {sweep}",
        "the page's Live view in headless Chromium on the same machine, open for "
        f"{seconds:g} s and closed for as long, in random order, until the sweep ended",
    ]
