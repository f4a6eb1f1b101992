"""The ratios of two contenders as a picture: a dot on its interval for each row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp, log
from typing import Any

from ...analysis.facts import Facts
from ...analysis.headline import BY, kind, who_is_faster
from ...analysis.ratios import Row
from ...model.series import USUAL
from ...stats.decision import MARGIN
from .. import charts, palette, words
from ..document import Chart
from ..look import SOFT
from .columns import cell_of, pairs
from .libraries import of_pairs

#: What the colours of ratios say.
LEGEND = f"faster by {BY} or more"


def drawn(facts: Facts) -> list[Chart]:
    """A picture of the ratios of a series for each two usual contenders: a dot on its interval, 1
    in the middle, the margin shaded.
    """
    found = pairs(facts.first_rows).values()
    series = "best" if facts.best_of else facts.cells[0].checks if facts.cells else USUAL
    name = "answer" if series == USUAL else f"answer_{series}"
    return [
        _picture(facts, rows, f"{name}_{place}" if place else name)
        for place, rows in enumerate(found)
    ]


def _picture(facts: Facts, rows: Sequence[Row], name: str) -> Chart:
    """The same of the rows of two contenders; those without a whole group are not in it."""
    shown = [dot(row) for row in rows if row.decision]
    ends = [abs(log(row[end])) for row in shown for end in ("low", "high")]
    said = (
        f"Each ratio of {over(rows[0])} as a dot on its 95 % interval; 1 is in the middle, and "
        f"{BY} to either side are shaded."
    )
    spec = charts.dots(
        shown,
        title=axis(rows[0]),
        legend=LEGEND,
        margin=MARGIN,
        reach=exp(1.02 * max([2 * log(1 + MARGIN), *ends])),
        colours=colours_of(rows[0], [str(row["line"]) for row in shown]),
    )
    title = f"{facts.title}: {over(rows[0], ' compared with ')}, condition {rows[0].cell.condition}"
    libraries = of_pairs(
        facts.sweep, [(row.cell, who) for row in rows for who in (row.baseline, row.other)]
    )
    return Chart(name, title, said, spec, libraries, notes_on(rows, one_start=facts.one_start))


def dot(row: Row) -> dict[str, Any]:
    """A row as charts have it, under the name of who is faster; it has a decision."""
    assert row.decision, "a row without a whole group has no dot"
    ratio, found = row.decision.ratio, kind(row)
    ends = (ratio.low, ratio.high) if ratio.known else (ratio.estimate, ratio.estimate)
    return {
        "name": " as ".join(cell_of(row.cell)),
        "ratio": ratio.estimate,
        "low": ends[0],
        "high": ends[1],
        "shown": words.ratio(ratio),
        "line": {
            "slower": str(row.sides[0]),
            "faster": str(row.sides[1]),
            "same": f"neither: the same within {BY}",
        }.get(found, "no verdict"),
    }


def colours_of(row: Row, lines: Collection[str]) -> dict[str, str]:
    """The colours of those that are faster in some row, and of rows in which nobody is."""
    known = palette.of_contenders(row.sides)
    return {
        name: known.get(name, SOFT)
        for name in [*known, *dict.fromkeys(sorted(lines))]
        if name in lines
    }


def notes_on(rows: Sequence[Row], *, one_start: bool) -> list[str]:
    """What the intervals of a picture are, and what may be said of its rows."""
    rounds = sorted({row.decision.ratio.rounds for row in rows if row.decision})
    many = " to ".join(str(end) for end in dict.fromkeys((*rounds[:1], *rounds[-1:])))
    return [
        who_is_faster(rows, one_start=one_start),
        f"95 % intervals, simultaneous in a series; {many} rounds"
        + ("; without a quiet core a row is uncorrected" if _uncorrected(rows) else ""),
    ]


def _uncorrected(rows: Sequence[Row]) -> bool:
    return any(row.basis != "quiet" for row in rows)


def over(row: Row, sign: str = " over ") -> str:
    """Which contender's figure is divided by which one's; above 1 the baseline is faster, of times
    and of rates.
    """
    return sign.join(map(str, row.sides if row.cell.on_all_cores else row.sides[::-1]))


def axis(row: Row) -> str:
    """What the axis of the ratios says."""
    what = "rate" if row.cell.on_all_cores else "time"
    return f"{what} of {over(row, f' / {what} of ')}: right of 1 {row.sides[0]} is faster"
