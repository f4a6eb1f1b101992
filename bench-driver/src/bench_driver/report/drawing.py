"""How every chart looks, and its drawing as PNG and SVG."""

from __future__ import annotations

from typing import Any

#: Colours by Okabe and Ito, told apart with any colour vision; consumers take them in the plan's order. Providers differ by dashes and marks, so that
#: colour never speaks alone.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
DASHES = ([1, 0], [6, 4], [2, 3], [8, 3, 2, 3])
MARKS = ("circle", "square", "triangle-up", "diamond")


def png(chart: dict[str, Any]) -> bytes:
    """The chart as PNG, at twice its size."""
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(chart, scale=2))


def svg(chart: dict[str, Any]) -> str:
    """The chart as SVG."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(chart))
