"""A sweep from the command line's values to its exit code: where it is kept, who gives the servers, and what is shown at its end."""

from __future__ import annotations

import random
import shlex
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from .. import __version__
from ..cli import options, progress, screen
from ..errors import BenchError, ExitCode, SomeRunsFailed, StoreError
from ..model import published
from ..plan.amounts import choose, parse_amounts
from ..plan.presets import PRESETS
from ..plan.request import Request
from ..report import sweep_folder
from ..servers import external, registry
from ..servers.base import Given, Servers
from ..servers.specs import NAMES, Options, of_role, parse_ports
from ..store import read
from ..store.database import Store
from ..store.opening import open_store
from ..system import machine, repository
from . import lock
from .results import Results
from .sweep import Outcome, SweepRun


@dataclass(frozen=True)
class Setup:
    """Who gives the servers, and where the results go; what a plan keeps of it, so that a sweep can go on."""

    stack: str
    names: tuple[str, ...]
    ports: Mapping[str, int]
    urls: Mapping[str, str]
    java_home: str | None
    jvm_flags: tuple[str, ...]
    folder: str

    def servers(self, root: Path, logs: Path | None = None) -> Servers:
        """The servers; their output goes below the results, unless `logs` says otherwise."""
        chosen = Options(root, Path(self.java_home) if self.java_home else None, tuple(self.jvm_flags))
        return registry.servers(self.stack, Given(chosen, self.names, self.ports, self.urls, logs or Results(Path(self.folder)).logs))


def sweep(given: Mapping[str, Any]) -> ExitCode:
    """Does what the options of `bench-driver sweep` say; BenchError, KeyboardInterrupt."""
    address = options.store_address(given["store"], given["root"])
    if given["resume"]:
        with open_store(address, create=False) as store:
            return _resume(store, given)
    root = _root(given["stack"], given["root"])
    setup, wanted = _setup(given, root), _request(given)
    servers = setup.servers(root)
    with open_store(address) as store:
        return _dry_run(store, setup, wanted, root) if given["dry_run"] else _new(store, servers, setup, wanted, root)


def _root(stack: str, given: Path | None) -> Path:
    return (repository.find_root_or_here if stack == "external" else repository.find_root)(given)


def _setup(given: Mapping[str, Any], root: Path) -> Setup:
    urls = external.origins(given["urls"]) if given["stack"] == "external" else {}
    names = _names(given["consumers"], given["providers"], list(urls) or NAMES)
    folder = given["out"] or _unused(root / "results" / time.strftime("%Y-%m-%dT%H-%M-%S"))
    java_home = str(given["java_home"]) if given["java_home"] else None
    flags = tuple(shlex.split(given["jvm_flags"]))
    return Setup(given["stack"], names, parse_ports(given["ports"]), urls, java_home, flags, str(Path(folder).absolute()))


def _unused(folder: Path) -> Path:
    number, free = 1, folder
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}-{number}")
    return free


def _names(consumers: tuple[str, ...], providers: tuple[str, ...], there: list[str]) -> tuple[str, ...]:
    """The servers that the sweep needs, of those that are there."""
    known = {role: [name for name in of_role(role) if name in there] for role in ("consumer", "provider")}
    return (*choose(consumers, known["consumer"], "--consumer"), *choose(providers, known["provider"], "--provider"))


def _request(given: Mapping[str, Any]) -> Request:
    """The preset, with what was given instead. Where that makes other figures of it, it is a preset no more."""
    base = PRESETS[given["preset"]].request
    held = {name: given[name] for name in asdict(base.conditions) if given[name] is not None}
    amounts = parse_amounts(given["amounts"]) if given["amounts"] else base.amounts
    cold = parse_amounts(given["cold_amounts"], "--cold-amounts") if given["cold_amounts"] else base.cold_amounts
    own = held or amounts != base.amounts
    return replace(
        base,
        amounts=amounts,
        rounds=given["rounds"] or base.rounds,
        seed=given["seed"] if given["seed"] is not None else random.SystemRandom().randrange(2**32),
        preset="own" if own else given["preset"],
        conditions=replace(base.conditions, **held),
        cold=given["cold"] or base.cold,
        cold_amounts=cold,
        object_types=given["object_types"],
        formats=given["formats"],
        engines=given["engines"],
    )


def _new(store: Store, servers: Servers, setup: Setup, wanted: Request, root: Path) -> ExitCode:
    about = {
        "command": shlex.join(["bench-driver", *published.arguments(sys.argv[1:], root)]),
        "commit": repository.commit(root),
        "driver_version": __version__,
        "machine": machine.describe(),
        "setup": asdict(setup),
    }
    with lock.held(store, servers.resources()) as renew:
        results = Results.create(Path(setup.folder))
        with progress.SweepProgress(screen.err()) as reporter:
            outcome = SweepRun(servers, store, reporter, renew).run(wanted, about, results.folder.name)
        return _end(store, results, outcome)


def _resume(store: Store, given: Mapping[str, Any]) -> ExitCode:
    kept = read.find_unfinished(store) if given["resume"] == "last" else read.find(store, given["resume"])
    if kept.state == "complete":
        raise StoreError(f"sweep {kept.id} is complete", why="every run of its plan was made", do="sweep anew")
    setup = Setup(**kept.about["setup"])
    results = Results(given["out"] or Path(setup.folder))
    servers = setup.servers(_root(setup.stack, given["root"]), results.logs)
    with lock.held(store, servers.resources()) as renew:
        with progress.SweepProgress(screen.err()) as reporter:
            outcome = SweepRun(servers, store, reporter, renew).resume(kept)
        return _end(store, results, outcome)


def _end(store: Store, results: Results, outcome: Outcome) -> ExitCode:
    """Makes the results of what is in the store, shows them, and says how it went."""
    failed = 0
    if outcome.sweep:
        try:
            kept = read.find(store, outcome.sweep.id)
            failed = read.counts(store, kept.id)["failed"]
            written = sweep_folder.write(store, kept, results)
            for table in screen.summary(written.rows):
                screen.out().print(table)
            for note in written.notes:
                screen.out().print(f"\n{note}", markup=False, soft_wrap=True)
            screen.out().print(f"\nresults: {results.folder}\nsweep {kept.id}: {kept.state}, in {store.name}", markup=False, soft_wrap=True)
        except BenchError as error:  # the first error is likelier the cause
            outcome.error = outcome.error or error
    if outcome.interrupted:
        if outcome.error:
            screen.show_error(outcome.error)
        raise KeyboardInterrupt
    if outcome.error:
        raise outcome.error
    if failed:
        raise SomeRunsFailed(f"{failed} runs failed", why="each is listed in summary.md", do=f"see {results.folder}/summary.md and the servers' logs")
    return ExitCode.OK


def _dry_run(store: Store, setup: Setup, wanted: Request, root: Path) -> ExitCode:
    from ..analysis.rates import rates
    from ..plan.estimate import estimate

    with tempfile.TemporaryDirectory(prefix="bench-driver-") as logs:
        servers = setup.servers(root, Path(logs))
        with lock.held(store, servers.resources()), progress.SweepProgress(screen.err()) as reporter:
            plan = SweepRun(servers, store, reporter).dry_run(wanted)
    known = rates(store)
    screen.out().print(screen.plan(plan, estimate(plan, known), known.source))
    return ExitCode.OK
