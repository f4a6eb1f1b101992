"""What disturbs a sweep while it runs: the rules of docs/contract/steadiness.md over a round's
slices together, and how far slices scatter. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from ..analysis.disturbance import LIMITS
from ..measure.watching import Mark
from ..model.reading import Line
from ..report import words

#: The counters of a rule, and whether its whole is the time that the process ran rather than the
#: wall's.
_COUNTERS = {
    "cpu_pressure": ("pressure_ms", False),
    "run_queue_wait": ("run_queue_wait_ms", True),
    "steal": ("steal_ms", False),
    "throttled": ("throttled_ms", False),
}
#: This many of the last slices are drawn.
DRAWN = 240


def noise(marks: Sequence[Mark], times: Mapping[Line, Sequence[float]]) -> dict[str, Any]:
    """The contract's `LiveNoise`; `times` are the slices' by contender and cell."""
    medians = {line: median(values) for line, values in times.items()}
    beside = [
        value / medians[line]
        for line, values in times.items()
        if medians[line] > 0
        for value in values
    ]
    last = [mark for mark in marks if mark.round == marks[-1].round]
    rules = [
        _rule(name, limit, value, marks)
        for name, limit in LIMITS.items()
        if (value := shares(last, name)) is not None
    ]
    loads = [mark.load_average for mark in marks[-1:] if mark.load_average is not None]
    drawn = [(mark, medians[mark.line]) for mark in marks[-DRAWN:]]
    return {
        "sentence": _sentence(beside, rules, loads),
        "rules": rules,
        "slices": [_slice(mark, centre) for mark, centre in drawn if centre > 0],
    }


def shares(marks: Sequence[Mark], rule: str) -> float | None:
    """A rule's value over slices together; None where the system does not keep what it needs."""
    if rule == "canary":
        moved = [
            abs(pair[1] / pair[0] - 1)
            for mark in marks
            if (pair := mark.cpu.get("canary_ns")) and pair[0]
        ]
        return median(moved) if moved else None
    if rule not in _COUNTERS:
        return None
    name, of_running = _COUNTERS[rule]
    counted = [mark for mark in marks if mark.cpu.get(name) is not None]
    whole = sum(
        float(mark.cpu.get("run_ms") or 0) if of_running else mark.wall_ms for mark in counted
    )
    return sum(float(mark.cpu[name]) for mark in counted) / whole if whole else None


def _rule(name: str, limit: float, value: float, marks: Sequence[Mark]) -> dict[str, Any]:
    every = shares(marks, name)
    return {
        "rule": name,
        "over": value > limit,
        "round_shown": words.percent(value),
        "sweep_shown": words.DASH if every is None else words.percent(every),
        "limit_shown": words.percent(limit),
    }


def _sentence(
    beside: Sequence[float], rules: Sequence[Mapping[str, Any]], loads: Sequence[float]
) -> str:
    if not beside:
        return "No slice has ended yet."
    half = median(abs(one - 1) for one in beside)
    over = [str(rule["rule"]) for rule in rules if rule["over"]]
    disturbed = (
        f"over its limit in this round: {words.listed(over)}"
        if over
        else "no rule is over its limit in this round"
        if rules
        else ""
    )
    load = f"load average {loads[0]:.1f}" if loads else ""
    scattered = (
        f"Half of {len(beside)} slices lie within {words.percent(half)} of the median of their kind"
    )
    return "; ".join(filter(None, [scattered, disturbed, load])) + "."


def _slice(mark: Mark, centre: float) -> dict[str, Any]:
    who = {"consumer": mark.line.contender.server, "name": f"{mark.line}, round {mark.round}"}
    return {"at": mark.ended_at, **who, "over_median": mark.p50_ns / centre}
