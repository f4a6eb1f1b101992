"""What a reader wants to know first: who is faster, by how much, and how sure that is. The screen shows the same tables."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from ...analysis.compare import Comparison
from ...analysis.facts import Facts
from ...model.scenario import Scenario, contender
from ...stats.verdict import CLAIM_ROUNDS, in_words
from .. import words
from ..document import Block, Items, Section, Table, Text

#: The columns that say what was parsed.
_OBJECTS = ("object type", "format", "provider")
READING = (
    "p50: the median parse time of one object within a run, then the median over rounds. ratio: of these, round by round: median (95 % interval); above 1 the "
    f"first is faster. It is said only from {CLAIM_ROUNDS} rounds on, and where the interval excludes 1 and lies outside what the same, measured twice, "
    "differs by (see Noise); else the row is unresolved, and says how wide its interval is. objects/s: of the whole loop, network included."
)


def answer(facts: Facts) -> Section:
    """The answer in a sentence, what speaks against it, and its tables."""
    blocks: list[Block] = [Text(facts.sentence, lead=True), *([Items(facts.notes)] if facts.notes else []), *tables(facts), Text(READING)]
    blocks += [Items(found)] if (found := fastest_formats(facts.formats)) else []
    blocks.append(Text(" ".join(filter(None, [engines(facts), how_sure(facts)]))))
    return Section("answer", "The answer", blocks)


def tables(facts: Facts) -> list[Table]:
    """A table for each two contenders that are compared, and one of those that nobody is compared with."""
    groups: dict[tuple[str, str], list[Comparison]] = {}
    for row in facts.rows:
        groups.setdefault((contender(row.baseline), contender(row.other)), []).append(row)
    compared = {row.baseline.objects for row in facts.rows}
    alone = [scenario for scenario in facts.scenarios if scenario.objects not in compared]
    return [*(_pair(facts, *names, rows) for names, rows in groups.items()), *([_alone(facts, alone)] if alone else [])]


def _pair(facts: Facts, baseline: str, other: str, rows: Sequence[Comparison]) -> Table:
    times = [f"{baseline} p50 ns", f"{other} p50 ns", f"ratio {other} / {baseline}", "faster"]
    cells = [
        [
            *_objects(row.baseline),
            words.ns(row.baseline_ns.estimate if row.baseline_ns else None),
            words.ns(row.other_ns.estimate if row.other_ns else None),
            words.ratio(row.ratio),
            row.faster,
            words.ns(_rate(facts, row.baseline)),
            words.ns(_rate(facts, row.other)),
        ]
        for row in rows
    ]
    head = [*_OBJECTS, *times, f"{baseline} objects/s", f"{other} objects/s"]
    return Table(head, cells, len(_OBJECTS), f"{baseline} and {other} on the same objects")


def _alone(facts: Facts, scenarios: Sequence[Scenario]) -> Table:
    rows = []
    for scenario in scenarios:
        times = [value for runs in facts.figures[scenario].values() for value in runs]
        rows.append([*_objects(scenario), contender(scenario), words.ns(median(times) if times else None), words.ns(_rate(facts, scenario))])
    return Table([*_OBJECTS, "contender", "p50 ns", "objects/s"], rows, len(_OBJECTS) + 1, "Measured, and compared with nobody")


def _objects(scenario: Scenario) -> list[str]:
    return [scenario.object_type, scenario.format, scenario.provider]


def _rate(facts: Facts, scenario: Scenario) -> float | None:
    """Objects a second, the median over rounds."""
    rates = [value for runs in facts.rates.get(scenario, {}).values() for value in runs]
    return median(rates) if rates else None


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


def how_sure(facts: Facts) -> str:
    """How the band came to be."""
    if facts.bands.widest is None:
        return "There is no A/A pair with two rounds or more, so no difference is claimed."
    consumers = dict.fromkeys(pair.consumer for pair in facts.pairs)
    known = {name: facts.bands.of(*(pair.scenarios[0] for pair in facts.pairs if pair.consumer == name)) for name in consumers}
    factors = words.listed(f"{band.factor:.3f} in {name}" for name, band in known.items() if band)
    said = f"A/A: the same, measured twice in a round, differs from itself by a factor of up to {factors}"
    return f"{said}; only what lies outside is called different."
