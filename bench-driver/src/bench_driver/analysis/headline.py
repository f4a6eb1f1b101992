"""A sweep's answer in a sentence each: who is faster how often, and what to do next. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..model.records import SweepRecord
from ..stats.verdict import CLAIM_ROUNDS, PUBLISH_ROUNDS, Verdict
from .compare import Comparison

#: How rows that claim nothing are counted.
_OPEN: dict[Verdict, str] = {
    "unresolved": "unresolved",
    "too few rounds": f"with fewer than the {CLAIM_ROUNDS} rounds that a claim needs",
    "no A/A pair": "without an A/A pair",
    "not measured": "measured in no round by both",
}


def who_is_faster(rows: Sequence[Comparison]) -> str:
    """How often each contender is the faster one, by what ratios, and how many rows say nothing."""
    if not rows:
        return "Fewer than two contenders were measured on the same objects, so nobody is compared."
    wins: dict[str, list[float]] = {}
    for row in rows:
        if row.ratio and row.verdict in ("slower", "faster"):
            wins.setdefault(row.faster, []).append(row.ratio.estimate if row.verdict == "slower" else 1 / row.ratio.estimate)
    told = [
        f"{name} parsed faster in {len(times)} of {len(rows)} comparisons ({span(times)} times)"
        for name, times in sorted(wins.items(), key=lambda item: -len(item[1]))
    ]
    counted = Counter(row.verdict for row in rows)
    left = [f"{counted[verdict]} {words}" for verdict, words in _OPEN.items() if counted[verdict]]
    return (
        f"{'; '.join(told or [f'Nobody is called faster in {len(rows)} comparisons'])}{': ' if left and not told else ', ' if left else ''}{', '.join(left)}."
    )


def span(times: Sequence[float]) -> str:
    """From the least to the greatest."""
    least, greatest = f"{min(times):.2f}", f"{max(times):.2f}"
    return least if least == greatest else f"{least} to {greatest}"


def state(sweep: SweepRecord, planned: int, made: int, failed: int) -> list[str]:
    """What a reader must know where a sweep is not complete."""
    words = {"interrupted": "Interrupted", "failed": "Ended by a failure", "running": "Still running, or killed", "planned": "Not begun"}
    if sweep.state not in words:
        return []
    return [f"{words[sweep.state]}: of {planned:,} planned runs {made:,} did well and {failed:,} failed. This is what had been measured until then."]


def next_step(sweep: SweepRecord, rows: Sequence[Comparison], earlier: str | None, *, disturbed: bool) -> str:
    """What to do now: go on where the sweep was cut; else look closer, compare with the sweep before, or measure more."""
    if sweep.state != "complete":
        return f"Next: bench-driver sweep --resume {sweep.id}."
    steps = ["open report.html"]
    steps += [f"bench-driver compare {earlier} {sweep.id}"] if earlier else []
    few = any(row.ratio and row.ratio.rounds < PUBLISH_ROUNDS for row in rows)
    steps += [f"bench-driver sweep --rounds {PUBLISH_ROUNDS} for figures to publish"] if few else []
    steps += ["bench-driver doctor says what disturbs this machine"] if disturbed else []
    return f"Next: {'; '.join(steps)}."
