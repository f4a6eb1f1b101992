"""The page's data by its address below `api/`: what `serve` answers, and what `publish` writes as
files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from .. import __version__
from ..analysis.facts import Facts
from ..analysis.gather import gather
from ..analysis.history.past import look_back
from ..errors import BenchError, UsageError
from ..model.records import SweepRecord
from ..store import read
from ..store.database import Store
from .compared import compared
from .histories import nights
from .listing import baselines, line
from .view import view

#: What was made last is kept: a sweep of many rounds takes seconds to read. This many answers, some
#: 100 KB each.
_KEPT = 64
#: Earlier sweeps that one is offered next to: with all of them the list would grow by their square.
_BASELINES = 100


class Unknown(BenchError):
    """The store has no such sweep."""


@dataclass
class Data:
    """Answers out of a store, which is opened when somebody first asks; `root` is where Apache
    Otava may be.
    """

    opening: Callable[[], Store]
    root: Path
    _store: Store | None = None
    _made: dict[tuple[object, ...], bytes] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _opens: Lock = field(default_factory=Lock)

    @property
    def store(self) -> Store:
        """The store.

        StoreError while it cannot be opened, as long as nothing was measured yet: then it is tried
        again the next time.
        """
        with self._opens:
            if self._store is None:
                self._store = self.opening()
            return self._store

    def close(self) -> None:
        """Closes the store, where it was opened."""
        if self._store:
            self._store.close()

    def sweeps(self, chosen: Mapping[str, Sequence[str]] | None = None) -> bytes:
        """The list of sweeps, the newest first; of those `chosen` alone, each with the earlier ones
        that it is compared with, as a site has them.
        """
        known = read.sweeps(self.store)
        beside = baselines(known, _BASELINES) if chosen is None else chosen
        lines = [line(one, beside[one.id]) for one in reversed(known) if one.id in beside]
        return _json({"version": __version__, "served": chosen is None, "sweeps": lines})

    def sweep(self, name: str) -> bytes:
        """A sweep's answer and all that stands beside it."""
        one = self.find(name)
        return self._kept(("sweep", *self._state(one)), lambda: view(self._facts(one)))

    def compared(self, first: str, second: str) -> bytes:
        """Two sweeps compared."""
        before, after = self.find(first), self.find(second)
        return self._kept(
            ("compared", *self._state(before), *self._state(after)),
            lambda: compared(self.store, before, after),
        )

    def nights(self, name: str) -> bytes:
        """The nights up to a sweep."""
        one = self.find(name)
        earlier = tuple(other.id for other in read.sweeps(self.store))
        return self._kept(
            ("nights", *self._state(one), earlier), lambda: nights(self.store, one, self.root)
        )

    def find(self, name: str) -> SweepRecord:
        """The sweep of that id. Unknown, UsageError."""
        known = read.sweeps(self.store)
        found = next((one for one in known if one.id == name), None)
        if found is None:
            why = f"it has {len(known)}, the latest {known[-1].id}" if known else "it is empty"
            raise Unknown(
                f"the store has no sweep {name}",
                why=why,
                do="choose one of the list of sweeps"
                if known
                else "make one: `bench-driver sweep`",
            )
        if found.by_amounts:
            why = "an older driver measured it by amounts"
            do = f"run `bench-driver report {name}`: it writes its figures as CSV"
            raise UsageError(f"{name} is not shown here", why=why, do=do)
        return found

    def _facts(self, one: SweepRecord) -> Facts:
        return gather(self.store, one, look_back(self.store, one))

    def _state(self, one: SweepRecord) -> tuple[object, ...]:
        """What an answer about a sweep depends on: a sweep that runs gets new runs."""
        return (one.id, one.state, *read.counts(self.store, one.id).values())

    def _kept(self, key: tuple[object, ...], make: Callable[[], dict[str, Any]]) -> bytes:
        if (known := self._made.get(key)) is not None:
            return known
        with self._lock:  # one at a time: each takes a core
            if key not in self._made:
                self._made[key] = _numbers(make, str(key[1]))
                for old in list(self._made)[:-_KEPT]:
                    del self._made[old]
            return self._made[key]


def _numbers(make: Callable[[], dict[str, Any]], name: str) -> bytes:
    """What is made, in JSON, which has no word for what is no number. UsageError where a figure is
    none, or where the store holds what no driver wrote.
    """
    try:
        return _json(make())
    except (ValueError, ArithmeticError) as error:
        why = f"a figure of it is no number: {error}"
        raise UsageError(
            f"{name} cannot be shown",
            why=why,
            do="look for times of 0, or none, in its slices.csv; then sweep anew",
        ) from error
    except (LookupError, TypeError, AttributeError) as error:
        why = f"no driver wrote what it says of itself ({type(error).__name__}: {str(error)[:100]})"
        raise UsageError(
            f"{name} cannot be shown",
            why=why,
            do="choose another sweep, or take this one out of the store",
        ) from error


def _json(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
