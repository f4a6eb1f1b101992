"""Cold against steady, and the way from one to the other."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from ...analysis.facts import Facts
from ...model.records import Measurement
from ...model.scenario import Scenario, contender
from .. import charts, words
from ..document import Block, Chart, Charts, Section, Table, Text
from .curves import thinned

_WARMED = (
    "Mean ns an object while the consumer was warmed, beside the p50 that was measured right after; medians over rounds and providers. "
    "Only the last is a result."
)
#: Objects of a block, as the contract has it.
BLOCK = 500


def warmth(facts: Facts) -> Section:
    """The first objects of a fresh process beside those after the warm-up, and the warm-up's own curve."""
    blocks: list[Block] = [
        Text("Two series, never one line: cold are the first objects of a consumer that was just started, steady is what it does after a fixed warm-up.")
    ]
    blocks.append(_table(facts) if facts.cold else Text("This sweep measured nothing cold."))
    blocks += [Text(_WARMED), _warmups(facts)]
    made = [chart for object_type in facts.values("object_type") for name in facts.values("format") if (chart := _chart(facts, object_type, name))]
    blocks += [Text("The replayed warm-up: the mean of each block of 500 objects, median over rounds and providers."), Charts(made)] if made else []
    return Section("warmth", "Cold and steady", blocks)


def _table(facts: Facts) -> Table:
    by_amount: dict[tuple[Any, int], list[float]] = {}
    for item in facts.cold:
        by_amount.setdefault((item.scenario, item.amount), []).append(item.total_ns / item.amount)
    amounts = sorted({amount for _, amount in by_amount})
    steady = _means(facts.steady)
    rows = []
    for scenario in facts.scenarios:
        cells = [median(by_amount[scenario, amount]) if (scenario, amount) in by_amount else None for amount in amounts]
        if any(cell is not None for cell in cells):
            warm, first = steady.get(scenario), cells[-1]
            rows.append([str(scenario), *map(words.ns, cells), words.ns(warm), words.number(first / warm) if first and warm else words.DASH])
    head = ["scenario", *(f"first {amount:,}, ns" if amount > 1 else "the first, ns" for amount in amounts), "steady, ns", f"first {amounts[-1]:,} / steady"]
    return Table(head, rows, 1, "Mean parse time of an object, median over rounds")


def _warmups(facts: Facts) -> Table:
    groups: dict[tuple[str, str, str], list[Scenario]] = {}
    for scenario in sorted(facts.scenarios, key=lambda item: facts.contenders.index(contender(item))):
        groups.setdefault((contender(scenario), scenario.object_type, scenario.format), []).append(scenario)
    head = ["contender", "object type", "format", "replay, mean ns", "http, mean ns", "measured, p50 ns"]
    return Table(head, [[*names, *map(words.ns, _warmup_cells(facts, scenarios))] for names, scenarios in groups.items()], 3, "Warm-up")


def _warmup_cells(facts: Facts, scenarios: Sequence[Scenario]) -> list[float | None]:
    replayed = [replay.mean_ns for scenario in scenarios for replay in facts.replays.get(scenario, [])]
    fetched = [run.warmup_http_ns for run in facts.runs if run.scenario in scenarios and run.arm != "B" and run.warmup_http_ns is not None]
    measured = [value for scenario in scenarios for runs in facts.figures[scenario].values() for value in runs]
    return [median(values) if values else None for values in (replayed, fetched, measured)]


def _means(steady: Sequence[Measurement]) -> dict[Any, float]:
    """The mean of a whole run, median over rounds, by scenario."""
    found: dict[Any, list[float]] = {}
    for item in steady:
        if item.amount == item.run_amount and item.arm != "B":
            found.setdefault(item.scenario, []).append(item.mean_ns)
    return {scenario: median(values) for scenario, values in found.items()}


def _chart(facts: Facts, object_type: str, format_name: str) -> Chart | None:
    rows: list[dict[str, Any]] = []
    for name in facts.contenders:
        series = [
            replay.blocks
            for scenario, every in facts.replays.items()
            for replay in every
            if (contender(scenario), scenario.object_type, scenario.format) == (name, object_type, format_name) and replay.blocks
        ]
        shortest = min((len(blocks) for blocks in series), default=0)
        for place in thinned(range(shortest)):
            rows.append({"line": name, "kind": "replay", "objects": (place + 1) * BLOCK, "ns": max(median(blocks[place] for blocks in series), 1)})
    if not rows:
        return None
    spec = charts.lines(
        rows,
        x=("objects", "objects parsed since the warm-up began"),
        y=("ns", "mean of a block, ns"),
        colours=facts.contenders,
        dashes=["replay"],
        log_y=True,
    )
    title = f"{object_type} as {format_name}"
    return Chart(f"warmup_{object_type}_{format_name}", title, f"Block means while {title} was warmed, a line for each consumer.", spec)
