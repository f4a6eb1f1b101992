"""What disturbed the slices: the rules of docs/contract/steadiness.md, judged over a round's slices
of a cell together, and idle contenders that were not.

A slice is too short to be judged alone: one tick of a counter is some per cent of it. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from ..model.cell import IDLE, Cell, Contender
from ..stats.pairs import Basis
from .ratios import Row
from .slice_facts import Seen

#: What the measuring of a row was like; docs/guide/row.md says what each word means.
Noise = Literal["quiet", "unsteady", "busy", "uneven", "unknown"]
WORDS: Mapping[Basis, Noise] = {
    "quiet": "quiet",
    "with neighbours": "busy",
    "not alike": "uneven",
    "uncorrected": "unknown",
}
#: The rules by which the CPU itself gave less, or not the same throughout.
_OF_CPU = frozenset(("steal", "throttled", "canary"))
#: Each rule's limit, as the contract has it.
LIMITS = {
    "cpu_pressure": 0.05,
    "run_queue_wait": 0.02,
    "steal": 0.01,
    "throttled": 0.0,
    "jit": 0.01,
    "canary": 0.03,
}


@dataclass(frozen=True)
class Judged:
    """A contender's slices of a cell in a round: the values of the rules that can be judged, and
    those that fired.
    """

    cell: Cell
    contender: Contender
    round: int
    values: Mapping[str, float]

    @property
    def fired(self) -> dict[str, float]:
        """The rules whose value is over its limit."""
        return {rule: value for rule, value in self.values.items() if value > LIMITS[rule]}


def judged(seen: Iterable[Seen]) -> list[Judged]:
    """Each contender's slices of a cell and round, judged together."""
    together: dict[tuple[Cell, Contender, int], list[Seen]] = {}
    for one in seen:
        together.setdefault((one.slice.cell, one.slice.contender, one.slice.round), []).append(one)
    return [Judged(*key, _values(those)) for key, those in together.items()]


def _values(those: Sequence[Seen]) -> dict[str, float]:
    """The rules' values; a counter that the system does not keep judges nothing."""
    wall = sum(one.run.wall_ns for one in those) / 1e6
    parts = {
        "cpu_pressure": ("pressure_ms", wall),
        "steal": ("steal_ms", wall),
        "throttled": ("throttled_ms", wall),
    }
    ran = _sum(those, "run_ms")
    parts |= {"run_queue_wait": ("run_queue_wait_ms", ran)} if ran else {}
    found = {
        rule: total / whole
        for rule, (name, whole) in parts.items()
        if whole and (total := _sum(those, name)) is not None
    }
    if all(one.jit_ms is not None for one in those) and wall:
        found["jit"] = sum(one.jit_ms or 0 for one in those) / wall
    canaries = [
        abs(pair[1] / pair[0] - 1) for one in those if (pair := one.slice.cpu.get("canary_ns"))
    ]
    return found | ({"canary": median(canaries)} if canaries else {})


def _sum(those: Sequence[Seen], name: str) -> float | None:
    values = [one.slice.cpu.get(name) for one in those]
    known = [float(value) for value in values if value is not None]
    return sum(known) if len(known) == len(those) else None


def word(row: Row, found: Iterable[Judged]) -> Noise:
    """What the measuring of a row was like, in a word; by its basis, and by what its CPU gave."""
    sides = (row.baseline, row.other)
    mine = [one for one in found if one.cell == row.cell and one.contender in sides]
    rounds = Counter(one.contender for one in mine)
    low = Counter(one.contender for one in mine if not _OF_CPU.isdisjoint(one.fired))
    if row.basis in ("quiet", "uncorrected") and any(2 * low[who] > rounds[who] for who in low):
        return "unsteady"
    return WORDS[row.basis]


def not_idle(seen: Iterable[Seen]) -> set[tuple[Cell, int, int]]:
    """The groups during which an idle contender used more than `IDLE` of a CPU, as cell, round and
    number.
    """
    return {
        (one.slice.cell, one.slice.round, one.slice.group)
        for one in seen
        if (one.slice.idle_cpu or 0) > IDLE
    }
