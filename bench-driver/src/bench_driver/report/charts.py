"""Charts as Vega-Lite specs, on no background, in colours that the page exchanges for its scheme's.
`pictures` draws them for files, with all that a picture needs outside of its page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from .look import INK, SOFT, Colours, colour, dash, mark, styled
from .palette import COLOURS
from .ticks import beyond, ticks

WIDTH, HEIGHT = 390, 250
#: Pixels from one line of text to the next.
_LINE = 13
#: Pixels that a ratio with its interval takes behind its mark.
_VALUE = 125
Rows = Sequence[Mapping[str, Any]]


def unchecked() -> AbstractContextManager[None]:
    """While charts are made within the block, Vega-Lite's schema is not held against every part of
    them: that costs more than drawing. A test does it.
    """
    from altair.utils.schemapi import debug_mode

    return debug_mode(False)


def lines(
    rows: Rows,
    *,
    x: tuple[str, str],
    y: tuple[str, str],
    colours: Colours,
    dashes: Sequence[str],
    log_x: bool = False,
) -> dict[str, Any]:
    """Lines with bands, each with its last value at its end.

    Each row has x and y by their fields' names, `low` and `high` where there is a band, `line` for
    the colour, and `kind` for the dash.
    """
    import altair as alt

    along = [row[x[0]] for row in rows]
    most = 1.02 * max(row.get("high", row[y[0]]) for row in rows)
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    numbers = {"values": ticks(min(along), max(along), WIDTH), "format": ".3~s"}
    across = alt.X(
        f"{x[0]}:Q",
        title=x[1],
        scale=alt.Scale(
            type="log" if log_x else "linear", zero=False if log_x else alt.Undefined, nice=False
        ),
        axis=alt.Axis(**(numbers if log_x else {"tickCount": 5, "format": ",d"})),
    )
    scale = alt.Scale(domain=[0, most], nice=False)
    kinds = {"color": colour(colours, "line", strokes=True), "strokeDash": dash(dashes, "kind")}
    up = alt.Y(f"{y[0]}:Q", title=y[1], scale=scale, axis=alt.Axis(tickCount=6, format=",~r"))
    drawn = base.mark_line(strokeWidth=2).encode(x=across, y=up, **kinds)
    ends = alt.Chart(alt.InlineData(values=_ends(rows, x[0], y[0], most)))
    values = ends.mark_text(align="left", dx=4, fontSize=11, color=INK).encode(
        x=across, y=alt.Y("at:Q", scale=scale, title=y[1]), text=alt.Text("shown:N")
    )
    layers = [drawn, values]
    if any("low" in row for row in rows):
        band = base.mark_area(opacity=0.18).encode(
            x=across,
            y=alt.Y("low:Q", title=y[1], scale=scale),
            y2="high:Q",
            color=colour(colours, "line", strokes=True),
            detail="kind:N",
        )
        layers = [band, *layers]
    return styled(alt.layer(*layers).properties(width=WIDTH, height=HEIGHT))


def _ends(rows: Rows, x: str, y: str, most: float) -> list[dict[str, Any]]:
    """Each line's last value, and where it is written: at the line's end, or a line of text above
    the one that is written below it.
    """
    last = {(row["line"], row["kind"]): row for row in sorted(rows, key=lambda row: row[x])}
    ends: list[dict[str, Any]] = []
    for row in sorted(last.values(), key=lambda row: row[y]):
        least = ends[-1]["at"] + _LINE / HEIGHT * most if ends else 0.0
        value = f"{row[y]:,.0f}" if row[y] >= 100 else f"{row[y]:.3g}"
        shown = f"{value} {row['line']}"
        ends.append({x: row[x], "at": max(row[y], least), "shown": shown})
    return ends


def stacked(rows: Rows, *, parts: Sequence[str], colours: Colours, title: str) -> dict[str, Any]:
    """Horizontal bars by `name`, of `part`s with a `value` each, which is written into it."""
    import altair as alt

    names = list(dict.fromkeys(row["name"] for row in rows))
    order, least = [], 0.06 * sum(row["value"] for row in rows) / len(names)
    for name in names:
        start = 0.0
        for row in sorted(
            (row for row in rows if row["name"] == name), key=lambda row: parts.index(row["part"])
        ):
            end = start + row["value"]
            shown = f"{row['value']:.0f}" if row["value"] > least else ""
            order.append(
                {**row, "start": start, "end": end, "mid": (start + end) / 2, "shown": shown}
            )
            start = end
    base = alt.Chart(alt.InlineData(values=order))
    up = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=360))
    bars = base.mark_bar().encode(
        x=alt.X("start:Q", title=title, axis=alt.Axis(format=",d", tickCount=5)),
        x2="end:Q",
        y=up,
        color=colour(colours, "part"),
    )
    values = base.mark_text(color="black", fontWeight="bold").encode(
        x=alt.X("mid:Q", title=title), y=up, text="shown:N"
    )
    return styled(alt.layer(bars, values).properties(width=WIDTH, height=alt.Step(24)))


def dots(
    rows: Rows, *, title: str, legend: str, margin: float, reach: float, colours: Colours
) -> dict[str, Any]:
    """Ratios on their intervals around 1, which stands in the middle of a scale to `reach` at
    least; what lies within the margin is shaded.

    Rows have `name`, `ratio`, `low` and `high`, `line` for the colour and `shown`, the value; all
    or none have two lines of text to the right of it, `verdict` and `times`.
    """
    import altair as alt

    names = list(dict.fromkeys(row["name"] for row in rows))
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    end = beyond(reach)
    scale = alt.Scale(type="log", nice=False, domain=[1 / end, end])
    axis = alt.Axis(values=ticks(1 / end, end, WIDTH), format=".3~g")
    up = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=360, grid=False))
    same = alt.Chart(
        alt.InlineData(values=[{"from": 1 / (1 + margin), "to": 1 + margin}])
    ).mark_rect(opacity=0.18, color=SOFT)
    one = (
        alt.Chart(alt.InlineData(values=[{"at": 1}]))
        .mark_rule(strokeDash=[3, 3], color=SOFT)
        .encode(x=alt.X("at:Q", scale=scale))
    )
    shade = same.encode(x=alt.X("from:Q", scale=scale, title=title), x2="to:Q")
    *marks, _ = on_intervals(base, (title, scale, axis), up, colours, legend)
    marks.append(_column(base, up, "shown", 0, INK, 0))  # where neither band nor rule is
    step = 28
    if any("verdict" in row for row in rows):
        marks += [_column(base, up, "verdict", -8, INK), _column(base, up, "times", 8, SOFT)]
        step = 40
    return styled(alt.layer(shade, one, *marks).properties(width=WIDTH, height=alt.Step(step)))


def _column(base: Any, up: Any, field: str, dy: int, ink: str, right: int = _VALUE) -> Any:
    """A text for each row, to the right of all marks, and of their values."""
    import altair as alt

    text = base.mark_text(align="left", dx=7, dy=dy, fontSize=12 if right else 11, color=ink)
    return text.encode(x=alt.value(WIDTH + right), y=up, text=f"{field}:N")


def ranked(rows: Rows, *, title: str, colours: Colours) -> dict[str, Any]:
    """Ratios to the first, each on its interval, on a scale from 1.

    Rows have `name`, `ratio`, `low`, `high` and `shown`, and `line` for the colour.
    """
    import altair as alt

    names = list(dict.fromkeys(row["name"] for row in rows))
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    least = min(row["low"] for row in rows) / 1.03
    most = beyond(max(1.1, *(1.03 * row["high"] for row in rows)))
    axis = alt.Axis(values=ticks(least, most, WIDTH), format=".3~g")
    scale = alt.Scale(type="log", nice=False, domain=[least, most])
    up = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=420, grid=False))
    marks = on_intervals(base, (title, scale, axis), up, colours)
    return styled(alt.layer(*marks).properties(width=WIDTH, height=alt.Step(24)))


def on_intervals(
    base: Any, across: tuple[str, Any, Any], up: Any, colours: Colours, legend: str | None = None
) -> list[Any]:
    """Dots on their intervals, with what is `shown` behind each; `across` are the title, the scale
    and the axis of the ratios.
    """
    import altair as alt

    title, scale, axis = across
    low, ratio, high = (
        alt.X(f"{name}:Q", scale=scale, title=title, axis=axis) for name in ("low", "ratio", "high")
    )
    kind = colour(colours, "line", legend)
    shape = mark(list(colours), "line", legend)
    return [
        base.mark_rule(strokeWidth=2).encode(x=low, x2="high:Q", y=up, color=kind),
        base.mark_point(filled=True, size=80, opacity=1).encode(
            x=ratio, y=up, color=kind, shape=shape
        ),
        base.mark_text(align="left", dx=7, fontSize=11, color=INK).encode(
            x=high, y=up, text="shown:N"
        ),
    ]


def nights(rows: Rows, changes: Rows, *, y_title: str) -> dict[str, Any]:
    """A figure by night, the least and the greatest of its rounds, the last one's value, and a rule
    where the level changed.

    Rows have `night`, `value`, `low` and `high`; changes have `night` and `words`.
    """
    import altair as alt

    level, step = COLOURS[:2]
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    x = alt.X("night:T", title=None, axis=alt.Axis(format="%Y-%m-%d", tickCount=5, labelAngle=0))
    y = alt.Y(
        "value:Q",
        title=y_title,
        scale=alt.Scale(zero=False),
        axis=alt.Axis(format=",d", tickCount=6),
    )
    band = base.mark_area(opacity=0.18, color=level).encode(
        x=x, y=alt.Y("low:Q", scale=alt.Scale(zero=False), title=y_title), y2="high:Q"
    )
    line = base.mark_line(
        strokeWidth=1.5,
        color=level,
        point=len(rows) <= 100 and alt.OverlayMarkDef(size=18, color=level),
    ).encode(x=x, y=y)
    now = alt.Chart(alt.InlineData(values=[dict(row) for row in rows[-1:]]))
    value = now.mark_text(align="left", dx=6, fontSize=12, color=INK).encode(
        x=x, y=y, text=alt.Text("value:Q", format=",.0f")
    )
    marks = alt.Chart(alt.InlineData(values=[dict(row) for row in changes]))
    rule = marks.mark_rule(color=step, strokeDash=[5, 3], strokeWidth=1.5).encode(x="night:T")
    word = marks.mark_text(align="right", baseline="top", dx=-4, color=step, fontSize=12).encode(
        x="night:T", y=alt.value(2), text="words:N"
    )
    return styled(
        alt.layer(band, line, value, *([rule, word] if changes else [])).properties(
            width=WIDTH * 2, height=HEIGHT
        )
    )


def board(rows: Rows, *, groups: Sequence[str], colours: Colours) -> dict[str, Any]:
    """Bars by `name` in the order given, each `group` below the other, with the value `shown` at
    its end. Rows have `value` and `line` for the colour.
    """
    import altair as alt

    names = [row["name"] for row in rows]
    most = max(row["value"] for row in rows)
    base = alt.Chart().encode(
        y=alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=340)),
        x=alt.X(
            "value:Q",
            title="ns an object",
            axis=alt.Axis(format=",d", tickCount=5),
            scale=alt.Scale(domain=[0, 1.12 * most]),
        ),
    )
    bars = base.mark_bar().encode(color=colour(colours, "line"))
    labels = base.mark_text(align="left", dx=4, color=INK).encode(text="shown:N")
    drawn = (
        alt.layer(bars, labels, data=alt.InlineData(values=[dict(row) for row in rows]))
        .properties(width=460, height=alt.Step(20))
        .facet(
            row=alt.Row(
                "group:N",
                sort=list(groups),
                title=None,
                header=alt.Header(labelAngle=0, labelAlign="left", labelFontSize=13),
            )
        )
        .resolve_scale(y="independent")
    )
    return styled(drawn)
