"""What all cores do at once as a file for other programs: a row each contender of each cell, with
what the report's table says in words.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ..analysis.facts import Facts
from ..analysis.headline import said
from ..analysis.ratios import Row, over_rounds
from ..analysis.scaling import threads
from ..model.cell import Cell, Contender
from ..model.condition import CORES
from ..stats.interval import Interval
from ..stats.pairs import by_round
from ..system.files import drafted


@dataclass(frozen=True)
class CoresRow:
    """A contender on a cell.

    Rates are of all threads together; ends are those of intervals; what is not known is None.
    """

    object_type: str
    format: str
    #: the series, usual or equal
    checks: str
    consumer: str
    engine: str
    threads: int
    objects_per_s: float
    scaling: float | None
    scaling_low: float | None
    scaling_high: float | None
    #: the baseline's rate over its own; None of the baseline
    ratio: float | None
    ratio_low: float | None
    ratio_high: float | None
    verdict: str


def rows(facts: Facts) -> Iterator[CoresRow]:
    """A row each; none of a cell without a whole group."""
    ratios = {(row.cell, row.other): row for row in facts.rows_of(CORES)}
    for cell, those in facts.compared(CORES).items():
        for who in those:
            if (each_ns := over_rounds(by_round(facts.groups.get(cell, {}), who))) is not None:
                yield _row(facts, cell, who, 1e9 / each_ns, ratios.get((cell, who)))


def _row(facts: Facts, cell: Cell, who: Contender, rate: float, row: Row | None) -> CoresRow:
    scaling, ratio = (
        _ends(facts.scalings.get((cell, who))),
        _ends(row.decision.ratio if row and row.decision else None),
    )
    verdict = said(row, one_start=facts.one_start) if row else ""
    return CoresRow(
        cell.object_name,
        cell.format,
        cell.checks,
        who.server,
        who.engine,
        threads(facts.groups[cell]),
        rate,
        *scaling,
        *ratio,
        verdict,
    )


def _ends(found: Interval | None) -> tuple[float | None, float | None, float | None]:
    if found is None:
        return None, None, None
    return (found.estimate, found.low, found.high) if found.known else (found.estimate, None, None)


def write(facts: Facts, folder: Path) -> None:
    """Writes `csv/cores.csv`."""
    with drafted(folder / "csv" / "cores.csv") as draft, draft.open("w", newline="") as text:
        writer = csv.DictWriter(
            text, [field.name for field in fields(CoresRow)], lineterminator="\n"
        )
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows(facts))
