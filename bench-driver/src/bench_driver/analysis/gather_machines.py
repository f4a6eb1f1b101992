"""What each machine says, out of the store, a sweep at a time: what is kept of one is little."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import NotComparable
from ..model.records import SweepRecord
from ..store import read
from ..store.database import Store
from .gather import gather
from .machines import Part, names_of, parts_of, refuse_others
from .ratios import usual

#: A report shows what other machines say where they are no more than these: each is read whole.
_IN_A_REPORT = 16


def named(store: Store, names: Sequence[str]) -> list[SweepRecord]:
    """The sweeps of these names, each once, in this order: of the id of a sweep of several machines
    all its parts, and so of a label, of `last` and of none. StoreError.
    """
    known = read.sweeps(store)
    found: dict[str, SweepRecord] = {}
    for name in names or ("last",):
        parts = [one for one in known if one.cluster and one.cluster == name]
        if not parts:
            sweep = read.find(store, name)
            parts = [sweep] if sweep.id == name else parts_of(known, sweep)
        found |= {one.id: one for one in parts}
    return list(found.values())


def parts(store: Store, sweeps: Sequence[SweepRecord]) -> list[Part]:
    """What these sweeps say, by their machines; their intervals are simultaneous.

    Raises:
        NotComparable: where they are not of one plan
        UsageError: where there are not two
        StoreError: where an older driver measured one by amounts

    """
    refuse_others(sweeps)
    names = names_of(sweeps)
    return [_part(store, name, one, len(sweeps)) for name, one in zip(names, sweeps, strict=True)]


def _part(store: Store, name: str, sweep: SweepRecord, machines: int) -> Part:
    facts = gather(store, sweep)
    rows = usual(facts.rows_of(facts.conditions[0], machines)) if facts.cells else []
    noise = [facts.noise(row) for row in rows]
    return Part(name, facts.sweep, rows, noise, facts.trust, facts.rounds, facts.one_start)


def parts_beside(store: Store, sweep: SweepRecord) -> Sequence[Part]:
    """All parts of the sweep of several machines that a sweep is of; empty where it is of none,
    where these are many, or not of one plan.
    """
    beside = parts_of(read.sweeps(store), sweep) if sweep.cluster else []
    try:
        return parts(store, beside) if 1 < len(beside) <= _IN_A_REPORT else ()
    except NotComparable:
        return ()
