"""What every answer's sentences have in common. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.records import SweepRecord


def span(times: Sequence[float]) -> str:
    """From the least to the greatest."""
    least, greatest = f"{min(times):.2f}", f"{max(times):.2f}"
    return least if least == greatest else f"{least} to {greatest}"


def state(sweep: SweepRecord, made: int, failed: int) -> list[str]:
    """What a reader must know where a sweep is not complete."""
    words = {
        "interrupted": "Interrupted",
        "failed": "Ended by a failure",
        "running": "Still running, or killed",
        "planned": "Not begun",
    }
    if sweep.state not in words:
        return []
    runs = f"{made:,} runs did well and {failed:,} failed"
    return [f"{words[sweep.state]}: {runs}. This is what had been measured until then."]
