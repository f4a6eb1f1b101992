"""Times over bytes, of object types that come in sizes."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.facts import Facts
from ...analysis.size_lines import BySize
from ...analysis.size_lines import by_size as found_of
from ...model.series import USUAL
from ...stats.decision import MARGIN
from ...stats.interval import Interval
from .. import charts, palette, words
from ..document import Chart, Charts, Section, Table, Text
from .columns import CELL, of_each
from .libraries import of_cells

_TITLE = "By size"
_SAID = (
    "Each contender's times are fitted by a line over the mean bytes of its bodies, weighted "
    "by relative error. Fixed: what an object costs at any size, where the line meets zero "
    "bytes. Slope: what a byte adds. Bends at: the first size whose time, with its whole "
    f"interval, is more than {MARGIN:.0%} off the line through the two sizes before it; from "
    "there on the line says less."
)


def by_size(facts: Facts) -> Section | None:
    """A row each contender, and a chart an object type and format."""
    if facts.on_all_cores or not found_of(facts):
        return None
    return Section(
        "by-size",
        _TITLE,
        [
            Text(_SAID),
            *of_each(facts, lambda one: [_table(one)]),
            Charts([chart for one in facts.series for chart in _charts(one)]),
        ],
    )


def _table(facts: Facts) -> Table:
    found = found_of(facts)
    lines = [[one.object_type, one.format, str(one.contender), *_cells(one)] for one in found]
    head = [
        *CELL,
        "contender",
        "sizes, bytes",
        "fixed, ns (95 %)",
        "slope, ns a KiB (95 %)",
        "MiB a second along it",
        "bends at",
    ]
    return Table(head, lines, len(CELL) + 1, _TITLE)


def _charts(facts: Facts) -> list[Chart]:
    found = found_of(facts)
    families = dict.fromkeys((one.object_type, one.format) for one in found)
    return [
        _chart(facts, *family, [one for one in found if (one.object_type, one.format) == family])
        for family in families
    ]


def _cells(one: BySize) -> list[str]:
    sizes = ", ".join(f"{at:,.0f}" for at, _ in one.times)
    if one.line is None:
        return [sizes, *[words.DASH] * 4]
    slope, bend = one.line.slope_ns, one.line.bend(MARGIN)
    a_kib = Interval(slope.estimate * 1024, slope.low * 1024, slope.high * 1024, slope.rounds)
    rate = words.number(1e9 / (a_kib.estimate * 1024), 0) if slope.estimate > 0 else words.DASH
    return [
        sizes,
        words.times(one.line.fixed_ns),
        words.times(a_kib),
        rate,
        "nowhere" if bend is None else f"{bend:,.0f} bytes",
    ]


def _chart(facts: Facts, object_type: str, format_name: str, those: Sequence[BySize]) -> Chart:
    rows = [
        {"line": str(one.contender), "kind": format_name, "bytes": at, **_a_kib(time, at)}
        for one in those
        for at, time in one.times
    ]
    spec = charts.lines(
        rows,
        x=("bytes", "bytes of a body"),
        y=("ns", "ns a KiB"),
        colours=palette.of_contenders(
            who for cell in facts.cells for who in facts.contenders[cell]
        ),
        dashes=[format_name],
        log_x=True,
    )
    cells = [
        cell
        for cell in facts.cells
        if (cell.object_type, cell.format) == (object_type, format_name)
    ]
    title, checks = f"{object_type} as {format_name}", facts.cells[0].checks
    name = f"size_{object_type}_{format_name}" + (f"_{checks}" if checks != USUAL else "")
    return Chart(
        name,
        f"{facts.title}: {title}, ns a KiB by the size of the object",
        f"What a KiB of {title} takes by the size of the object, a line for each contender.",
        spec,
        of_cells(facts, cells),
        ["mean over rounds with its 95 % interval"],
    )


def _a_kib(time: Interval, at: float) -> dict[str, float]:
    low, high = (time.low, time.high) if time.known else (time.estimate, time.estimate)
    return {
        name: ns / at * 1024 for name, ns in (("ns", time.estimate), ("low", low), ("high", high))
    }
