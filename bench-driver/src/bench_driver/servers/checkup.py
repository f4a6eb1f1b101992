"""What on this machine will disturb figures, or keep a sweep from starting, and what to do about
each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..errors import Busy, SetupError
from ..system import lock, processes, readings, repository
from ..system.readings import Readings
from . import jdk
from . import variables as environment
from .jdk import Jdk
from .specs import HOST, SERVERS, Options

#: `good`; `mind`: figures will be worse for it; `stop`: a sweep will not start.
State = Literal["good", "mind", "stop"]
#: A sweep's consumer and provider work at the same time.
CORES = 2
#: Two Java servers with a heap of 1 GiB each, two Rust servers, the driver.
MEMORY_GIB = 4
#: Shares of the CPUs' time, per cent. Steal spoils medians early, since it stops consumer and
#: provider alike.
BUSY, STEAL = 10.0, 1.0
#: Figures for publishing come from this Java or a later one.
JAVA = 25


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: how it is, what was seen, and what to do where it
    is not good.
    """

    name: str
    state: State
    seen: str
    do: str = ""


def look(options: Options) -> list[Finding]:
    """All of it, here and now. Takes a second."""
    seen = readings.read()
    taken = [
        (spec.name, spec.port, processes.listener(spec.port) or "another program")
        for spec in SERVERS
        if not processes.port_is_free(HOST, spec.port)
    ]
    return [
        measuring(),
        *machine(seen),
        java(jdk.found(), options),
        *builds(options),
        ports(taken),
        variables(environment.configured()),
        commit(options.root),
    ]


def measuring() -> Finding:
    """Whether the machine's lock is free. Who holds it keeps ports and cores busy too."""
    try:
        with lock.held("doctor"):
            return Finding("lock", "good", "free: nothing else measures")
    except Busy as busy:
        do = "wait until it has ended; ports and other work below are its own then"
        return Finding("lock", "stop", busy.why, do)
    except SetupError as error:
        return Finding("lock", "stop", f"{error.what}: {error.why}", error.do)


def machine(seen: Readings) -> Iterator[Finding]:
    """What the machine gives, and what else it does."""
    usable, gib = len(seen.allowed), seen.available / 2**30
    yield _finding(
        "cores",
        usable >= CORES,
        f"{usable} of {seen.cores}",
        f"measure on {CORES} or more: consumer and provider work at the same time",
    )
    yield _finding(
        "other work",
        seen.busy < BUSY,
        f"{seen.busy:.0f} % of the time, load {seen.load:.2f}",
        "end what else runs; `top` shows it",
    )
    if seen.steal is not None:
        yield _finding(
            "steal",
            seen.steal < STEAL,
            f"{seen.steal:.1f} % of the time",
            "the hypervisor serves others too: take a machine of your own",
        )
    yield _finding(
        "memory",
        gib >= MEMORY_GIB,
        f"{gib:.1f} GiB available",
        f"free some: four servers take {MEMORY_GIB} GiB",
    )
    yield _finding(
        "swap",
        not seen.swapped,
        f"{seen.swapped / 2**20:.0f} MiB in use",
        "free memory, then `swapoff -a && swapon -a`",
    )
    clock = (
        ", ".join(sorted(seen.governors)) or "the system tells none, as in most virtual machines"
    )
    yield _finding(
        "governor",
        seen.governors <= {"performance"},
        clock,
        "keep the clock steady: `cpupower frequency-set -g performance`",
    )
    held = (
        f"held to {', '.join(map(str, sorted(seen.allowed)))}; the servers inherit that"
        if usable < seen.cores
        else "none: the system places the servers"
    )
    yield Finding("pinning", "good", held)


def java(found: Sequence[Jdk], options: Options) -> Finding:
    """Which Java runs the Java server, and which others there are."""
    try:
        chosen = options.jdk
    except SetupError as error:
        return Finding("JDK", "stop", error.what, error.do)
    others = ", ".join(other.version for other in found if other.home != chosen.home)
    seen = f"{chosen.name}{f'; also {others}' if others else ''}"
    return _finding(
        "JDK",
        chosen.numbers[:1] >= (JAVA,),
        seen,
        f"take JDK {JAVA} or later for figures that you publish: --java-home or JAVA_HOME",
    )


def builds(options: Options) -> Iterator[Finding]:
    """Whether the servers are built, each runtime once."""
    for runtime, command in {spec.runtime: spec.command for spec in SERVERS}.items():
        try:
            yield Finding(f"{runtime} server", "good", f"built: {command(options)[-1]}")
        except SetupError as error:
            yield Finding(f"{runtime} server", "stop", error.what, error.do)


def ports(taken: Sequence[tuple[str, int, str]]) -> Finding:
    """Whether the servers' usual ports are free; one that is not, by name, number and
    who has it.
    """
    held = "; ".join(f"{port} of {name} by {who}" for name, port, who in taken)
    do = (
        "`bench-driver servers down` where it is this testbed; else end it, or sweep with --port "
        "NAME=0"
    )
    return (
        Finding("ports", "stop", f"taken: {held}", do) if held else Finding("ports", "good", "free")
    )


def variables(configured: Mapping[str, str]) -> Finding:
    """Which variables of docs/configuration.md every server is started with, since they are set
    here.
    """
    seen = ", ".join(f"{name}={value}" for name, value in configured.items())
    do = (
        "unset what you do not mean: servers start with these instead of docs/configuration.md's "
        "defaults"
    )
    return (
        Finding("variables", "mind", seen, do)
        if seen
        else Finding("variables", "good", "none: servers have their defaults")
    )


def commit(root: Path) -> Finding:
    """Which commit results would name."""
    seen = repository.checked_out(root)
    return _finding(
        "commit", seen.commit is not None, seen.commit or f"unknown: {seen.why}", seen.do
    )


def _finding(name: str, good: bool, seen: str, do: str) -> Finding:
    return Finding(name, "good", seen) if good else Finding(name, "mind", seen, do)
