"""How time grows with the amount, and what one more object costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...analysis.facts import Curve, Facts
from ...model.scenario import Scenario, contender
from ...stats.interval import Interval, median_interval
from ...stats.slope import per_object
from .. import charts, words
from ..document import Chart, Charts, Section, Table, Text

#: Points of a curve that are drawn; more are not told apart at a chart's width.
_MOST = 50


def curves(facts: Facts) -> Section:
    """Summed parse time by amount with its interval, a chart an object type and format; and slopes."""
    groups = dict.fromkeys((scenario.object_type, scenario.format) for scenario in facts.scenarios)
    made = [chart for object_type, format_name in groups if (chart := _chart(facts, object_type, format_name))]
    said = (
        "Summed parse time of the first objects of a run: the median over rounds, with its 95 % interval. The cost of one more object is the slope of "
        "that curve (Theil and Sen's, of each round; then the median over rounds), which a fixed cost at a run's start does not touch."
    )
    return Section("curves", "By amount", [Text(said), Charts(made), slopes(facts)])


def _chart(facts: Facts, object_type: str, format_name: str) -> Chart | None:
    shown = [scenario for scenario in facts.scenarios if (scenario.object_type, scenario.format) == (object_type, format_name)]
    rows = [row for scenario in shown for row in _rows(scenario, facts.curves.get(scenario, {}))]
    if not rows:
        return None
    spec = charts.lines(rows, x=("amount", "objects parsed"), y=("ms", "summed parse time, ms"), colours=facts.contenders, dashes=facts.values("provider"))
    title = f"{object_type} as {format_name}"
    return Chart(f"curve_{object_type}_{format_name}", title, f"Summed parse time of {title} by amount, a line for each consumer and provider.", spec)


def _rows(scenario: Scenario, curves: Mapping[int, Curve]) -> Iterator[dict[str, Any]]:
    by_round = [dict(zip(*curve, strict=True)) for curve in curves.values()]
    for amount in thinned(sorted({amount for totals in by_round for amount in totals})):
        made = median_interval([[totals[amount] / 1e6] for totals in by_round if amount in totals])
        ends = {"low": made.low, "high": made.high} if made.known else {"low": made.estimate, "high": made.estimate}
        yield {"line": contender(scenario), "kind": scenario.provider, "amount": amount, "ms": made.estimate, **ends}


def thinned(amounts: Sequence[int]) -> list[int]:
    """At most `_MOST` of them, the ends among them."""
    if len(amounts) <= _MOST:
        return list(amounts)
    return [amounts[round(place * (len(amounts) - 1) / (_MOST - 1))] for place in range(_MOST)]


def slopes(facts: Facts) -> Table:
    """The slope of each scenario, with the mean and the median beside it."""
    known = [scenario for scenario in facts.scenarios if scenario in facts.curves]
    rows = [[str(scenario), words.times(_median(facts, scenario)), *_slope_cells(facts.curves[scenario])] for scenario in known]
    return Table(
        ["scenario", "median, ns (95 %)", "slope, ns an object (95 %)", "mean, ns an object (95 %)"],
        rows,
        1,
        "Median, slope and mean of each scenario",
        aside=True,
    )


def _median(facts: Facts, scenario: Scenario) -> Interval | None:
    """The headline."""
    rounds = facts.figures[scenario]
    return median_interval(list(rounds.values())) if rounds else None


def _slope_cells(curves: Mapping[int, Curve]) -> list[str]:
    rounds = {number: dict(zip(*curve, strict=True)) for number, curve in curves.items()}
    found = [[each] for by_amount in rounds.values() if (each := per_object(by_amount)) and each > 0]
    slope = median_interval(found) if found else None
    mean = median_interval([[by_amount[max(by_amount)] / max(by_amount)] for by_amount in rounds.values()])
    return [words.times(slope), words.times(mean)]
