"""The charts of a sweep's folder as Vega-Lite specs. Pure: the same points give the same spec, and a page can embed it as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..analysis.points import Point
from ..model.scenario import Scenario, contender
from ..stats.spread import spread
from .drawing import COLOURS, DASHES, MARKS

_WIDTH, _HEIGHT = 620, 380
#: between two labels at the lines' ends, in parts of the chart's height
_LABEL_GAP = 0.062
_FONT = "DejaVu Sans, Liberation Sans, Arial, sans-serif"


class Curves:
    """The summed parse times (ms) of one chart, gathered point by point, so that only numbers are kept."""

    def __init__(self) -> None:
        self._times: dict[Scenario, dict[int, list[float]]] = {}

    def see(self, point: Point) -> None:
        """Takes a point in."""
        self._times.setdefault(point.scenario, {}).setdefault(point.amount, []).append(point.parsing_time_micro_s / 1000)

    @property
    def rounds(self) -> int:
        """How many rounds the point with the most has."""
        return max((len(values) for amounts in self._times.values() for values in amounts.values()), default=0)

    def rows(self) -> list[dict[str, Any]]:
        """By scenario and amount: the median over rounds, the least and the greatest."""
        return [_curve_row(scenario, amount, values) for scenario, amounts in sorted(self._times.items()) for amount, values in sorted(amounts.items())]


def _curve_row(scenario: Scenario, amount: int, values: list[float]) -> dict[str, Any]:
    over_rounds = spread(values)
    assert over_rounds is not None, "there is the value that made it"
    who = contender(scenario)
    row: dict[str, Any] = {"line": f"{who} from {scenario.provider}", "consumer": who, "provider": scenario.provider, "amount": amount}
    return {**row, "ms": over_rounds.median, "low": over_rounds.low, "high": over_rounds.high}


def label_places(ends: dict[str, float], top: float) -> dict[str, float]:
    """Where each line's label stands so that none covers another: as near to the line's end as the gap allows, in the order of the ends."""
    gap, places, floor = top * _LABEL_GAP, {}, 0.0
    for name, end in sorted(ends.items(), key=lambda item: item[1]):
        places[name] = floor = max(end, floor)
        floor += gap
    overshoot = max([*places.values(), top]) - top
    ceiling = top
    for name in sorted(places, key=lambda name: places[name], reverse=True) if overshoot > 0 else ():
        places[name] = ceiling = min(places[name], ceiling)
        ceiling -= gap
    return places


def spec(
    rows: Sequence[dict[str, Any]], *, object_type: str, format_name: str, subtitle: Sequence[str], consumers: Sequence[str], providers: Sequence[str]
) -> dict[str, Any]:
    """The chart of one object type and format: x the amount, y the summed parse time in ms, a line and a min-max band a consumer and provider."""
    import altair as alt

    top = max([row["high"] for row in rows], default=1.0) * 1.04
    last = max((row["amount"] for row in rows), default=1)
    ends = {row["line"]: row for row in rows if row["amount"] == last}
    places = label_places({name: row["ms"] for name, row in ends.items()}, top)
    labels = [{**row, "place": places[name], "text": name} for name, row in ends.items()]
    x = alt.X("amount:Q", title="amount (objects parsed)", scale=alt.Scale(domain=[0, last], nice=False), axis=alt.Axis(tickCount=6, format=",d"))
    scale_y = alt.Scale(domain=[0, top], nice=False)
    y_title = "summed parse time (ms)"
    colour = alt.Color("consumer:N", scale=alt.Scale(domain=list(consumers), range=list(COLOURS[: len(consumers)])), legend=None)
    base = alt.Chart(alt.InlineData(values=list(rows)))
    band = base.mark_area(opacity=0.16).encode(x=x, y=alt.Y("low:Q", scale=scale_y, title=y_title), y2="high:Q", color=colour, detail="line:N")
    dash = alt.StrokeDash("provider:N", scale=alt.Scale(domain=list(providers), range=list(DASHES[: len(providers)])), legend=None)
    line = base.mark_line(strokeWidth=2.2).encode(x=x, y=alt.Y("ms:Q", scale=scale_y, title=y_title), color=colour, strokeDash=dash, detail="line:N")
    shape = alt.Shape("provider:N", scale=alt.Scale(domain=list(providers), range=list(MARKS[: len(providers)])), legend=None)
    dots = base.mark_point(filled=True, size=42, opacity=1).encode(x=x, y="ms:Q", color=colour, shape=shape)
    text = alt.Chart(alt.InlineData(values=labels)).mark_text(align="left", baseline="middle", dx=12, fontSize=12).encode(
        x=x, y=alt.Y("place:Q", scale=scale_y), text="text:N", color=colour
    )  # fmt: skip
    title = alt.TitleParams(f"{object_type} as {format_name}: summed parse time by amount", subtitle=list(subtitle), anchor="start", offset=14)
    chart = alt.layer(band, line, dots, text).properties(width=_WIDTH, height=_HEIGHT, title=title, padding={"left": 8, "top": 8, "right": 12, "bottom": 8})
    return dict(_styled(chart).to_dict())


def _styled(chart: Any) -> Any:
    """One plain look, on white, so that a PNG is legible wherever it is put."""
    chart = chart.configure(background="white", font=_FONT).configure_view(stroke=None)
    chart = chart.configure_axis(labelFontSize=12, titleFontSize=13, gridColor="#e6e6e6", titleFontWeight="normal", titlePadding=10)
    return chart.configure_title(fontSize=17, subtitleFontSize=12, subtitleColor="#555555", subtitleLineHeight=16)
