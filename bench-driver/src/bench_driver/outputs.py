"""What is made of a sweep's folder: CSV, charts and summary, from the plan and the runs in it and never from memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import charts
from .markdown import condition, markdown
from .plan import Scenario
from .points import Point, points
from .results import Results
from .summary import Row, doubts, failures, rows, warmup_rows
from .sweep import scenarios_of


@dataclass(frozen=True)
class Written:
    """What was found in the folder and is to be shown."""

    rows: list[Row]
    failed: list[str]
    plan: dict[str, Any]


def write(results: Results, *, interrupted: bool = False) -> Written:
    """Writes a CSV a scenario, a chart an object type and format, and `summary.md`."""
    plan, records = results.plan(), results.records()
    scenarios, found = scenarios_of(plan), points(records)
    for scenario in scenarios:
        results.write_csv(scenario, found)
    for object_type, format_name in dict.fromkeys((scenario.object_type, scenario.format) for scenario in scenarios):
        chosen = [point for point in found if (point.scenario.object_type, point.scenario.format) == (object_type, format_name)]
        if chosen:
            _write_chart(results, plan, scenarios, chosen, object_type, format_name)
    table, failed = rows(scenarios, found), failures(records)
    notes = ["Interrupted: this is what had been measured until then."] if interrupted else []
    results.write("summary.md", markdown(plan, table, warmup_rows(found), failed, [*notes, *doubts(records)]))
    return Written(table, failed, plan)


def _write_chart(results: Results, plan: dict[str, Any], scenarios: list[Scenario], chosen: list[Point], object_type: str, format_name: str) -> None:
    measured = len({point.round for point in chosen})
    over = f"median of {measured} rounds, band from least to greatest" if measured > 1 else "one round"
    chart = charts.spec(
        charts.series(chosen),
        object_type=object_type,
        format_name=format_name,
        subtitle=[f"{over}; lower is faster", f"{plan['conditions']['source']}: {condition(plan['conditions'])}"],
        consumers=list(dict.fromkeys(scenario.consumer for scenario in scenarios)),
        providers=list(dict.fromkeys(scenario.provider for scenario in scenarios)),
    )
    results.write(f"charts/{object_type}_{format_name}.png", charts.png(chart))
    results.write(f"charts/{object_type}_{format_name}.svg", charts.svg(chart))
