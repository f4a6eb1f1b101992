"""One answer over several machines: what each says, and where they disagree."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any

from ...analysis.facts import Facts
from ...analysis.headline import BY, kind, said
from ...analysis.machines import Across, Part, across, headline
from ...analysis.ratios import Row
from ...model.cell import Cell, Contender
from ...stats.decision import MARGIN
from .. import charts, words
from ..document import Block, Chart, Charts, Items, Section, Table, Text
from .dots import LEGEND, axis, colours_of, dot, over
from .environment import machine_in
from .libraries import of_pairs

#: Rows that a picture has room for.
_MOST = 60
#: Machines that are described below a picture's title.
_DESCRIBED = 8


def machines(facts: Facts) -> Section | None:
    """The section of a sweep that is one machine's part of a sweep of several."""
    return section(facts.machines) if facts.machines else None


def section(parts: Sequence[Part]) -> Section:
    """The answer in a sentence, a sentence a row, the machines, and each row on every machine."""
    rows = across(parts)
    blocks: list[Block] = [
        Text(headline(rows), lead=True),
        Items([f"{one.name}: {one.sentence}" for one in rows]),
        *([Charts([drawn])] if (drawn := chart(parts)) else []),
        Text(_trusted(parts)),
        _machines(parts),
        *(_row(one) for one in rows),
        Text(_reading(parts)),
    ]
    return Section("machines", "Machines", blocks)


def _reading(parts: Sequence[Part]) -> str:
    return (
        f"95 % intervals, simultaneous over the rows of all {len(parts)} machines, and so wider "
        "than in a machine's own report. No figure is a mean over machines."
    )


def _machines(parts: Sequence[Part]) -> Table:
    lines = [[one.name, *_of(one), _rounds(one)] for one in parts]
    head = ["machine", "CPU", "cores", "kernel", "JDK", "rounds"]
    return Table(head, lines, len(head))


def _trusted(parts: Sequence[Part]) -> str:
    """What each machine's sweep is good for, and where their commits differ."""
    states = {one.trust.state: [it.name for it in parts if it.trust.state == one.trust.state]
              for one in parts}  # fmt: skip
    told = [f"{state} on {', '.join(names)}" for state, names in states.items()]
    commits = {str(one.sweep.about.get("commit"))[:12]: one.name for one in parts}
    apart = [f"{commit} on {name}" for commit, name in commits.items()]
    fewer = [f"{one.name} has {_rounds(one)}" for one in parts if one.rounds < _planned(one)]
    return (
        f"Trust: {'; '.join(told)}."
        + (f" Fewer rounds than planned: {', '.join(fewer)}." if fewer else "")
        + (f" Commits differ: {', '.join(apart)}." if len(apart) > 1 else "")
    )


def _planned(part: Part) -> int:
    return int(part.sweep.conditions.get("rounds", 0))


def _rounds(part: Part) -> str:
    """How many rounds it has; of how many, where it lacks some."""
    planned = _planned(part)
    return f"{part.rounds} of {planned}" if part.rounds < planned else str(part.rounds)


def _of(part: Part) -> list[str]:
    """CPU, cores, kernel and JDK."""
    about = part.sweep.about
    known = about.get("machine", {})
    kernel = str(known.get("system", "")).split()[1:2]  # of `Linux 6.1.0 x86_64`
    told = (known.get("cpu"), known.get("cores"), *(kernel or [""]), about.get("java"))
    return [str(one or words.DASH) for one in told]


def _row(one: Across) -> Table:
    head = ["machine", "ratio (95 %)", "noise", "verdict"]
    lines = []
    for name, found in one.kinds.items():
        row = one.rows.get(name)
        ratio = row.decision.ratio if row and row.decision else None
        verdict = said(row) if row else found
        lines.append([name, words.ratio(ratio), one.noise.get(name, words.DASH), verdict])
    return Table(head, lines, 1, f"{one.name}, {one.first.cell.under}: {over(one.first, ' / ')}")


def chart(parts: Sequence[Part]) -> Chart | None:
    """A picture with a line for each row and machine; None where it has no row, or too many."""
    rows = across(parts)
    jdks = {one.name: f" ({_of(one)[-1]})" for one in parts}
    jdks = jdks if len({*jdks.values()}) > 1 else dict.fromkeys(jdks, "")
    lines = [
        _dot(row, (f"{one.name}, " if len(rows) > 1 else "") + name + jdks[name])
        for one in rows
        for name, row in one.rows.items()
    ]
    shown = [line for line in lines if line["ratio"]]
    if not shown or len(shown) > _MOST:
        return None
    ends = [abs(log(line[end])) for line in shown for end in ("low", "high")]
    first = rows[0].first
    alike = len({one.first.sides for one in rows}) == 1
    spec = charts.dots(
        shown,
        title=axis(first) if alike else "ratio of times: right of 1 the one behind the / is faster",
        legend=LEGEND,
        margin=MARGIN,
        reach=exp(1.02 * max([2 * log(1 + MARGIN), *ends])),
        colours=colours_of(first, [str(line["line"]) for line in shown]),
    )
    said_of = f"{over(first) + ' on each machine: ' if alike else ''}{headline(rows)}"
    pairs = [(row.cell, who) for one in rows for row in (one.first,)
             for who in (row.baseline, row.other)]  # fmt: skip
    notes = [
        *(f"{one.name}: {one.sentence}" for one in rows),
        *map(_origin, parts[:_DESCRIBED]),
        _reading(parts),
    ]
    return Chart("machines", said_of, said_of, spec, _libraries(parts, pairs), notes)


def _libraries(parts: Sequence[Part], pairs: Sequence[tuple[Cell, Contender]]) -> list[str]:
    """The libraries of each server with its runtime, and on which machines where these differ."""
    found: dict[str, list[str]] = {}
    for one in parts:
        for line in of_pairs(one.sweep, pairs):
            found.setdefault(line, []).append(one.name)
    return [
        line if len(names) == len(parts) else f"{line}, on {words.listed(names)}"
        for line, names in found.items()
    ]


def _origin(part: Part) -> str:
    """Where a machine's figures come from, and what they are good for."""
    sweep, (*_, kernel, jdk) = part.sweep, _of(part)
    told = [one for one in (kernel, jdk) if one != words.DASH]
    known = ", ".join([*told, f"{_rounds(part)} rounds", part.trust.state])
    where = f"{machine_in(sweep.about)}; {sweep.planned_at[:10]}; sweep {sweep.id}"
    return f"{part.name} ({known}): {where}"


def _dot(row: Row, label: str) -> dict[str, Any]:
    if row.decision is None:
        return {"name": label, "ratio": None}
    made = dot(row)
    short = {"slower": f"{made['line']} faster", "faster": f"{made['line']} faster",
             "same": f"the same within {BY}"}  # fmt: skip
    sides = (words.ns(ns) for ns in (row.other_ns, row.baseline_ns))
    return {
        **made,
        "name": label,
        "verdict": short.get(kind(row)) or said(row),
        "times": f"{' ns / '.join(sides)} ns",
    }


def origin(parts: Sequence[Part]) -> str:
    """How many machines, when, and of which sweeps the figures are."""
    days = sorted({one.sweep.planned_at[:10] for one in parts})
    clusters = list(dict.fromkeys(one.sweep.cluster or one.sweep.id for one in parts))
    ids = ", ".join(clusters[:_DESCRIBED]) + ("…" if len(clusters) > _DESCRIBED else "")
    return f"{len(parts)} machines; {' to '.join(days[:1] + days[1:][-1:])}; sweep {ids}"
