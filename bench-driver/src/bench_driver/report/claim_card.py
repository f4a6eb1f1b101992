"""A claim as a picture: two contenders, a row for each cell, and what may be said of it."""

from __future__ import annotations

from math import exp, log
from typing import Any

from ..analysis.claim import Claim
from ..analysis.facts import Facts
from ..analysis.headline import BY, kind, said
from ..analysis.ratios import Row
from ..model.cell import Contender
from ..stats.decision import MARGIN
from . import charts, palette, words
from .document import Chart
from .look import SOFT
from .sections.answer import trusted
from .sections.dots import LEGEND, dot
from .sections.libraries import of_pairs


def card(facts: Facts, claim: Claim) -> Chart:
    """The card of a claim."""
    rows = [_row(facts, claim, row) for row in claim.rows]
    ends = [abs(log(row[end])) for row in rows for end in ("low", "high") if row[end]]
    name, other = claim.name, claim.other
    colours = dict(zip((name, other), _colours(claim.rows[0]), strict=True))
    spec = charts.dots(
        rows,
        title=f"time of {other} / time of {name}: right of 1 {name} is faster",
        legend=LEGEND,
        margin=MARGIN,
        reach=exp(1.02 * max([2 * log(1 + MARGIN), *ends])),
        colours={
            line: colours.get(line, SOFT)
            for line in (name, other, *(str(row["line"]) for row in rows))
            if any(row["line"] == line for row in rows)
        },
    )
    title = claim.headline
    shown = f"A ratio with its 95 % interval and a verdict for each row: {title}."
    return Chart("card", title, shown, spec, _libraries(facts, claim), _notes(facts, claim))


def _colours(row: Row) -> list[str]:
    """A colour for each side; one contender has two where it is compared with itself in another
    format.
    """
    sides = (row.baseline, row.other)
    if row.baseline == row.other:
        sides = (row.baseline, Contender(row.other.consumer, row.other.engine, role="other format"))
    return list(palette.of_contenders(sides).values())


def _row(facts: Facts, claim: Claim, row: Row) -> dict[str, Any]:
    name = row.cell.object_name if claim.across_formats else row.cell.objects
    if row.decision is None:
        empty = dict.fromkeys(("ratio", "low", "high"))
        texts = {"shown": "", "verdict": said(row), "times": "", "line": "no verdict"}
        return {**empty, **texts, "name": name}
    made = dot(row)
    faster = {"slower": claim.name, "faster": claim.other}.get(kind(row), made["line"])
    sides = (words.ns(ns) for ns in (row.other_ns, row.baseline_ns))
    times = f"{' ns / '.join(sides)} ns"
    verdict = _verdict(facts, row, faster)
    return {**made, "name": name, "line": faster, "verdict": verdict, "times": times}


def _verdict(facts: Facts, row: Row, faster: str) -> str:
    """The verdict in a few words where there is one."""
    short = {
        "slower": f"{faster} faster",
        "faster": f"{faster} faster",
        "same": f"the same within {BY}",
    }
    verdict = short.get(kind(row)) or said(row)
    here = " of these processes" if facts.one_start and kind(row) in short else ""
    return f"{verdict}{here}{', uncorrected' if _uncorrected(row) else ''}"


def _uncorrected(row: Row) -> bool:
    return bool(row.decision) and row.basis in ("with neighbours", "uncorrected")


def _notes(facts: Facts, claim: Claim) -> list[str]:
    cell = claim.rows[0].cell
    series = next(one.title for one in facts.series if cell in one.cells)
    rounds = max((row.decision.ratio.rounds for row in claim.rows if row.decision), default=0)
    many = f"{rounds} round{'' if rounds == 1 else 's'}"
    notes = [
        claim.sentence(one_start=facts.one_start),
        trusted(claim),
        f"{series}, condition {cell.condition}; {many}{_intervals(claim)}",
    ]
    if any(map(_uncorrected, claim.rows)):
        notes.append("uncorrected: with whatever noisy neighbours the core had")
    return notes


def _intervals(claim: Claim) -> str:
    """What the intervals are; nothing where there is none, as of a single round."""
    if not any(row.decision and row.decision.ratio.rounds > 1 for row in claim.rows):
        return ", so no interval"
    rows = f"{len(claim.rows)} row{'' if len(claim.rows) == 1 else 's'}"
    return f"; 95 % intervals, simultaneous over {rows}"


def _libraries(facts: Facts, claim: Claim) -> list[str]:
    return [
        line if line.startswith(name) else f"{name}: {line}"
        for place, name in enumerate((claim.name, claim.other))
        for line in of_pairs(
            facts.sweep, [(pair[place].cell, pair[place].who) for pair in claim.pairs]
        )
    ]
