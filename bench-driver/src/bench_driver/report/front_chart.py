"""The picture of formats: bytes on the wire against the time to have the object."""

from __future__ import annotations

from typing import Any

from .charts import HEIGHT, WIDTH, Rows
from .look import INK, Colours, colour, mark, styled
from .ticks import beyond, ticks

#: How much of its colour a point keeps that another beats.
PALE = 0.3


def front(rows: Rows, *, colours: Colours) -> dict[str, Any]:
    """A point a format and consumer, named by its format, on two logarithmic scales; through the
    Pareto front a line.

    Rows have `bytes`, `ns`, `line` for the colour, `name`, `beaten`, `front`, and whether the
    name stands `below`, which keeps it apart from that of the next.
    """
    import altair as alt

    across = _axis(alt.X, rows, "bytes", "bytes of a body", WIDTH)
    up = _axis(alt.Y, rows, "ns", "ns to have the object", HEIGHT)
    base = alt.Chart(alt.InlineData(values=[dict(row) for row in rows]))
    paled = alt.condition("datum.beaten", alt.value(PALE), alt.value(1))
    kind = colour(colours, "line")
    unbeaten = base.transform_filter("datum.front")
    marks = [
        unbeaten.mark_line(strokeWidth=1.5).encode(x=across, y=up, color=kind),
        base.mark_point(filled=True, size=80).encode(
            x=across, y=up, color=kind, shape=mark(list(colours), "line"), opacity=paled
        ),
        *(
            base.transform_filter(f"datum.below === {below}")
            .mark_text(align="left", dx=6, dy=dy, fontSize=11, color=INK)
            .encode(x=across, y=up, text="name:N", opacity=paled)
            for below, dy in (("false", -7), ("true", 7))
        ),
    ]
    return styled(alt.layer(*marks).properties(width=WIDTH, height=HEIGHT))


def _axis(channel: Any, rows: Rows, field: str, title: str, pixels: int) -> Any:
    """A logarithmic axis with room for names beyond the last point."""
    import altair as alt

    values = [row[field] for row in rows]
    low = min(values) / 1.2
    high = low * beyond(1.1 * max(values) / low)
    axis = alt.Axis(values=ticks(low, high, pixels), format=".3~s")
    scale = alt.Scale(type="log", nice=False, domain=[low, high])
    return channel(f"{field}:Q", title=title, scale=scale, axis=axis)
