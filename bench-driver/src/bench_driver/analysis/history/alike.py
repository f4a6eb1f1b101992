"""Which sweeps are nights of one history, and what two of them say differently of themselves.
Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from ...model.cell import REFERENCE
from ...model.reading import planned_contenders
from ...model.records import SweepRecord
from ..differences import differences
from .alarms import NO, UNKNOWN, History, not_again
from .changes import MIN_MAGNITUDE

#: What two nights must have in common to be one history, by name. With a reference the machine may
#: be another: it is the same for both sides of a ratio.
COMPARABLE = (
    *("preset", "conditions", "stack", "machine"),
    *("reference", "processor", "number of cores"),
)

#: A reference takes another part of its time by less on the same machine, from night to night.
_MOVED = 0.15


def references(sweep: SweepRecord) -> list[str]:
    """The references that a sweep measured, the newest first."""
    every = (who for those in planned_contenders(sweep).values() for who in those)
    return list(dict.fromkeys(who.setup for who in every if who.is_reference))


def machine_of(sweep: SweepRecord) -> tuple[Any, ...]:
    """The machine, as far as times of two are never compared."""
    machine = sweep.about.get("machine", {})
    return machine.get("cpu"), machine.get("cores")


def comparable(sweep: SweepRecord) -> tuple[Any, ...]:
    """`COMPARABLE` of a sweep. Not versions: they are what is watched."""
    held = {
        name: _without_reference(value) if name == "cells" else value
        for name, value in sweep.conditions.items()
        if name not in ("rounds", "scenarios")
    }
    known = (sweep.preset, repr(sorted(held.items())), sweep.about.get("stack"), sweep.machine)
    return (*known, True, None, None) if references(sweep) else (*known, False, *machine_of(sweep))


def _without_reference(cells: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {
            **cell,
            "contenders": [
                who for who in cell["contenders"] if not who.get("setup", "").startswith(REFERENCE)
            ],
        }
        for cell in cells
    ]


def differing(before: SweepRecord, after: SweepRecord) -> str:
    """In what two sweeps are no nights of one history; empty where they are."""
    sides = zip(COMPARABLE, comparable(before), comparable(after), strict=True)
    names = [name for name, old, new in sides if old != new]
    if "reference" in names:  # machines of one with and one without are not asked for
        names = [name for name in names if name not in COMPARABLE[5:]]
    return " and ".join(names)


def chain(nights: Sequence[SweepRecord]) -> list[SweepRecord]:
    """Of nights with references, the oldest first, those that lead to the last: each measured one
    that a later one did too.
    """
    if not nights or not references(nights[-1]):
        return list(nights)
    reached, kept = set(references(nights[-1])), list[SweepRecord]()
    for night in reversed(nights):
        if not reached & set(references(night)):
            break
        reached |= set(references(night))
        kept.append(night)
    return kept[::-1]


def what_changed(before: SweepRecord, after: SweepRecord) -> list[str]:
    """What the two nights around a change say differently of themselves: versions, flags, commit.
    That a reference came or went is no change of what is watched.
    """
    return differences(_watched(before), _watched(after))


def _watched(sweep: SweepRecord) -> dict[str, Any]:
    servers = sweep.about.get("servers", {})
    kept = {name: said for name, said in servers.items() if f"+{REFERENCE}" not in name}
    return {**sweep.about, "servers": kept}


def told_apart(nights: Iterable[SweepRecord], histories: Sequence[History]) -> list[str]:
    """A sentence for each thing that is no alarm and no change of the code: what did not come
    again, and that the machine changed. The nights are the histories', the oldest first.
    """
    others, every = not_again(histories), list(nights)
    machine = _machine_changed(every[-2], every[-1], histories) if len(every) > 1 else ""
    return [
        *(f"did not come again: {alarm}" for alarm in others[NO]),
        *(f"not known whether it came again: {alarm}" for alarm in others[UNKNOWN]),
        *([machine] if machine else []),
    ]


def _machine_changed(before: SweepRecord, after: SweepRecord, histories: Sequence[History]) -> str:
    """What tonight's machine is other than last night's, and what that did to the ratios; empty
    where it is none other, or no ratio tells.

    That the same reference takes another time is a change too: of a neighbour, or of a clock.
    """
    pairs = [
        (item.nights[-2], item.nights[-1])
        for item in histories
        if len(item.nights) > 1 and item.nights[-1].is_ratio
        and (item.nights[-2].sweep_id, item.nights[-1].sweep_id) == (before.id, after.id)
    ]  # fmt: skip
    if not pairs:
        return ""
    words = differences(_machine(before), _machine(after))
    same = [(old, new) for old, new in pairs if old.reference == new.reference]
    if same:
        took = median(new.reference_ns / old.reference_ns for old, new in same)
        if words or abs(took - 1) >= _MOVED:
            words.append(f"the reference takes {took:.2f} times as long")
    if not words:
        return ""
    moved = median(new.value / old.value for old, new in pairs) - 1
    verb = "did not" if abs(moved) < MIN_MAGNITUDE else "did too"
    return (
        f"the machine changed since {before.id}: {'; '.join(words)}; the ratio to the reference "
        f"{verb}: {100 * moved:+.1f} % in the median of {len(pairs)} "
        f"scenario{'s'[: len(pairs) != 1]}"
    )


def _machine(sweep: SweepRecord) -> dict[str, Any]:
    machine = {**sweep.about.get("machine", {}), "java": sweep.about.get("java")}
    machine.pop("python", None)
    return machine
