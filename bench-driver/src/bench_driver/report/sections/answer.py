"""What a reader wants to know first, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ... import compare
from ...compare import Comparison
from ...plan import Scenario
from .. import words
from ..document import Block, Items, Section, Text
from ..facts import Facts


def answer(facts: Facts) -> Section:
    """Who is faster, by how much, and how sure that is."""
    rows = compare.along("consumer", facts.headline, facts.band, facts.scenarios)
    formats = compare.along("format", facts.headline, facts.band, facts.scenarios)
    blocks: list[Block] = [Text(unfinished(facts), lead=True)] if facts.sweep.state != "complete" else []
    blocks.append(Text(overall(rows), lead=True))
    blocks.append(
        Items([*(sentence(facts, list(group)) for _, group in groupby(rows, key=lambda row: _objects(row.baseline))), *fastest_formats(facts, formats)])
    )
    blocks.append(Text(" ".join([how_sure(facts), disturbed(facts)])))
    return Section("answer", "The answer", blocks)


def unfinished(facts: Facts) -> str:
    """That not all was measured."""
    counts = facts.counts
    return f"This sweep is {facts.sweep.state}: of {counts['planned']:,} planned runs {counts['ok']:,} did well and {counts['failed']:,} failed."


def overall(rows: Sequence[Comparison]) -> str:
    """How often each consumer is the faster one."""
    if not rows:
        return "There is one consumer, so nobody to compare it with."
    wins: dict[str, int] = {}
    for row in rows:
        winner = {"slower": row.baseline.consumer, "faster": row.other.consumer}.get(row.verdict)
        if winner:
            wins[winner] = wins.get(winner, 0) + 1
    open_cases = len(rows) - sum(wins.values())
    parts = [f"{name} parsed faster in {count} of {len(rows)} comparisons" for name, count in sorted(wins.items(), key=lambda item: -item[1])]
    parts += [f"{open_cases} {'is' if open_cases == 1 else 'are'} not distinguishable here"] if open_cases else []
    return words.listed(parts) + "."


def sentence(facts: Facts, rows: Sequence[Comparison]) -> str:
    """One object type and format: the times, and the ratio for each provider."""
    first = rows[0]
    parts = [f"{_time(row)} from {row.baseline.provider}: {_claim(row)}" for row in rows]
    return f"{first.baseline.object_type} as {first.baseline.format}: {'; '.join(parts)}. {_engines(facts, first)}"


def _time(row: Comparison) -> str:
    sides = ((row.baseline.consumer, row.baseline_ns), (row.other.consumer, row.other_ns))
    return " and ".join(f"{name} {words.ns(time.estimate if time else None)} ns" for name, time in sides)


def _claim(row: Comparison) -> str:
    if row.ratio is None or not row.ratio.known:
        return row.verdict
    if row.verdict in ("slower", "faster"):
        return f"{row.other.consumer} takes {words.ratio(row.ratio)} times as long"
    return f"{row.verdict} (ratio {words.ratio(row.ratio)})"


def _engines(facts: Facts, row: Comparison) -> str:
    used = dict.fromkeys(f"{run.scenario.consumer} with {run.engine}" for run in facts.runs if run.scenario in (row.baseline, row.other))
    return f"({words.listed(used)}.)" if used else ""


def fastest_formats(facts: Facts, rows: Sequence[Comparison]) -> list[str]:
    """For each consumer and object type: which formats are the fastest, where that can be told, medians over providers."""
    found = []
    for (consumer, object_type), group in groupby(sorted(rows, key=_consumer_and_type), key=_consumer_and_type):
        parts = [
            f"{row.other.format} takes {words.ratio(row.ratio)} times as long as {row.baseline.format} from {row.baseline.provider}"
            if row.verdict in ("slower", "faster")
            else f"{row.other.format} and {row.baseline.format} from {row.baseline.provider}: {row.verdict}"
            for row in group
        ]
        found.append(f"{consumer}, {object_type}: {'; '.join(parts)}.")
    return found


def _consumer_and_type(row: Comparison) -> tuple[str, str]:
    return (row.baseline.consumer, row.baseline.object_type)


def _objects(scenario: Scenario) -> tuple[str, str]:
    return (scenario.object_type, scenario.format)


def how_sure(facts: Facts) -> str:
    """How the intervals and the band came to be."""
    rounds = len({item.round for item in facts.steady})
    band = facts.band
    text = f"Each time is the median parse time of one object in a run, then the median over {rounds} rounds; in brackets the 95 % interval."
    if band is None:
        return text + " There is no A/A pair with two rounds or more, so no difference is claimed."
    pairs = f"{band.pairs} scenario{'s were' if band.pairs > 1 else ' was'} measured twice in every round"
    return f"{text} {pairs}: the same differs from itself by a factor of up to {band.factor:.3f}, and only what lies outside of that is called different."


def disturbed(facts: Facts) -> str:
    """How many runs say that something disturbed them."""
    noisy = sum(bool(run.noise) for run in facts.runs)
    told = any(run.steadiness is not None or run.noise for run in facts.runs)
    if not told:
        return ""
    return f"{noisy} of {len(facts.runs)} measured runs say that they were disturbed; nothing was left out for it (see Noise)."
