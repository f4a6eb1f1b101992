"""A sweep as the page shows it: by condition a sentence and rows with their intervals and verdicts,
as numbers and as the report writes them.
"""

from __future__ import annotations

from typing import Any

from ..analysis import headline
from ..analysis.facts import Facts
from ..analysis.fronts import BANDWIDTHS, Front, fronts
from ..analysis.ranking import Ranked, ranking
from ..analysis.ratios import Row, usual
from ..model.cell import Cell, Contender
from ..report import words
from ..report.documents import beside_the_answer, measured
from ..report.pictures import origin_of
from ..report.sections import all_cores as cores
from ..report.sections.answer import notes_of, reading, unit_of
from ..report.sections.columns import pairs
from ..report.sections.dots import axis, over
from ..report.sections.libraries import library
from ..report.sections.ranks import named
from ..report.sections.setting import CONDITIONS
from ..stats.decision import MARGIN
from . import blocks


def view(facts: Facts) -> dict[str, Any]:
    """All of it, but what the list of sweeps says."""
    return {
        "id": facts.sweep.id,
        "measured": measured(facts),
        "origin": origin_of(facts.sweep),
        "told": facts.told._asdict(),
        "notes": notes_of(facts),
        "margin": MARGIN,
        "consumers": list(
            dict.fromkeys(who.server for those in facts.contenders.values() for who in those)
        ),
        "conditions": [_condition(one, name) for one in facts.series for name in one.conditions],
        "fronts": [_front(one) for one in fronts(facts.series[0])],
        "sections": [blocks.section(one) for one in beside_the_answer(facts)],
    }


def _condition(facts: Facts, name: str) -> dict[str, Any]:
    """The rows of a condition of a series, those of each two contenders together; the first is the
    answer's.
    """
    is_first = name == facts.conditions[0]
    rows = facts.rows if is_first else facts.rows_of(name)
    first = usual(rows)
    ranked = ranking(facts) if is_first and not facts.on_all_cores else {}
    return {
        "name": next(cell.under for cell in facts.cells if cell.condition == name),
        "says": CONDITIONS.get(name, ""),
        "sentence": headline.of_series(facts.title, first, one_start=facts.one_start),
        "reading": _reading(facts, name),
        "unit": unit_of(name),
        "pairs": [
            {**_pair(facts, *names, mine), "aside": mine[0] not in first}
            for names, mine in pairs(rows).items()
        ],
        "ranked": [
            {
                **_cell(cell),
                "first": named(facts, those[0]),
                "places": [_place(facts, one) for one in those],
            }
            for cell, those in ranked.items()
        ],
    }


def _front(of: Front) -> dict[str, Any]:
    return {
        "object_type": of.object_name,
        "consumer": of.consumer,
        "points": [
            {
                "format": one.format,
                "bytes": one.body_bytes,
                "ns": one.delivered_ns(),
                "beaten": one.format in of.beaten,
            }
            for one in of.points
        ],
        "bandwidths": [
            {
                "name": name,
                "bits_s": bits_s,
                "winners": [one.format for one in of.winners(bits_s)],
            }
            for name, bits_s in BANDWIDTHS.items()
        ],
    }


def _reading(facts: Facts, name: str) -> str:
    if name == facts.conditions[0] or name == "cores":
        return cores.reading() if name == "cores" else reading(facts)
    return f"As the answer's, under {name}: these intervals are simultaneous among themselves."


def _pair(facts: Facts, baseline: Contender, other: Contender, rows: list[Row]) -> dict[str, Any]:
    return {
        "baseline": str(baseline),
        "other": str(other),
        "over": over(rows[0], " / "),
        "axis": axis(rows[0]),
        "rows": [_row(facts, row) for row in rows],
    }


def _row(facts: Facts, row: Row) -> dict[str, Any]:
    ratio = row.decision.ratio if row.decision else None
    return {
        **_cell(row.cell),
        "baseline": {
            **_side(facts, row, row.baseline, row.baseline_ns),
            "contender": str(row.sides[0]),
        },
        "other": {**_side(facts, row, row.other, row.other_ns), "contender": str(row.sides[1])},
        "ratio": words.interval(ratio),
        "ratio_shown": words.ratio(ratio),
        "noise": facts.noise(row),
        "kind": headline.kind(row),
        "faster": {"slower": str(row.sides[0]), "faster": str(row.sides[1])}.get(
            headline.kind(row)
        ),
        "verdict": headline.said(row, one_start=facts.one_start),
    }


def _side(facts: Facts, row: Row, who: Contender, ns: float | None) -> dict[str, Any]:
    """A contender of a row: its figure in the condition's unit, its library, and, on all cores,
    what part of its threads' rate it reaches.
    """
    each_ns = cores.each_ns(facts, row.cell, who) if row.cell.on_all_cores else ns
    rate = row.cell.on_all_cores and each_ns
    return {
        "contender": str(who),
        "consumer": who.server,
        "value": 1e9 / rate if rate else each_ns,
        "shown": words.rate(each_ns) if row.cell.on_all_cores else words.ns(each_ns),
        "library": facts.engine(row.cell, who) or None,
        "scaling": words.share(facts.scalings.get((row.cell, who)))
        if row.cell.on_all_cores
        else None,
    }


def _place(facts: Facts, one: Ranked) -> dict[str, Any]:
    """An engine in its cell; the first is beside nobody."""
    return {
        "place": one.rank,
        "name": named(facts, one),
        "consumer": one.contender.consumer,
        "shown": words.ns(one.time_ns),
        "library": library(facts.sweep, one.cell, one.contender) or None,
        "ratio": words.interval(one.over_first),
        "ratio_shown": words.ratio(one.over_first) if one.over_first else "1",
        "kind": headline.kind(one.beside_first) if one.beside_first else "same",
    }


def _cell(cell: Cell) -> dict[str, str]:
    return {
        "object_type": cell.object_name,
        "format": cell.format,
        "operation": cell.operation,
        "condition": cell.under,
    }
