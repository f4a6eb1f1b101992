"""Lines of tables that claim something, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench_driver.report.document import Table
from bench_driver.stats.interval import Interval


@dataclass(frozen=True)
class Line:
    """A line's cells; `held` is None where it only shows."""

    cells: Sequence[str]
    held: bool | None = None


def table(head: Sequence[str], lines: Iterable[Line]) -> Table:
    """The lines, with whether each holds."""
    words = {True: "yes", False: "NO", None: ""}
    rows = [[*line.cells, words[line.held]] for line in lines]
    return Table([*head, "holds"], rows, len(head) + 1)


def megabytes(count: float) -> str:
    """Bytes in MB."""
    return f"{count / 1e6:,.1f} MB"


def within(ratio: Interval, margin: float) -> str:
    """Whether two are the same within a margin, by the interval of their ratio."""
    if not ratio.known:
        return "too few rounds"
    low, high, by = 1 / (1 + margin), 1 + margin, f"{100 * margin:g} %"
    if low <= ratio.low and ratio.high <= high:
        return f"the same within {by}"
    open_ = ratio.low < high and ratio.high > low
    return "unresolved" if open_ else f"different by {by} or more"
