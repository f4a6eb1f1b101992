"""What the same thing differs by, and which runs were disturbed."""

from __future__ import annotations

from ...analysis.facts import Facts
from .. import words
from ..document import Block, Section, Table, Text

_PAIRED = (
    "A/A: the same scenario measured twice in a round, as A and B at places of their own. Scenarios take turns at it, so each has its pair in too few rounds "
    "for an interval of its own; those that took turns are one pair here, and each round gives one ratio B / A of p50, whichever scenario it is of. What these "
    "ratios do, machine and night do to every other one."
)


def noise(facts: Facts) -> Section:
    """The A/A pairs, then each run that says it was disturbed or not steady."""
    blocks: list[Block] = [Text(_PAIRED), _pairs(facts), _runs(facts)]
    classes = {name: sum(run.steadiness == name for run in facts.runs) for name in ("flat", "warmup", "slowdown", "unsteady")}
    if any(classes.values()):
        known = ", ".join(f"{name} {count}" for name, count in classes.items())
        blocks.append(
            Text(f"Whether the block means of a run stay on one level: {known}; too short to say {sum(run.steadiness is None for run in facts.runs)}.")
        )
    return Section("noise", "Noise", blocks)


def _pairs(facts: Facts) -> Table:
    rows = [[str(pair), words.ratio(pair.ratio), str(pair.ratio.rounds)] for pair in facts.pairs]
    return Table(["measured twice", "B / A (95 %)", "rounds"], rows, 1, f"A/A pairs; the band of all: {words.band(facts.bands.widest)}")


def _runs(facts: Facts) -> Table:
    rows = [
        [
            f"{run.scenario}{f', arm {run.arm}' if run.arm else ''}",
            f"{run.round}",
            "; ".join(f"{rule} {words.percent(value)} (limit {words.percent(limit)})" for rule, value, limit in run.noise) or words.DASH,
            run.steadiness or words.DASH,
        ]
        for run in facts.runs
        if run.noise or run.steadiness not in (None, "flat")
    ]
    return Table(["run", "round", "rules that fired", "series"], rows, 4, f"Runs that were disturbed or not flat: {len(rows)} of {len(facts.runs)}", aside=True)
