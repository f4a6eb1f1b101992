"""What a sweep would do, as `--dry-run` shows it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from ..plan.estimate import Rates, estimate
from ..plan.plan import Plan
from ..plan.request import Stopping
from ..plan.stopping import PILOT, over_budget
from . import screen

if TYPE_CHECKING:
    from ..measure.session import Hearing, Session
    from ..store.database import Store
    from .fitting import Fitted


#: What a build takes on two cores.
_BUILDING = "some 10 minutes on two cores"


def show(
    made: Session,
    store: Store,
    checked: tuple[Plan, str] | None,
    rates: Rates,
    alone: AbstractContextManager[None],
    hearing: Hearing,
) -> None:
    """Shows what a sweep would do. Builds nothing, and starts servers only where it is not known
    what they can do.
    """
    to_build = made.to_build()
    first = f"Not built yet: {', '.join(to_build)}. The sweep builds it first: {_BUILDING}."
    if checked:
        plan, before = checked
        screen.out().print(table(plan, made.wanted.stopping, rates))
        screen.say(f"Nothing was started: sweep {before} met servers of the same builds.")
        if to_build:
            screen.say(first)
        return
    asked = made.without_equal(to_build) if to_build else made
    if asked is None:
        screen.say(f"{first} Nothing was started: what it can do is known once it is built.")
        return
    with alone:
        plan = asked.plan(store, hearing)
    screen.out().print(table(plan, made.wanted.stopping, rates))
    screen.say("The servers were started to ask what they can do, and are stopped again.")
    if to_build:
        screen.say(
            f"{first} This plan has the series without equal checks; the one with them takes about "
            "as long again."
        )


def table(plan: Plan, asked: Stopping, rates: Rates) -> Fitted:
    """Cells, contenders, groups and time, a line each."""
    return screen.table(["", ""], [list(row) for row in _rows(plan, asked, rates)])


def _rows(plan: Plan, asked: Stopping, rates: Rates) -> Iterator[tuple[str, str]]:
    rounds = asked.rounds or PILOT
    made = estimate(plan, rounds, rates)
    kind = {
        (True, True): "a format and series",
        (True, False): "a format",
        (False, True): "a series",
    }.get((plan.apart, len({cell.checks for cell in plan.contenders}) > 1))
    each = ", an engine a process" if plan.engines_apart else ""
    order = (
        f"in one random order within {kind}, each with processes of its own{each}"
        if kind
        else "in one random order"
    )
    counts = sorted({plan.groups_of(cell) for cell in plan.contenders}, reverse=True)
    yield (
        "cells",
        f"{len(plan.contenders)}, {' or '.join(map(str, counts))} groups of each in a round, "
        f"{order}",
    )
    contenders = list(dict.fromkeys(who for those in plan.contenders.values() for who in those))
    yield (
        "contenders",
        f"{', '.join(map(str, contenders))}; each has a slice in every group of its cells",
    )
    yield "providers", f"{', '.join(plan.providers)}; each order of the contenders equally often"
    if plan.threads > 1:
        yield (
            "threads",
            f"{plan.threads} at once under cores, where each contender parses on one too",
        )
    yield "rounds", f"{_rounds(asked)}, seed {plan.seed}"
    yield "slices", f"{made.runs['slice']:,} in {rounds} rounds; {_sizes(plan)}"
    if plan.held.cold != "none":
        yield (
            "cold",
            f"{made.runs['cold']:,} runs of the first {plan.held.cold_amounts[-1]:,} objects of a "
            "process just started",
        )
    cap = "" if asked.rounds else f"; the time budget is {screen.duration(asked.budget_s)}"
    if not asked.rounds and (expected := over_budget(made.seconds, asked.budget_s)):
        cap += f"; {expected}"
    yield (
        "time",
        f"about {screen.duration(made.seconds)} for {rounds} rounds, by {rates.source}{cap}",
    )
    for cell, those in plan.contenders.items():
        yield "", f"{cell}: {', '.join(map(str, those))}"


def _sizes(plan: Plan) -> str:
    """What says how large slices are."""
    if not plan.held.amounts:
        return "the warm-up of the first round finds their size"
    amounts = plan.held.amounts
    return f"each reported at {len(amounts)} amounts, {amounts[0]:,} to {amounts[-1]:,}"


def _rounds(asked: Stopping) -> str:
    if asked.rounds:
        return str(asked.rounds)
    return (
        f"{PILOT} as a pilot, then as many as each row needs for ± {100 * asked.target:g} %, "
        "if the time budget allows"
    )
