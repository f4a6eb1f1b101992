"""Memory, and the payloads that were parsed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from ...analysis.facts import Facts
from ...analysis.runs import Run
from .. import words
from ..document import Section, Table, Text


def resources(facts: Facts) -> Section:
    """A row a scenario; medians over rounds."""
    memory, payload = [], []
    for scenario in facts.scenarios:
        runs = [run for run in facts.runs if run.scenario == scenario]
        if not runs:
            continue
        rss = _median(runs, lambda run: run.peak_rss_bytes)
        memory.append([str(scenario), words.ns(_median(runs, lambda run: run.allocated_bytes)), words.number(rss / 2**20 if rss else None, 0)])
        spread = f"{min(run.smallest_body for run in runs):,} to {max(run.largest_body for run in runs):,}"
        speed = _median(
            runs, lambda run: run.megabytes_per_second if run.megabytes_per_second is not None else 1e3 * run.body_bytes * run.amount / max(run.parse_ns, 1)
        )
        payload.append(
            [str(scenario), words.number(median(run.body_bytes for run in runs)), spread, words.number(speed), f"{max(run.connections for run in runs):,}"]
        )
    said = (
        "Allocation is what one parse asks for, counted apart from the timed windows; a server that cannot count it without disturbing itself says nothing. "
        "Peak memory is the whole process's."
    )
    return Section(
        "memory",
        "Memory and payloads",
        [
            Text(said),
            Table(["scenario", "allocated, bytes an object", "peak resident, MiB"], memory, 1, "Memory"),
            Table(["scenario", "bytes an object", "least to greatest", "MB a second parsed", "connections"], payload, 1, "Payloads"),
        ],
    )


def _median(runs: Sequence[Run], of: Callable[[Run], float | None]) -> float | None:
    known = [value for run in runs if (value := of(run)) is not None]
    return median(known) if known else None
