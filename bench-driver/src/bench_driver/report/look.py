"""The look that all charts share: fonts and greys, and scales of colours, dashes and marks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: Providers differ by dashes and contenders by marks, so that colour never speaks alone.
DASHES = ([1, 0], [6, 4], [2, 3], [8, 3, 2, 3])
MARKS = ("circle", "square", "triangle-up", "diamond")
#: What the page's style sheet turns into the colours of its scheme; on paper and as a PNG they
#: stand as they are.
INK, SOFT, GRID = "#1a1a1b", "#5c5c5d", "#dcdcdd"
_FONT = "DejaVu Sans, Liberation Sans, Arial, sans-serif"
#: Colours by the names that they stand for, in the legend's order.
Colours = Mapping[str, str]


def styled(chart: Any) -> dict[str, Any]:
    """A chart of altair's as a spec with the report's look."""
    chart = chart.configure(background="transparent", font=_FONT).configure_view(stroke=None)
    chart = chart.configure_axis(
        labelColor=INK,
        titleColor=INK,
        gridColor=GRID,
        domainColor=SOFT,
        tickColor=SOFT,
        labelFontSize=12,
        titleFontSize=12,
        titleFontWeight="normal",
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
    return dict(chart.configure_header(labelColor=INK, titleColor=INK).to_dict())


def colour(colours: Colours, field: str, title: str | None = None, *, strokes: bool = False) -> Any:
    """A colour for each name, told apart with any colour vision."""
    import altair as alt

    legend = alt.Legend(title=title, symbolType="stroke" if strokes else alt.Undefined)
    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    return alt.Color(f"{field}:N", scale=scale, legend=legend)


def dash(names: Sequence[str], field: str) -> Any:
    """Dashes for each name, so that colour never speaks alone."""
    import altair as alt

    scale = alt.Scale(
        domain=list(names), range=[DASHES[place % len(DASHES)] for place in range(len(names))]
    )
    return alt.StrokeDash(
        f"{field}:N", scale=scale, legend=alt.Legend(title=None) if len(names) > 1 else None
    )


def mark(names: Sequence[str], field: str, title: str | None = None) -> Any:
    """A mark for each name; of one title with a colour, both have one legend."""
    import altair as alt

    scale = alt.Scale(
        domain=list(names), range=[MARKS[place % len(MARKS)] for place in range(len(names))]
    )
    return alt.Shape(f"{field}:N", scale=scale, legend=alt.Legend(title=title))
