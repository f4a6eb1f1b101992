"""What a sweep in groups would do, as `--dry-run` shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..plan.estimate import Rates, grouped_estimate
from ..plan.grouped import GroupedPlan
from ..plan.request import Stopping
from ..plan.stopping import PILOT
from . import screen

if TYPE_CHECKING:
    from rich.table import Table


def in_groups(plan: GroupedPlan, asked: Stopping, rates: Rates) -> Table:
    """Cells, contenders, groups and time, a line each."""
    return screen.table(["", ""], [list(row) for row in _rows(plan, asked, rates)])


def _rows(plan: GroupedPlan, asked: Stopping, rates: Rates) -> Iterator[tuple[str, str]]:
    rounds = asked.rounds or PILOT
    made = grouped_estimate(plan, rounds, rates)
    kind = {(True, True): "a format and series", (True, False): "a format", (False, True): "a series"}.get(
        (plan.apart, len({cell.checks for cell in plan.contenders}) > 1)
    )
    each = ", an engine a process" if plan.engines_apart else ""
    order = f"those of {kind} in one random order, in consumers of their own{each}" if kind else "in one random order"
    counts = sorted({plan.groups_of(cell) for cell in plan.contenders}, reverse=True)
    yield "cells", f"{len(plan.contenders)}, {' or '.join(map(str, counts))} groups of each in a round, {order}"
    contenders = list(dict.fromkeys(who for those in plan.contenders.values() for who in those))
    yield "contenders", f"{', '.join(map(str, contenders))}; each is a slice of every group of its cells"
    yield "providers", f"{', '.join(plan.providers)}; each comes with each order equally often"
    if plan.threads > 1:
        yield "threads", f"{plan.threads} at once under cores, where each contender parses on one too"
    yield "rounds", f"{_rounds(asked)}, seed {plan.seed}"
    yield "slices", f"{made.runs['slice']:,} in {rounds} rounds; how large they are, the warm-up of the first round says"
    cap = "" if asked.rounds else f"; the time budget is {screen.duration(asked.budget_s)}"
    yield "time", f"about {screen.duration(made.seconds)} for {rounds} rounds, by {rates.source}{cap}"
    for cell, those in plan.contenders.items():
        yield "", f"{cell}: {', '.join(map(str, those))}"


def _rounds(asked: Stopping) -> str:
    if asked.rounds:
        return str(asked.rounds)
    return f"{PILOT} as a pilot, then as many as the widest row takes to ± {100 * asked.target:g} %, as far as the time budget holds them"
