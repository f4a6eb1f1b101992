"""Charts as Vega-Lite specs, and their drawing: one look, on no background, in colours that the page exchanges for its scheme's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

#: Colours by Okabe and Ito, told apart with any colour vision; consumers take them in the plan's order. Providers differ by dashes and marks, so that
#: colour never speaks alone.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
DASHES = ([1, 0], [6, 4], [2, 3], [8, 3, 2, 3])
MARKS = ("circle", "square", "triangle-up", "diamond")
#: What the page's style sheet turns into the colours of its scheme; on paper and as a PNG they stand as they are.
INK, SOFT, GRID = "#1a1a1b", "#5c5c5d", "#dcdcdd"
WIDTH, HEIGHT = 390, 250
_FONT = "DejaVu Sans, Liberation Sans, Arial, sans-serif"
Rows = Sequence[Mapping[str, Any]]


def unchecked() -> AbstractContextManager[None]:
    """While charts are made within the block, Vega-Lite's schema is not held against every part of them: that costs more than drawing. A test does it."""
    from altair.utils.schemapi import debug_mode

    return debug_mode(False)


def styled(chart: Any) -> dict[str, Any]:
    """A chart of altair's as a spec with the report's look."""
    chart = chart.configure(background="transparent", font=_FONT).configure_view(stroke=None)
    chart = chart.configure_axis(
        labelColor=INK, titleColor=INK, gridColor=GRID, domainColor=SOFT, tickColor=SOFT, labelFontSize=12, titleFontSize=12, titleFontWeight="normal"
    )
    chart = chart.configure_legend(
        orient="bottom",
        columns=2,
        labelColor=INK,
        titleColor=SOFT,
        labelFontSize=12,
        titleFontSize=12,
        symbolSize=160,
        labelLimit=260,
        symbolOpacity=1,
        symbolStrokeWidth=3,
    )
    return dict(chart.configure_title(color=INK, fontSize=14, anchor="start").configure_header(labelColor=INK, titleColor=INK).to_dict())


def colour(names: Sequence[str], field: str, title: str | None = None, *, strokes: bool = False) -> Any:
    """A colour for each name, told apart with any colour vision."""
    import altair as alt

    legend = alt.Legend(title=title, symbolType="stroke" if strokes else alt.Undefined)
    return alt.Color(f"{field}:N", scale=alt.Scale(domain=list(names), range=[COLOURS[place % len(COLOURS)] for place in range(len(names))]), legend=legend)


def dash(names: Sequence[str], field: str) -> Any:
    """Dashes for each name, so that colour never speaks alone."""
    import altair as alt

    scale = alt.Scale(domain=list(names), range=[DASHES[place % len(DASHES)] for place in range(len(names))])
    return alt.StrokeDash(f"{field}:N", scale=scale, legend=alt.Legend(title=None) if len(names) > 1 else None)


def lines(
    rows: Rows, *, x: tuple[str, str], y: tuple[str, str], colours: Sequence[str], dashes: Sequence[str], log_x: bool = False, log_y: bool = False
) -> dict[str, Any]:
    """Lines with bands. Each row has x and y by their fields' names, `low` and `high` where there is a band, `line` for the colour, and `kind` for the dash."""
    import altair as alt

    scales = [alt.Scale(type="log" if log else "linear", zero=False if log else alt.Undefined, nice=False) for log in (log_x, log_y)]
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    across = alt.X(f"{x[0]}:Q", title=x[1], scale=scales[0], axis=alt.Axis(tickCount=5, format="~s" if log_x else ",d"))
    kinds = {"color": colour(colours, "line", strokes=True), "strokeDash": dash(dashes, "kind")}
    up = alt.Y(f"{y[0]}:Q", title=y[1], scale=scales[1], axis=alt.Axis(tickCount=6, format=",~r" if not log_y else "~s"))
    drawn = base.mark_line(strokeWidth=2).encode(x=across, y=up, **kinds)
    if not any("low" in row for row in rows):
        return styled(drawn.properties(width=WIDTH, height=HEIGHT))
    band = base.mark_area(opacity=0.18).encode(
        x=across, y=alt.Y("low:Q", title=y[1], scale=scales[1]), y2="high:Q", color=colour(colours, "line", strokes=True), detail="kind:N"
    )
    return styled(alt.layer(band, drawn).properties(width=WIDTH, height=HEIGHT))


