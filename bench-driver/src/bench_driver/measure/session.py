"""A sweep from what is wanted of it to how it ended, with a lease on its servers for as long as it
takes. The caller holds the machine's lock.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import StoreError
from ..model import shape
from ..model.label import checked
from ..model.records import SweepRecord
from ..model.series import EQUAL, OF_EQUAL
from ..plan.plan import Plan
from ..plan.request import Request
from ..servers import own_objects
from ..servers.base import Servers
from ..store import read, write
from ..store.database import Store
from ..system import machine, repository
from ..system.repository import CheckedOut
from . import lease, origin
from .asked import request_of, wants_equal
from .ready import Reporter
from .remembered import refuse_uncommitted, remembered, shapes
from .results import Results
from .sweeping import Outcome, SweepRun
from .wanted import SweepOptions, Whose, root_of, whose_of

#: What a plan tells of how it was started; the rest, programs and folders, stays in the checkout
#: (`origin`).
_TOLD = ("stack", "names", "jvm_flags", "setups")
#: Hears how a sweep goes, from when it has its servers until it has ended.
Hearing = AbstractContextManager[Reporter]
#: Hears the name of each server whose build takes a while, while setups are built.
Building = AbstractContextManager[Callable[[str], None]]


@dataclass(frozen=True)
class Session:
    """A sweep to be made: of whose servers, which figures, and from which checkout."""

    root: Path
    whose: Whose
    wanted: Request
    servers: Servers
    label: str | None = None

    @cached_property
    def checkout(self) -> CheckedOut:
        """Which commit it measures, as far as git says."""
        return repository.checked_out(self.root)

    def to_build(self) -> list[str]:
        """The servers that `build` would build first."""
        return self.whose.to_build(self.root)

    def without_equal(self, servers: Collection[str]) -> Session | None:
        """The sweep of the other series alone, without these builds with equal checks.

        None where nothing is left without them, or a setup is built too.
        """
        wanted = self.wanted
        named = [name.strip() for item in wanted.engines for name in item.split(",")]
        checks = tuple(name for name in wanted.checks if name != EQUAL)
        if self.whose.setups or not checks or any(name.endswith(OF_EQUAL) for name in named):
            return None
        return replace(
            self, whose=self.whose.without(servers), wanted=replace(wanted, checks=checks)
        )

    def build(self, building: Building) -> None:
        """Builds what the sweep's setups need beside the usual builds.

        SetupError where one fails.
        """
        with building as told:
            self.whose.build(self.root, told)

    @contextmanager
    def sweep(
        self, store: Store, command: str, hearing: Hearing
    ) -> Iterator[tuple[Outcome, Results]]:
        """Makes it, and gives how it ended and its folder while the servers are still its own.
        `command` is what was called. Busy, ResultsError.
        """
        about: dict[str, Any] = {
            "command": command,
            **self.checkout.about,
            "driver_version": __version__,
            "machine": machine.describe(),
            "setup": {name: value for name, value in asdict(self.whose).items() if name in _TOLD},
        }
        about |= _own(self.whose)
        about[shape.KEY] = shapes(self.whose.sources(self.root))
        if self.label:
            read.refuse_as_label(store, self.label)
        folder = Path(self.whose.folder)
        name = write.free_id(store, folder.name)
        with lease.held(store, [*self.servers.resources(), lease.of_sweep(name)]) as renew:
            results = Results.create(folder)
            about["setup"][origin.KEY] = origin.keep(self.root, self.whose)
            with hearing as reporter:
                outcome = SweepRun(self.servers, store, reporter, renew, self.label).run(
                    self.wanted, about, name
                )
            if not outcome.sweep:
                results.drop_empty()
            yield outcome, results

    def check(self, store: Store) -> tuple[Plan, str] | None:
        """What it would do, and the sweep by which that is known without starting a server; None
        where it is not. UsageError where what is wanted cannot be measured.
        """
        known = remembered(store, self.whose, self.root)
        if known:
            return SweepRun(self.servers, store).plan(self.wanted, known.live), known.sweep
        if self.whose.stack != "external" and not self.whose.setups:
            refuse_uncommitted(self.wanted, self.whose.sources(self.root))
        return None

    def plan(self, store: Store, hearing: Hearing) -> Plan:
        """What it would do, by what its servers say, which are started for it; nothing is measured
        or written.
        """
        with tempfile.TemporaryDirectory(prefix="bench-driver-") as logs:
            servers = self.whose.servers(self.root, Path(logs))
            with lease.held(store, servers.resources()), hearing as reporter:
                return SweepRun(servers, store, reporter).dry_run(self.wanted)


def session(given: SweepOptions) -> Session:
    """The session that the options ask for; UsageError, SetupError."""
    root = root_of(given.stack, given.root)
    wanted = request_of(given)
    whose = whose_of(given, root, with_equal=wants_equal(given, wanted))
    wanted = replace(wanted, adding=whose.adding(root))
    return Session(
        root,
        whose,
        wanted,
        whose.servers(root),
        checked(given.label) if given.label is not None else None,
    )


def _own(whose: Whose) -> dict[str, Any]:
    """What a plan tells of object types of the user's own, where there are any."""
    return {"objects": own_objects.about(Path(whose.objects))} if whose.objects else {}


@contextmanager
def resumed(
    store: Store, name: str, given: SweepOptions, hearing: Hearing, building: Building
) -> Iterator[tuple[Outcome, Results]]:
    """Goes on with a sweep as it was planned, `last` being the latest that is not complete; gives
    the same as a new one. StoreError where it is complete.
    """
    kept = _unfinished(read.find_unfinished(store) if name == "last" else read.find(store, name))
    root = repository.find_root_or_here(given.root)
    whose = origin.started(root, kept)
    if kept.about.get("objects") != _own(whose).get("objects"):
        why, do = "your own object types changed since it was planned", "sweep anew"
        raise StoreError(f"sweep {kept.id} cannot go on", why=why, do=do)
    results = Results(given.out or Path(whose.folder))
    with building as told:
        whose.build(root, told)
    servers = whose.servers(root, results.logs)
    with lease.held(store, [*servers.resources(), lease.of_sweep(kept.id)]) as renew:
        kept = _unfinished(
            read.find(store, kept.id)
        )  # another driver may have ended or removed it before
        with hearing as reporter:
            outcome = SweepRun(servers, store, reporter, renew).resume(kept)
        yield outcome, results


def _unfinished(sweep: SweepRecord) -> SweepRecord:
    """The sweep.

    Raises:
        StoreError: where it is complete, or another driver's.

    """
    if sweep.by_amounts:
        why = "an older driver measured it by amounts, and this one cannot go on with such a sweep"
        do = f"sweep anew, with --amounts; `bench-driver report {sweep.id}` writes what it has"
        raise StoreError(f"sweep {sweep.id} cannot go on", why=why, do=do)
    if sweep.cluster:
        raise StoreError(
            f"sweep {sweep.id} is a part of one on many machines",
            why="its machine measures it",
            do=f"go on with `{sweep.resumption}`",
        )
    if sweep.state == "complete":
        raise StoreError(
            f"sweep {sweep.id} is complete", why="every run of its plan was made", do="sweep anew"
        )
    return sweep
