"""A summary in words: Markdown for the file, and the cells that the screen shows too. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..analysis.figures import Pair
from ..analysis.overview import ColdRow, Row, WarmupRow
from ..stats.interval import Interval
from ..stats.verdict import CLAIM_ROUNDS
from .markdown import table


def nanoseconds(value: float | None) -> str:
    """A time with its thousands apart."""
    return "-" if value is None else f"{value:,.0f}"


def ratio(value: Interval | None) -> str:
    """A ratio over rounds: the median, and its interval where there is one."""
    if value is None:
        return "-"
    return f"{value.estimate:.2f} ({value.low:.2f} … {value.high:.2f})" if value.known else f"{value.estimate:.2f}"


def header(baseline: str, other: str) -> list[str]:
    """The columns of the table of two consumers (of one, where it is the only one)."""
    if baseline == other:
        return ["object type", "format", "provider", f"{baseline} p50 ns", f"{baseline} objects/s"]
    times = [f"{baseline} p50 ns", f"{other} p50 ns", f"ratio {other} / {baseline}", "faster"]
    return ["object type", "format", "provider", *times, f"{baseline} objects/s", f"{other} objects/s"]


def cells(row: Row) -> list[str]:
    """A row under that header."""
    first = nanoseconds(row.baseline_ns.median if row.baseline_ns else None)
    if row.baseline == row.other:
        return [row.object_type, row.format, row.provider, first, nanoseconds(row.baseline_rate)]
    second = nanoseconds(row.other_ns.median if row.other_ns else None)
    figures = [first, second, ratio(row.ratio), row.faster]
    return [row.object_type, row.format, row.provider, *figures, nanoseconds(row.baseline_rate), nanoseconds(row.other_rate)]


@dataclass(frozen=True)
class Tables:
    """What a summary shows: the comparison, the warm-up, what is cold, the pairs, failed runs and notes, in sentences."""

    rows: Sequence[Row]
    warmups: Sequence[WarmupRow] = ()
    cold: Sequence[ColdRow] = ()
    pairs: Sequence[Pair] = ()
    failed: Sequence[str] = ()
    notes: Sequence[str] = ()


def markdown(facts: dict[str, Any], tables: Tables) -> str:
    """`summary.md`: the tables, then what they depend on, then what failed."""
    parts = ["# Sweep of " + facts["started"], *(f"> {note}" for note in tables.notes)]
    for names, chosen in by_names(tables.rows).items():
        parts.append(table(header(*names), [cells(row) for row in chosen], text_columns=3))
    parts.append(READING)
    parts += ["## Noise", NOISE, _pair_table(tables.pairs)] if tables.pairs else []
    parts += ["## Warm-up", WARMUP, _warmup_table(tables.warmups)]
    parts += ["## Cold", COLD, _cold_table(tables.cold)] if tables.cold else []
    parts += ["## Conditions", "\n".join(f"- {line}" for line in conditions(facts))]
    parts += ["## Runs that failed", "\n".join(f"- {line}" for line in tables.failed) or "None."]
    return "\n\n".join(parts) + "\n"


def by_names(rows: Sequence[Row]) -> dict[tuple[str, str], list[Row]]:
    """The rows of each two that are compared."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row.baseline, row.other), []).append(row)
    return found


READING = (
    "p50: the median parse time of one object within a run, then the median over rounds. ratio: of these, round by round: median (95 % interval); above 1 the "
    f"first is faster. It is said only from {CLAIM_ROUNDS} rounds on, and where the interval excludes 1 and lies outside what the same, measured twice, "
    "differs by (see Noise); else the row is unresolved, and says how wide its interval is. objects/s: of the whole loop, network included."
)
WARMUP = (
    "Mean ns an object while the consumer was warmed, beside the p50 that was measured right after; medians over rounds and providers. "
    "Only the last is a result."
)