def stacked(rows: Rows, *, parts: Sequence[str], title: str) -> dict[str, Any]:
    """Horizontal bars by `name`, of `part`s with a `value` each."""
    import altair as alt

    names = list(dict.fromkeys(row["name"] for row in rows))
    order = [{**row, "rank": parts.index(row["part"])} for row in rows]
    chart = alt.Chart(alt.InlineData(values=order)).mark_bar().encode(
        x=alt.X("value:Q", title=title, axis=alt.Axis(format=",d", tickCount=5)),
        y=alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=360)),
        color=colour(parts, "part"),
        order="rank:Q",
    )  # fmt: skip
    return styled(chart.properties(width=WIDTH, height=alt.Step(24)))


def ranges(rows: Rows, *, title: str, colours: Sequence[str]) -> dict[str, Any]:
    """Ratios with their intervals, a line each, around 1. Rows have `name`, `ratio`, `low`, `high`, `band_low` and `band_high`, and `line` for the colour."""
    import altair as alt

    names = list(dict.fromkeys(row["name"] for row in rows))
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    x = alt.Scale(type="log", nice=False, domain=[min([0.9, *(row["low"] / 1.05 for row in rows)]), max([1.1, *(row["high"] * 1.05 for row in rows)])])
    up = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=360, grid=False))
    shape = alt.Shape("line:N", scale=alt.Scale(domain=list(colours), range=[MARKS[place % len(MARKS)] for place in range(len(colours))]), legend=None)
    whisker = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=x, title=title), x2="high:Q", y=up, color=colour(colours, "line"))
    dot = base.mark_point(filled=True, size=70, opacity=1).encode(x=alt.X("ratio:Q", scale=x), y=up, color=colour(colours, "line"), shape=shape)
    one = alt.Chart(alt.InlineData(values=[{"at": 1}])).mark_rule(strokeDash=[3, 3], color=SOFT).encode(x="at:Q")
    shade = base.mark_bar(opacity=0.12, color=SOFT, height=18, clip=True).encode(x=alt.X("band_low:Q", scale=x), x2="band_high:Q", y=up)
    return styled(alt.layer(shade, one, whisker, dot).properties(width=WIDTH, height=alt.Step(22)))


def dots(rows: Rows, *, title: str, margin: float, reach: float) -> dict[str, Any]:
    """Ratios on their intervals around 1, which stands in the middle of a scale from 1 / `reach` to `reach`; what lies within the margin is shaded.

    Rows have `name`, `ratio`, `low` and `high`.
    """
    import altair as alt

    names = list(dict.fromkeys(row["name"] for row in rows))
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    scale = alt.Scale(type="log", nice=False, domain=[1 / reach, reach])
    # So many that their numbers stand apart.
    known = (0.1, 0.2, 0.5, 1, 2, 5, 10) if reach > 2.5 else (0.5, 0.8, 1, 1.25, 2) if reach > 1.5 else (0.8, 0.9, 1, 1.1, 1.25)
    ticks = [tick for tick in known if 1 / reach <= tick <= reach]
    x = alt.X("ratio:Q", scale=scale, title=title, axis=alt.Axis(values=ticks, format=".3~g"))
    up = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=360, grid=False))
    same = alt.Chart(alt.InlineData(values=[{"from": 1 / (1 + margin), "to": 1 + margin}])).mark_rect(opacity=0.18, color=SOFT)
    one = alt.Chart(alt.InlineData(values=[{"at": 1}])).mark_rule(strokeDash=[3, 3], color=SOFT).encode(x=alt.X("at:Q", scale=scale))
    whisker = base.mark_rule(strokeWidth=2, color=COLOURS[0]).encode(x=alt.X("low:Q", scale=scale), x2="high:Q", y=up)
    dot = base.mark_point(filled=True, size=80, opacity=1, color=COLOURS[0]).encode(x=x, y=up)
    shade = same.encode(x=alt.X("from:Q", scale=scale, title=title), x2="to:Q")
    return styled(alt.layer(shade, one, whisker, dot).properties(width=WIDTH, height=alt.Step(24)))


