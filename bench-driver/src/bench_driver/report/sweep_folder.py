"""What is made of a sweep: CSV, charts and summary, from the store and never from memory, a scenario at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from ..analysis.figures import Bands, Pair, pairs
from ..analysis.overview import Doubts, Row, cold_rows, failure, rows, warmup_rows
from ..analysis.points import Point, keep_largest, points
from ..measure.results import Results
from ..model.order import in_order
from ..model.published import published
from ..model.records import Answer, Conditions, SweepRecord
from ..model.scenario import Scenario, contender
from ..stats.verdict import not_for_publishing
from ..store import read
from ..store.database import Store
from . import sweep_chart
from .drawing import png, svg
from .export import write_csv
from .summary import Tables, condition, markdown
from .sweep_chart import Curves


@dataclass(frozen=True)
class Written:
    """What was found in the store and is to be shown."""

    rows: list[Row]
    failed: list[str]
    #: what a reader must know, in sentences
    notes: list[str]


def write(store: Store, kept: SweepRecord, results: Results) -> Written:
    """Writes a CSV a scenario, a chart an object type and format, and `summary.md`; all of it new, whatever was there."""
    kept = published(kept)
    facts, scenarios = facts_of(kept), in_order(kept, read.scenarios(store, kept.id, "steady"))
    results.write("plan.json", json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
    by_scenario: dict[Scenario, dict[int, Point]] = {}
    doubts = Doubts()
    for names in dict.fromkeys((scenario.object_type, scenario.format) for scenario in scenarios):
        curves = Curves()
        chosen = [scenario for scenario in scenarios if (scenario.object_type, scenario.format) == names]
        for scenario in chosen:
            by_scenario |= _write_scenario(store, kept, results, scenario, curves, doubts)
        if curves.rounds:
            _write_chart(results, facts, chosen, curves)
    for scenario in read.scenarios(store, kept.id, "cold"):
        write_csv(results.folder / f"cold/{scenario.slug}.csv", points(read.answers(store, kept.id, "cold", scenario), "cold"))
    return _write_summary(store, kept, results, scenarios, by_scenario, doubts)


def overview(store: Store, kept: SweepRecord) -> Written:
    """The same findings, and nothing written."""
    kept = published(kept)
    scenarios = in_order(kept, read.scenarios(store, kept.id, "steady"))
    by_scenario: dict[Scenario, dict[int, Point]] = {}
    doubts = Doubts()
    for scenario in scenarios:
        for point in points(_seen(store, kept, scenario, doubts)):
            keep_largest(by_scenario.setdefault(scenario, {}), point)
    return _found(store, kept, scenarios, by_scenario, doubts)[0]


def facts_of(kept: SweepRecord) -> dict[str, Any]:
    """The plan in short, as `plan.json` and the summary have it: what was to be done, under which conditions, and about what."""
    names = {field.name for field in fields(Conditions)}
    held = {name: value for name, value in kept.conditions.items() if name in names}
    rest = {name: value for name, value in kept.conditions.items() if name not in names}  # rounds, amounts, scenarios
    return {"sweep": kept.id, "preset": kept.preset, "started": kept.planned_at, "seed": kept.seed, **rest, "conditions": held, **kept.about}


def _write_scenario(store: Store, kept: SweepRecord, results: Results, scenario: Scenario, curves: Curves, doubts: Doubts) -> dict[Scenario, dict[int, Point]]:
    """Writes its CSV, gathers its curve and doubts, and returns what the summary needs of it."""
    last: dict[int, Point] = {}

    def gathered() -> Iterator[Point]:
        for point in points(_seen(store, kept, scenario, doubts)):
            curves.see(point)
            keep_largest(last, point)
            yield point

    write_csv(results.folder / f"csv/{scenario.slug}.csv", gathered())
    return {scenario: last} if last else {}


def _seen(store: Store, kept: SweepRecord, scenario: Scenario, doubts: Doubts) -> Iterator[Answer]:
    """Its runs, each with its doubts noted."""
    for made in read.answers(store, kept.id, scenario=scenario):
        doubts.see(made)
        yield made


def _write_chart(results: Results, facts: dict[str, Any], scenarios: list[Scenario], curves: Curves) -> None:
    over = f"median of {curves.rounds} rounds, band from least to greatest" if curves.rounds > 1 else "one round"
    object_type, format_name = scenarios[0].object_type, scenarios[0].format
    chart = sweep_chart.spec(
        curves.rows(),
        object_type=object_type,
        format_name=format_name,
        subtitle=[f"{over}; lower is faster", f"{facts['conditions']['source']}: {condition(facts['conditions'])}"],
        consumers=list(dict.fromkeys(contender(scenario) for scenario in scenarios)),
        providers=list(dict.fromkeys(scenario.provider for scenario in scenarios)),
    )
    results.write(f"charts/{object_type}_{format_name}.png", png(chart))
    results.write(f"charts/{object_type}_{format_name}.svg", svg(chart))


def _write_summary(
    store: Store, kept: SweepRecord, results: Results, scenarios: list[Scenario], by_scenario: dict[Scenario, dict[int, Point]], doubts: Doubts
) -> Written:
    found, twice = _found(store, kept, scenarios, by_scenario, doubts)
    cold = cold_rows(read.measurements(store, kept.id, "cold"))
    results.write("summary.md", markdown(facts_of(kept), Tables(found.rows, warmup_rows(by_scenario), cold, twice, found.failed, found.notes)))
    return found


def _found(
    store: Store, kept: SweepRecord, scenarios: list[Scenario], by_scenario: dict[Scenario, dict[int, Point]], doubts: Doubts
) -> tuple[Written, list[Pair]]:
    """The answer, and what the same things differed from themselves by."""
    arms = (item for arm in ("A", "B") for item in read.measurements(store, kept.id, "steady", arm=arm))
    twice = pairs([item for item in arms if item.amount == item.run_amount])
    table = rows(scenarios, by_scenario, Bands(twice))
    failed = [failure(made) for made in read.answers(store, kept.id, outcome="failed")]
    rounds = {number for found in by_scenario.values() for number in found}
    notes = [*_state(kept), *(not_for_publishing(len(rounds)) if rounds else []), *doubts.sentences()]
    return Written(table, failed, notes), twice


def _state(kept: SweepRecord) -> list[str]:
    """What a reader must know where a sweep is not complete."""
    words = {"interrupted": "Interrupted", "failed": "Ended by a failure", "running": "Still running, or killed", "planned": "Not begun"}
    return [f"{words[kept.state]}: this is what had been measured until then; `bench-driver sweep --resume {kept.id}` goes on."] if kept.state in words else []
