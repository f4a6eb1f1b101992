"""What is wanted of a sweep, as a command line says it, and of whose servers: `asked` says which
figures.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from .. import moment
from ..errors import UsageError
from ..model.label import id_checked
from ..plan.amounts import choose
from ..plan.request import Cold, Processes
from ..servers import external, registry, setups
from ..servers.added import added
from ..servers.base import Given, Servers
from ..servers.identity import of_equal
from ..servers.setups import Setup
from ..servers.specs import NAMES, RUNTIMES, SERVERS, Options, ServerSpec, of_role, parse_ports
from ..system import repository
from .results import Results


@dataclass(frozen=True)
class SweepOptions:
    """The options of `bench-driver sweep`, under their names there.

    None, empty or false is what was not given.
    """

    stack: str
    preset: str
    setups: tuple[str, ...]
    jvm_flags: str
    java_home: Path | None
    ports: tuple[str, ...]
    urls: tuple[str, ...]
    consumers: tuple[str, ...]
    providers: tuple[str, ...]
    object_types: tuple[str, ...]
    sizes: tuple[str, ...]
    formats: tuple[str, ...]
    engines: tuple[str, ...]
    floors: bool
    operation: str | None
    checks: str | None
    condition: str | None
    groups: int | None
    processes: Processes | None
    target: float | None
    time_budget: float | None
    amounts: str | None
    rounds: int | None
    seed: int | None
    cold: Cold | None
    cold_amounts: str | None
    variants: int | None
    warmup: int | None
    warmup_provider: int | None
    out: Path | None
    label: str | None
    store: str | None
    root: Path | None
    resume: str | None
    dry_run: bool
    #: whether setups are swept without the usual consumers
    setups_alone: bool = False
    #: whether engines whose library differs between setups are swept rather than the defaults,
    #: where there are any
    changed: bool = False
    #: the letters of engines that are swept next to the defaults
    touched: tuple[str, ...] = ()
    #: content codings that bodies are measured in too
    codings: tuple[str, ...] = ()
    #: the earlier sweep whose best engines are measured
    best_of: str | None = None
    #: the folder of the user's own object types
    objects: Path | None = None


@dataclass(frozen=True)
class Whose:
    """Who gives the servers, and where the results go; what a plan keeps of it, so that a sweep can
    go on.
    """

    stack: str
    names: tuple[str, ...]
    ports: Mapping[str, int]
    urls: Mapping[str, str]
    java_home: str | None
    jvm_flags: tuple[str, ...]
    folder: str
    #: other ways to build or start consumers, as `--setup` says them
    setups: tuple[str, ...] = ()
    #: the folder of the user's own object types, whose builds are measured
    objects: str | None = None

    def servers(self, root: Path, logs: Path | None = None) -> Servers:
        """The servers; their output goes below the results, unless `logs` says otherwise."""
        logs = logs or Results(Path(self.folder)).logs
        more = [*added(self.names), *(setup.spec for setup in self._setups(root))]
        given = Given(self._options(root), self.names, self.ports, self.urls, logs, more)
        return registry.servers(self.stack, given)

    def build(self, root: Path, told: Callable[[str], None]) -> None:
        """Builds what setups need beside the usual builds; `told` hears of each that takes a while.
        SetupError where one fails.
        """
        for one in self._setups(root):
            one.make(self._options(root), told)

    def to_build(self, root: Path) -> list[str]:
        """The servers that `build` would build first."""
        options = self._options(root)
        return [one.server for one in self._setups(root) if one.must_be_built(options)]

    def without(self, servers: Collection[str]) -> Whose:
        """The same without these servers."""
        return replace(self, names=tuple(name for name in self.names if name not in servers))

    def adding(self, root: Path) -> tuple[str, ...]:
        """The servers that are there for what engines the usual builds lack."""
        return tuple(one.server for one in self._setups(root) if one.adds)

    def specs(self, root: Path) -> dict[str, ServerSpec]:
        """Its servers as the driver starts them, by name."""
        every = [*SERVERS, *added(self.names), *(setup.spec for setup in self._setups(root))]
        return {spec.name: spec for spec in every if spec.name in self.names}

    def commands(self, root: Path) -> list[list[str]]:
        """Their commands; SetupError where one is not built."""
        options = self._options(root)
        return [spec.command(options) for spec in self.specs(root).values()]

    def sources(self, root: Path) -> Path:
        """What the builds were made of: the checkout, or its copy with the user's own types."""
        return self._options(root).sources

    def java(self, root: Path) -> str:
        """The Java that the Java servers run on."""
        return self._options(root).jdk.name

    def _options(self, root: Path) -> Options:
        home, own = (Path(one) if one else None for one in (self.java_home, self.objects))
        return Options(root, home, tuple(self.jvm_flags), own)

    def _setups(self, root: Path) -> list[Setup]:
        named = setups.parsed(self.setups, list(RUNTIMES), root)
        equal = any(of_equal(name) in self.names for name in self.names)
        builds = setups.of_equal(list(RUNTIMES), named) if equal else []
        return [one for one in (*named, *builds) if one.server in self.names]


def root_of(stack: str, given: Path | None) -> Path:
    """The checkout; with external servers none is needed."""
    return (repository.find_root_or_here if stack == "external" else repository.find_root)(given)


def whose_of(given: SweepOptions, root: Path, *, with_equal: bool = False) -> Whose:
    """Who gives the servers, with those that native ones have for the series of equal checks;
    UsageError where an option cannot be used.
    """
    urls = external.origins(given.urls) if given.stack == "external" else {}
    more = added(given.consumers)
    names = _names(given, list(urls) or NAMES, more)
    consumers = [name for name in names if name in RUNTIMES]
    others = setups.parsed(given.setups, consumers, root)
    usual = [] if given.setups_alone else consumers
    equal = setups.of_equal(usual, others) if with_equal and given.stack == "native" else []
    names = (
        *(name for name in names if name in usual or name not in consumers),
        *(one.server for one in (*others, *equal)),
    )
    if given.out:
        id_checked(given.out.absolute().name)
    folder = given.out or unused_folder(root)
    java_home = str(given.java_home) if given.java_home else None
    flags = tuple(shlex.split(given.jvm_flags))
    ports = parse_ports(given.ports, [spec.name for spec in more])
    place = str(Path(folder).absolute())
    own = given.objects and given.stack == "native" and str(given.objects.absolute())
    return Whose(
        given.stack, names, ports, urls, java_home, flags, place, given.setups, own or None
    )


def unused_folder(root: Path) -> Path:
    """Where a sweep's results go that were given no place: a folder that is not there yet."""
    folder = root / "results" / moment.name()
    number, free = 1, folder
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}-{number}")
    return free


def _names(given: SweepOptions, there: list[str], more: list[ServerSpec]) -> tuple[str, ...]:
    """The servers that the sweep needs, of those that are there, and of those that packages add."""
    if more and given.stack != "native":
        what, why = more[0].name, f"--stack {given.stack} has no {more[0].name}"
        do = "leave one of the two out"
        raise UsageError(f"--consumer {what} needs native servers", why=why, do=do)
    consumers = [name for name in of_role("consumer") if name in there]
    providers = [name for name in of_role("provider") if name in there]
    return (
        *choose(given.consumers, [*consumers, *(spec.name for spec in more)], "--consumer"),
        *choose(given.providers, providers, "--provider"),
    )
