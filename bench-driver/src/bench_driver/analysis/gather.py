"""The facts of a sweep, out of the store. Answers are long, so each is read once, and a group at a
time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..errors import StoreError
from ..model.answers import histogram
from ..model.cell import Cell, Contender, MadeGroup, Slice, Turn, whole
from ..model.published import published
from ..model.reading import cells_in_order, contenders_in_order
from ..model.records import Answer, SweepRecord
from ..stats.histograms import merged
from ..store import read
from ..store.database import Store
from ..store.slices import largest_amount, made_groups
from .curves import curves
from .facts import Facts
from .history.past import Past
from .runs import failure
from .slice_facts import Seen, seen

#: The percentile of a tail.
TAIL = 99.0


class _Tails:
    """The tail of each round's windows, by cell and contender: histograms are merged as their round
    ends, so that one round's are in memory.
    """

    def __init__(self) -> None:
        self.found: dict[tuple[Cell, Contender], dict[int, float]] = {}
        self._round = 0
        self._open: dict[tuple[Cell, Contender], list[str]] = {}

    def see(self, turn: Turn, made: Answer) -> None:
        """Takes a slice's histogram in."""
        if turn.round != self._round:
            self.close()
            self._round = turn.round
        if made.answer and (encoded := histogram(made.answer)):
            self._open.setdefault((turn.cell, turn.contender), []).append(encoded)

    def close(self) -> None:
        """Merges the round that ended."""
        for key, encoded in self._open.items():
            if whole := merged(encoded):
                self.found.setdefault(key, {})[self._round] = float(dict(whole.at)[TAIL])
        self._open = {}


def gather(store: Store, sweep: SweepRecord, past: Past | None = None) -> Facts:
    """The facts of a sweep in the store.

    Raises:
        StoreError: where an older driver measured it by amounts.

    """
    if sweep.by_amounts:
        why = "an older driver measured it by amounts, with rules of its own"
        do = f"`bench-driver report {sweep.id}` writes its figures as CSV; or sweep anew"
        raise StoreError(f"sweep {sweep.id} has no answer here", why=why, do=do)
    sweep, largest = published(sweep), largest_amount(sweep.conditions)
    found, failures, lost, tails = list[Seen](), list[str](), Counter[Cell](), _Tails()
    contenders, providers = dict[Cell, dict[Contender, None]](), dict[str, None]()
    alone: list[Slice] = []
    for group in made_groups(store, sweep.id):
        cell = group[0][0].cell
        if group[0][0].amount < largest:
            failures += _failures(group)
            continue
        failures += _failures(group)
        if group[0][0].contender.alone:
            alone += Slice.together(group)
            continue
        contenders.setdefault(cell, {}).update((turn.contender, None) for turn, _ in group)
        providers.update((turn.provider, None) for turn, _ in group)
        if not (those := whole(group)):
            lost[cell] += 1
        found += seen(group)
        for turn, made in those:
            tails.see(turn, made)
    tails.close()
    for series in ("cold", "provider-warmup", "warmup"):
        failures += map(failure, read.answers(store, sweep.id, series, outcome="failed"))
    ordered = {
        cell: contenders_in_order(sweep, contenders[cell])
        for cell in cells_in_order(sweep, contenders)
    }
    known = _as_servers(sweep, providers)
    facts = Facts(
        sweep,
        list(ordered),
        ordered,
        found,
        tails.found,
        known,
        failures,
        lost,
        read.counts(store, sweep.id),
        past or Past(),
        alone,
        curves(store, sweep),
        curves(store, sweep, "cold"),
    )
    return facts.without_coded()


def _failures(group: MadeGroup) -> Iterable[str]:
    """A sentence on each slice that was made and failed; what was not made because of it fails with
    it.
    """
    return (
        failure(made)
        for _, made in group
        if made.answer is None and (made.problem or {}).get("code") != "driver_group_failed"
    )


def _as_servers(sweep: SweepRecord, names: Iterable[str]) -> list[str]:
    order = list(sweep.about.get("servers", {}))
    return sorted(
        names, key=lambda name: (order.index(name) if name in order else len(order), name)
    )
