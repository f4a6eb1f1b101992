"""How time grows with the amount, and what one more object costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...analysis.facts import Facts
from ...model.records import Measurement
from ...model.scenario import Scenario
from ...stats.interval import Interval, median_interval
from ...stats.slope import per_object
from .. import charts, words
from ..document import Chart, Charts, Section, Table, Text

#: Points of a curve that are drawn; more are not told apart at a chart's width.
_MOST = 50


def curves(facts: Facts) -> Section:
    """Summed parse time by amount with its interval, a chart an object type and format; and slopes."""
    steady = [item for item in facts.steady if item.arm != "B"]
    groups = dict.fromkeys((scenario.object_type, scenario.format) for scenario in facts.scenarios)
    made = [chart for object_type, format_name in groups if (chart := _chart(facts, steady, object_type, format_name))]
    said = (
        "Summed parse time of the first objects of a run: the median over rounds, with its 95 % interval. The cost of one more object is the slope of "
        "that curve (Theil and Sen's, of each round; then the median over rounds), which a fixed cost at a run's start does not touch."
    )
    return Section("curves", "By amount", [Text(said), Charts(made), slopes(facts, steady)])


def _chart(facts: Facts, steady: Sequence[Measurement], object_type: str, format_name: str) -> Chart | None:
    rows = list(_rows(item for item in steady if (item.scenario.object_type, item.scenario.format) == (object_type, format_name)))
    if not rows:
        return None
    spec = charts.lines(
        rows, x=("amount", "objects parsed"), y=("ms", "summed parse time, ms"), colours=facts.values("consumer"), dashes=facts.values("provider")
    )
    title = f"{object_type} as {format_name}"
    return Chart(f"curve_{object_type}_{format_name}", title, f"Summed parse time of {title} by amount, a line for each consumer and provider.", spec)


def _rows(items: Iterator[Measurement]) -> Iterator[dict[str, Any]]:
    points: dict[Scenario, dict[int, dict[int, float]]] = {}
    for item in items:
        points.setdefault(item.scenario, {}).setdefault(item.amount, {})[item.round] = item.total_ns / 1e6
    for scenario, by_amount in points.items():
        line = scenario.consumer + (f" ({scenario.engine})" if scenario.engine else "")
        for amount in thinned(sorted(by_amount)):
            made = median_interval([[value] for value in by_amount[amount].values()])
            ends = {"low": made.low, "high": made.high} if made.known else {"low": made.estimate, "high": made.estimate}
            yield {"line": line, "kind": scenario.provider, "amount": amount, "ms": made.estimate, **ends}


def thinned(amounts: Sequence[int]) -> list[int]:
    """At most `_MOST` of them, the ends among them."""
    if len(amounts) <= _MOST:
        return list(amounts)
    return [amounts[round(place * (len(amounts) - 1) / (_MOST - 1))] for place in range(_MOST)]


def slopes(facts: Facts, steady: Sequence[Measurement]) -> Table:
    """The slope of each scenario, with the mean and the median beside it."""
    totals: dict[Scenario, dict[int, dict[int, float]]] = {}
    for item in steady:
        totals.setdefault(item.scenario, {}).setdefault(item.round, {})[item.amount] = float(item.total_ns)
    rows = [[str(scenario), words.times(_median(facts, scenario)), *_slope_cells(totals[scenario])] for scenario in facts.scenarios if scenario in totals]
    return Table(
        ["scenario", "median, ns (95 %)", "slope, ns an object (95 %)", "mean, ns an object (95 %)"],
        rows,
        1,
        "Median, slope and mean of each scenario",
        aside=True,
    )


def _median(facts: Facts, scenario: Scenario) -> Interval | None:
    """The headline."""
    rounds = facts.headline.get(scenario)
    return median_interval(list(rounds.values())) if rounds else None


def _slope_cells(rounds: dict[int, dict[int, float]]) -> list[str]:
    found = [[each] for by_amount in rounds.values() if (each := per_object(by_amount)) and each > 0]
    slope = median_interval(found) if found else None
    mean = median_interval([[by_amount[max(by_amount)] / max(by_amount)] for by_amount in rounds.values()])
    return [words.times(slope), words.times(mean)]
