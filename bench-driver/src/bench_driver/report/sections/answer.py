"""What a reader wants to know first, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis import compare
from ...analysis.compare import Comparison
from ...analysis.facts import Facts
from ...stats.verdict import CLAIM_ROUNDS, in_words, not_for_publishing
from .. import words
from ..document import Block, Items, Section, Text


def answer(facts: Facts) -> Section:
    """Who is faster, by how much, and how sure that is."""
    rows = compare.along("consumer", facts.headline, facts.bands, facts.scenarios)
    formats = compare.along("format", facts.headline, facts.bands, facts.scenarios)
    blocks: list[Block] = [Text(unfinished(facts), lead=True)] if facts.sweep.state != "complete" else []
    blocks += [Text(sentence, lead=True) for sentence in not_for_publishing(_rounds(facts)) if facts.steady]
    blocks.append(Text(overall(rows), lead=True))
    groups: dict[tuple[str, str], list[Comparison]] = {}
    for row in rows:
        groups.setdefault((row.baseline.object_type, row.baseline.format), []).append(row)
    blocks.append(Items([*(sentence(group) for group in groups.values()), *fastest_formats(formats)]))
    blocks.append(Text(" ".join(filter(None, [engines(facts), how_sure(facts), disturbed(facts)]))))
    return Section("answer", "The answer", blocks)


def unfinished(facts: Facts) -> str:
    """That not all was measured."""
    counts = facts.counts
    return f"This sweep is {facts.sweep.state}: of {counts['planned']:,} planned runs {counts['ok']:,} did well and {counts['failed']:,} failed."


def overall(rows: Sequence[Comparison]) -> str:
    """How often each consumer is the faster one."""
    if not rows:
        return "Fewer than two consumers were measured on the same objects, so nobody is compared."
    wins: dict[str, int] = {}
    for row in rows:
        winner = {"slower": row.baseline.consumer, "faster": row.other.consumer}.get(row.verdict)
        if winner:
            wins[winner] = wins.get(winner, 0) + 1
    few = sum(row.verdict == "too few rounds" for row in rows)
    open_cases = len(rows) - sum(wins.values()) - few
    parts = [f"{name} parsed faster in {count} of {len(rows)} comparisons" for name, count in sorted(wins.items(), key=lambda item: -item[1])]
    if open_cases:
        parts.append(f"{open_cases} of {len(rows)} comparisons {'is' if open_cases == 1 else 'are'} unresolved")
    if few:
        parts.append(f"{few} of {len(rows)} comparisons {'has' if few == 1 else 'have'} fewer than the {CLAIM_ROUNDS} rounds that a claim needs")
    return words.listed(parts) + "."


def sentence(rows: Sequence[Comparison]) -> str:
    """One object type and format: the times, and the ratio for each provider, the slower one over the faster."""
    parts = [f"from {row.baseline.provider} {_time(row)}: {claim(row)}" for row in rows]
    return f"{rows[0].baseline.object_type} as {rows[0].baseline.format}: {'; '.join(parts)}."


def _time(row: Comparison) -> str:
    sides = ((row.baseline.consumer, row.baseline_ns), (row.other.consumer, row.other_ns))
    return " and ".join(f"{name} {words.ns(time.estimate if time else None)} ns" for name, time in sides)


def claim(row: Comparison) -> str:
    """What may be said of a pair; the slower one takes so many times as long."""
    if row.ratio is None:
        return row.verdict
    if row.verdict == "slower":
        return f"{row.other.consumer} takes {words.ratio(row.ratio)} times as long"
    if row.verdict == "faster":
        return f"{row.baseline.consumer} takes {words.ratio(row.ratio.inverse)} times as long"
    return f"{in_words(row.verdict, row.ratio)} (ratio {words.ratio(row.ratio)})"


def engines(facts: Facts) -> str:
    """Who parsed: a claim names library, version and runtime."""
    servers = facts.sweep.about.get("servers", {})
    used: dict[str, dict[str, None]] = {}
    for run in facts.runs:
        used.setdefault(run.scenario.consumer, {})[run.engine] = None
    parts = [
        f"{name} ({servers.get(name, {}).get('runtime_version', 'runtime unknown')}) with {words.listed(used[name])}"
        for name in facts.values("consumer")
        if name in used
    ]
    return f"Parsed by {words.listed(parts)}." if parts else ""


def fastest_formats(rows: Sequence[Comparison]) -> list[str]:
    """For each consumer and object type: what the other formats take, over the range of providers."""
    groups: dict[tuple[str, str], dict[str, list[Comparison]]] = {}
    for row in rows:
        groups.setdefault((row.baseline.consumer, row.baseline.object_type), {}).setdefault(row.other.format, []).append(row)
    return [f"{object_type} in {consumer}: {'; '.join(map(_format, by_format.values()))}." for (consumer, object_type), by_format in groups.items()]


def _format(rows: Sequence[Comparison]) -> str:
    """Two formats: what holds for every provider, or with which provider what holds."""
    groups: dict[str, list[Comparison]] = {}
    for row in rows:
        groups.setdefault(row.verdict, []).append(row)
    if len(groups) == 1:
        return _agreed(rows)
    return ", ".join(f"{_agreed(group)} from {words.listed(row.baseline.provider for row in group)}" for group in groups.values())


def _agreed(rows: Sequence[Comparison]) -> str:
    known = [row.ratio for row in rows if row.ratio]
    if rows[0].verdict not in ("slower", "faster"):
        names = f"{rows[0].other.format} and {rows[0].baseline.format}"
        return f"{names}: {in_words(rows[0].verdict, rows[0].ratio)}" if rows[0].verdict == "too few rounds" else f"{names} {rows[0].verdict}"
    slower, faster = (rows[0].other, rows[0].baseline) if rows[0].verdict == "slower" else (rows[0].baseline, rows[0].other)
    estimates = sorted(ratio.estimate if rows[0].verdict == "slower" else 1 / ratio.estimate for ratio in known)
    span = f"{estimates[0]:.2f}" if f"{estimates[0]:.2f}" == f"{estimates[-1]:.2f}" else f"{estimates[0]:.2f} to {estimates[-1]:.2f}"
    return f"{slower.format} takes {span} times as long as {faster.format}"


def _rounds(facts: Facts) -> int:
    return len({item.round for item in facts.steady})


def how_sure(facts: Facts) -> str:
    """How the intervals and the band came to be."""
    rounds = _rounds(facts)
    text = f"Each time is the median parse time of one object in a run, then the median over {rounds} rounds; in brackets the 95 % interval."
    if facts.bands.widest is None:
        return text + " There is no A/A pair with two rounds or more, so no difference is claimed."
    consumers = dict.fromkeys(pair.consumer for pair in facts.pairs)
    known = {name: facts.bands.of(*(pair.scenarios[0] for pair in facts.pairs if pair.consumer == name)) for name in consumers}
    factors = words.listed(f"{band.factor:.3f} in {name}" for name, band in known.items() if band)
    said = f"A/A: the same, measured twice in a round, differs from itself by a factor of up to {factors}"
    return f"{text} {said}; only what lies outside is called different."


def disturbed(facts: Facts) -> str:
    """How many runs say that something disturbed them."""
    noisy = sum(bool(run.noise) for run in facts.runs)
    told = any(run.steadiness is not None or run.noise for run in facts.runs)
    if not told:
        return ""
    return f"{noisy} of {len(facts.runs)} measured runs say that they were disturbed; nothing was left out for it (see Noise)."