PAIRED = (
    "the same scenario measured twice in a round, as A and B at places of their own. Scenarios take turns at it, so each has its pair in too few rounds for "
    "an interval of its own; those that took turns are one pair here, and each round gives one ratio B / A of p50, whichever scenario it is of."
)
NOISE = f"A/A: {PAIRED} Noise alone keeps it from 1; median over rounds (95 % interval)."
COLD = "The first objects of a consumer that was just started, without any warm-up: mean ns an object over so many; medians over rounds and providers."


def _pair_table(pairs: Sequence[Pair]) -> str:
    return table(["measured twice", "second / first", "rounds"], [[str(row), ratio(row.ratio), str(row.ratio.rounds)] for row in pairs], text_columns=1)


def _cold_table(rows: Sequence[ColdRow]) -> str:
    amounts = sorted({amount for row in rows for amount in row.mean_ns})
    lines = [[row.consumer, row.object_type, row.format, *(nanoseconds(row.mean_ns.get(amount)) for amount in amounts)] for row in rows]
    return table(["consumer", "object type", "format", *(f"first {amount:,}" for amount in amounts)], lines, text_columns=3)


def _warmup_table(warmups: Sequence[WarmupRow]) -> str:
    lines = [[row.consumer, row.object_type, row.format, *map(nanoseconds, (row.replay_ns, row.http_ns, row.measured_ns))] for row in warmups]
    return table(["consumer", "object type", "format", "replay, mean ns", "http, mean ns", "measured, p50 ns"], lines, text_columns=3)


def conditions(facts: dict[str, Any]) -> list[str]:
    """What the figures depend on, a line each."""
    held, machine = facts["conditions"], facts["machine"]
    lines = [
        f"source `{held['source']}`, {condition(held)}",
        f"stack: {facts.get('stack_in_words', 'native processes')}",
        f"{facts['rounds']} rounds {facts.get('each_round', 'in fresh processes')}, scenarios in random order (seed {facts['seed']})"
        + f", amounts {_amounts(facts['amounts'])}"
        + (", a run for each" if held["independent"] else ", one run with checkpoints"),
        f"machine: {machine['cpu']}, {machine['cores']} cores, {machine['memory_gib']} GiB, {machine['system']}",
    ]
    lines += [f"Java: {facts['java']}, flags `{' '.join(facts['jvm_flags'])}`"] if facts.get("java") else []
    for name, server in facts["servers"].items():
        flags = ", ".join(f"{key}={value}" for key, value in sorted(server["flags"].items()))
        engines = ", ".join(f"{engine['name']} {engine['version']} ({engine['format']})" for engine in server["engines"] if engine["default"])
        lines.append(f"{name}: {server['server_version']} on {server['runtime_version']} ({flags}); {engines}")
    return [*lines, f"bench-driver {facts['driver_version']}, commit {facts['commit'] or 'unknown'}", f"command: `{facts['command']}`"]


def condition(held: dict[str, Any]) -> str:
    """The conditions of a run in a few words, as a chart's title has them too."""
    concurrency = held["concurrency"]
    warm = [f"{held['warmup']:,} replayed"] if held["warmup"] else []
    warm += [f"{held['warmup_http']:,} by {held['source']}"] if held["warmup_http"] else []
    warm += [f"{held['warmup_provider']:,} a scenario as a round begins"] if held["warmup_provider"] else []
    flight = f"{concurrency} request{'s' if concurrency > 1 else ''} in flight" if held["source"] == "http" else "from memory"
    objects = "the same object again and again" if held["variants"] == 1 else f"{held['variants']} different objects"
    return f"{flight}, {objects}, warm-up {' + '.join(warm) or 'none'}"


def _amounts(amounts: Sequence[int]) -> str:
    return ", ".join(f"{amount:,}" for amount in amounts) if len(amounts) < 5 else f"{amounts[0]:,} to {amounts[-1]:,} ({len(amounts)})"
