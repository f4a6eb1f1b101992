"""The answer of a sweep in five lines: who, by how much, how sure, on what machine, what next."""

from __future__ import annotations

from collections.abc import Sequence

from ..analysis.facts import Facts
from ..analysis.headline import BY, kind, minutes, only, rounds_wanted, who_is_faster
from ..analysis.ratios import Row
from ..model.formats import USUAL
from . import words
from .sections.environment import machine_of

Line = tuple[str, str]


def brief(facts: Facts) -> list[Line]:
    """Each line under its name."""
    rows = facts.first_rows
    if not rows:
        return [("Who", "nobody: fewer than two contenders were measured on the same objects")]
    one = [*_one(facts, rows[0])] if len(rows) == 1 else [*_several(facts, rows)]
    day = facts.sweep.planned_at[:10]
    return [*one, ("Machine", f"{machine_of(facts.sweep)}, {day}"), ("Next", _next(facts, rows))]


def _one(facts: Facts, row: Row) -> list[Line]:
    found, ratio = kind(row), row.decision.ratio if row.decision else None
    if ratio is None:
        return [("Who", f"nobody: no whole group of {row.cell.objects} was measured")]
    sides = ((row.baseline_ns, row.baseline), (row.other_ns, row.other))
    (fast_ns, fast), (slow_ns, slow) = sides if ratio.estimate >= 1 else sides[::-1]
    factor = ratio if ratio.estimate >= 1 else ratio.inverse
    who = {
        "same": f"the same within {BY}, {row.cell.objects}",
        "slower": f"{fast} is faster, {row.cell.objects}",
        "faster": f"{fast} is faster, {row.cell.objects}",
    }.get(found, f"nobody yet, {row.cell.objects}")
    if facts.one_start:
        who = f"of these processes, started once: {who}"
    libraries = " against ".join(facts.engine(row.cell, it) or str(it) for it in (fast, slow))
    much = (
        f"{factor.estimate:.2f} times: {words.ns(fast_ns)} ns an object against {words.ns(slow_ns)}"
    )
    return [("Who", f"{who} ({libraries})"), ("How much", much), ("How sure", _sure(facts, row))]


def _sure(facts: Facts, row: Row) -> str:
    """The interval of the factor, of how many rounds, and whether that is a verdict."""
    assert row.decision, "a row without a decision has no interval"
    ratio = row.decision.ratio
    factor = ratio if ratio.estimate >= 1 else ratio.inverse
    if facts.one_start:
        return "no verdict: another start may differ; natively `make first` gives one"
    if not ratio.known:
        return f"{ratio.rounds} round: no interval, and no verdict"
    verdict = {"same": f"within {BY}", "slower": f"{BY} or more", "faster": f"{BY} or more"}
    width = f"{factor.low:.2f} to {factor.high:.2f} with 95 %, of {ratio.rounds} rounds"
    return f"{width}: {verdict.get(kind(row), 'unresolved')}; {facts.trust}"


def _several(facts: Facts, rows: Sequence[Row]) -> list[Line]:
    ratios = [row.decision.ratio.estimate for row in rows if row.decision]
    factors = [max(one, 1 / one) for one in ratios]
    open_ = [row for row in rows if kind(row) in ("unresolved", "too few rounds", "not measured")]
    least = min((row.decision.ratio.rounds for row in rows if row.decision), default=0)
    verdicts = f"{len(rows) - len(open_)} of {len(rows)} rows have a verdict, of {least} rounds"
    sure = f"{verdicts}; {facts.trust}"
    much = f"by {min(factors):.2f} to {max(factors):.2f} times" if factors else "unknown"
    return [
        ("Who", who_is_faster(rows, one_start=facts.one_start)),
        ("How much", much),
        ("How sure", "no verdict: these processes were started once" if facts.one_start else sure),
    ]


def _next(facts: Facts, rows: Sequence[Row]) -> str:
    """What to do now: measure the open rows to their end, else the usual formats."""
    if facts.sweep.state != "complete":
        return facts.sweep.resumption
    if facts.one_start:
        return "make first: the same natively, each round in fresh processes, with a verdict"
    open_ = [row for row in rows if rounds_wanted(row)]
    if not open_:
        return f"make sweep: both object types in {words.listed(USUAL)}, some 11 min"
    rounds = max(rounds_wanted(row) or 0 for row in open_)
    return (
        f"bench-driver sweep --preset first{only(open_)} --rounds {rounds}"
        f"{minutes(facts.sweep, rounds, len(open_) / len(rows))}, for what is open"
    )
