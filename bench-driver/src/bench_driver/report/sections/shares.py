"""Where a run's time goes: waiting for bodies, guard, parse, collector, release, and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from ...analysis.facts import Facts
from ...analysis.runs import Run
from ...model.scenario import contender
from .. import charts, words
from ..document import Chart, Charts, Section, Table, Text

PARTS = ("fetch", "guard", "parse", "collector in the parse", "drop", "rest")


def shares(facts: Facts) -> Section:
    """Bars of the parts, ns an object, a chart an object type; medians over rounds."""
    known = [run for run in facts.runs if run.fetch_ns is not None and run.arm != "B"]
    if not known:
        return Section("time", "Where the time goes", [Text("The servers of this sweep did not say how long they waited for bodies.")])
    made, table = [], []
    for object_type in facts.values("object_type"):
        rows: list[dict[str, Any]] = []
        for scenario in (item for item in facts.scenarios if item.object_type == object_type):
            runs = [run for run in known if run.scenario == scenario]
            if runs:
                cost = parts(runs)
                label = f"{contender(scenario)} from {scenario.provider}, {scenario.format}"
                rows += [{"name": label, "part": part, "value": value} for part, value in cost.items()]
                outside = [run.gc_outside_ns / run.amount for run in runs if run.gc_outside_ns is not None]
                table.append([f"{object_type}, {label}", *(words.ns(cost[part]) for part in PARTS), words.ns(median(outside) if outside else None)])
        if rows:
            title = f"{object_type}: ns an object"
            spec = charts.stacked(rows, parts=PARTS, title="wall time of a run, ns an object")
            made.append(Chart(f"time_{object_type}", title, f"What a run with {object_type} spends on each part, a bar a scenario.", spec))
    said = (
        "Wall time of a run, divided by its objects; medians over rounds. Only the parse is what this testbed compares. fetch: the run's thread waits for a "
        "whole body. drop: Rust gives an object's memory back, timed on its own. collector: Java's pauses; those inside windows are part of the parse's time "
        "and shown apart from it here, those outside lie in the other parts. rest: comparison and the loop itself."
    )
    head = ["scenario", *(f"{part}, ns" for part in PARTS), "collector elsewhere, ns"]
    return Section("time", "Where the time goes", [Text(said), Charts(made), Table(head, table, 1, "Parts of a run, an object", aside=True)])


def parts(runs: Sequence[Run]) -> dict[str, float]:
    """The parts of a scenario's runs, ns an object, medians over them; what a server does not say is 0."""
    every = [_parts(run) for run in runs]
    return {part: median(item[part] for item in every) for part in PARTS}


def _parts(run: Run) -> dict[str, float]:
    collector = run.gc_in_window_ns or 0.0
    known = {
        "fetch": run.fetch_ns or 0.0,
        "guard": run.guard_ns or 0.0,
        "parse": max(run.parse_ns - collector, 0),
        "collector in the parse": collector,
        "drop": run.drop_ns or 0.0,
    }
    return {part: value / run.amount for part, value in known.items()} | {"rest": max(run.wall_ns - sum(known.values()), 0) / run.amount}
