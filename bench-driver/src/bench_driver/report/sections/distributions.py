"""How single parses are spread, over all rounds at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...analysis.facts import Facts
from ...model.scenario import Scenario, contender
from ...stats.histograms import Distribution
from .. import charts, words
from ..document import Chart, Charts, Section, Table, Text

_SHOWN = (50.0, 90.0, 99.0, 99.9, 99.99, 100.0)


def distributions(facts: Facts) -> Section:
    """Percentiles out of merged histograms: a chart an object type and format, and a table."""
    if not facts.distributions:
        return Section("distributions", "Distributions", [Text("The servers of this sweep sent no histograms.")])
    groups = dict.fromkeys((scenario.object_type, scenario.format) for scenario in facts.scenarios if scenario in facts.distributions)
    made = [_chart(facts, *group) for group in groups]
    said = (
        "All windows of all rounds, their histograms merged; HdrHistogram keeps three digits. The scale below spreads the slow end: at 2 is the 99th "
        "percentile, at 3 the 99.9th. What lies far out is preemption and collection, not parsing; it belongs to no comparison."
    )
    return Section("distributions", "Distributions", [Text(said), Charts(made), _table(facts)])


def _chart(facts: Facts, object_type: str, format_name: str) -> Chart:
    rows = [
        row
        for scenario, whole in facts.distributions.items()
        if (scenario.object_type, scenario.format) == (object_type, format_name)
        for row in _rows(scenario, whole)
    ]
    spec = charts.lines(
        rows,
        x=("nines", "nines of the percentile: 1 is 90 %, 2 is 99 %, 3 is 99.9 %"),
        y=("ns", "parse time of an object, ns"),
        colours=facts.contenders,
        dashes=facts.values("provider"),
        log_y=True,
    )
    title = f"{object_type} as {format_name}"
    return Chart(f"distribution_{object_type}_{format_name}", title, f"Percentiles of the parse time of {title}, a line for each consumer and provider.", spec)


def _rows(scenario: Scenario, whole: Distribution) -> Iterator[dict[str, Any]]:
    from math import log10

    for percent, value in whole.at:
        if percent < 100:
            nines = -log10(1 - percent / 100)
            yield {
                "line": contender(scenario),
                "kind": scenario.provider,
                "nines": round(nines, 3),
                "ns": max(value, 1),
            }


def _table(facts: Facts) -> Table:
    rows = []
    for scenario in facts.scenarios:
        if whole := facts.distributions.get(scenario):
            at = dict(whole.at)
            rows.append([str(scenario), f"{whole.count:,}", *(words.ns(at[percent]) for percent in _SHOWN)])
    return Table(["scenario", "objects", "p50, ns", "p90", "p99", "p99.9", "p99.99", "greatest"], rows, 1, "Percentiles over all rounds", aside=True)