def ranked(rows: Rows, *, title: str, colours: Sequence[str]) -> dict[str, Any]:
    """Ratios to the first, each on its interval, on a scale from 1. Rows have `name`, `ratio`, `low` and `high`, and `line` for the colour."""
    import altair as alt

    names = list(dict.fromkeys(row["name"] for row in rows))
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    least, most = min(row["low"] for row in rows), max(row["high"] for row in rows)
    scale = alt.Scale(type="log", nice=False, domain=[least / 1.03, max(1.1, most * 1.03)])
    # So many that their numbers stand apart.
    ticks = [tick for tick in ((1, 2, 5, 10, 25, 50, 100) if most > 8 else (1, 1.25, 1.5, 2, 3, 4, 6)) if tick <= most * 1.03]
    x = alt.X("ratio:Q", scale=scale, title=title, axis=alt.Axis(values=ticks, format=".3~g"))
    up = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=360, grid=False))
    shape = alt.Shape("line:N", scale=alt.Scale(domain=list(colours), range=[MARKS[place % len(MARKS)] for place in range(len(colours))]), legend=None)
    whisker = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", scale=scale, title=title), x2="high:Q", y=up, color=colour(colours, "line"))
    dot = base.mark_point(filled=True, size=70, opacity=1).encode(x=x, y=up, color=colour(colours, "line"), shape=shape)
    return styled(alt.layer(whisker, dot).properties(width=WIDTH, height=alt.Step(22)))


def nights(rows: Rows, changes: Rows, *, y_title: str) -> dict[str, Any]:
    """A figure by night, the least and the greatest of its rounds, and a rule where the level changed.

    Rows have `night`, `value`, `low` and `high`; changes have `night` and `words`.
    """
    import altair as alt

    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    x = alt.X("night:T", title=None, axis=alt.Axis(format="%Y-%m-%d", tickCount=5, labelAngle=0))
    y = alt.Y("value:Q", title=y_title, scale=alt.Scale(zero=False), axis=alt.Axis(format=",d", tickCount=6))
    band = base.mark_area(opacity=0.18, color=COLOURS[0]).encode(x=x, y=alt.Y("low:Q", scale=alt.Scale(zero=False), title=y_title), y2="high:Q")
    line = base.mark_line(strokeWidth=1.5, color=COLOURS[0], point=len(rows) <= 100 and alt.OverlayMarkDef(size=18, color=COLOURS[0])).encode(x=x, y=y)
    marks = alt.Chart(alt.InlineData(values=[dict(row) for row in changes]))
    rule = marks.mark_rule(color=COLOURS[1], strokeDash=[5, 3], strokeWidth=1.5).encode(x="night:T")
    word = marks.mark_text(align="right", baseline="top", dx=-4, color=COLOURS[1], fontSize=12).encode(x="night:T", y=alt.value(2), text="words:N")
    return styled(alt.layer(band, line, *([rule, word] if changes else [])).properties(width=WIDTH * 2, height=HEIGHT))


def png(chart: dict[str, Any]) -> bytes:
    """The chart as PNG, at twice its size."""
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(chart, scale=2))


def svg(chart: dict[str, Any]) -> str:
    """The chart as SVG."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(chart))
