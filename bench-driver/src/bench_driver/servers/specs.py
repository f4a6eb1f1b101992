"""The servers that the driver knows how to start: the only list of them in the driver.

A server in another language is a function that gives its command, and its lines in `SERVERS`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from ..errors import SetupError, UsageError
from . import own_objects
from .jdk import Jdk, choose

Role = Literal["consumer", "provider"]
HOST = "127.0.0.1"
#: What a provider is started with behind a proxy, whose port consumers then name as its host; else
#: a server answers to its own port alone.
BEHIND_A_PROXY = {"ALLOWED_HOSTS": f"{HOST}:*"}
#: Collector and heap are said, never left to the machine: on one CPU the JVM would take another
#: collector, and figures would move.
JVM_FLAGS = ("-XX:+UseG1GC", "-Xms1024m", "-Xmx1024m", "-XX:+AlwaysPreTouch")

#: The environment variable that names another build of the Rust server, for tests.
BENCH_RUST_BUILD = "BENCH_RUST_BUILD"
#: Cargo's profiles. A result of another than the first is never quoted.
RUST_BUILDS = ("release", "quick")


@dataclass(frozen=True)
class Options:
    """How programs are started: where the builds lie, which Java, with which flags; with `objects`,
    a folder of types of the user's own, the builds that have these.
    """

    root: Path
    java_home: Path | None = None
    jvm_flags: tuple[str, ...] = JVM_FLAGS
    objects: Path | None = None

    @property
    def sources(self) -> Path:
        """What setups are built of, and which goldens the builds have."""
        return own_objects.tree(self.objects) if self.objects else self.root

    @cached_property
    def programs(self) -> Path:
        """The folder with the builds; looked at once, when first asked. SetupError where those with
        the user's own types are of another state.
        """
        return own_objects.current(self.objects, self.root) if self.objects else self.root

    @cached_property
    def jdk(self) -> Jdk:
        """The Java that runs the Java servers; looked for once, when first asked."""
        return choose(self.java_home)


def rust(options: Options) -> list[str]:
    """The Rust server's command. UsageError where BENCH_RUST_BUILD names no build of it."""
    build = os.environ.get(BENCH_RUST_BUILD, RUST_BUILDS[0])
    if build not in RUST_BUILDS:
        raise UsageError(
            f"{BENCH_RUST_BUILD}={build!a} is no build of rust-server",
            why=f"there are {' and '.join(RUST_BUILDS)}",
            do="unset it",
        )
    return [str(_built(options, f"rust-server/target/{build}/rust-server"))]


def java(options: Options) -> list[str]:
    """The Java server's command."""
    jar = _built(options, "java-server/target/java-server.jar")
    return [str(options.jdk.java), *options.jvm_flags, "-jar", str(jar)]


def _built(options: Options, name: str) -> Path:
    program = options.programs / name
    if program.is_file():
        return program
    do = "run `make build` at the repository's root"
    raise SetupError(
        f"{program} is missing",
        why="the servers are not built yet",
        do="run `bench-driver object build`" if options.objects else do,
    )


@dataclass(frozen=True)
class ServerSpec:
    """A server as planned: its name, the runtime it is, what it is there for, the port it takes by
    default.
    """

    name: str
    runtime: str
    role: Role
    port: int
    command: Callable[[Options], list[str]]
    #: what its program needs of the driver's environment beside what all have
    variables: tuple[str, ...] = ()
    #: the only conditions that it can be measured under; empty where it can be under all
    conditions: tuple[str, ...] = ()
    #: of a consumer that is built or started in another way than the usual one: which, and how
    consumer: str = ""
    setup: str = ""


SERVERS = (
    ServerSpec("rust-server", "rust", "consumer", 8081, rust),
    ServerSpec("java-server", "java", "consumer", 8080, java),
    ServerSpec("rust-provider", "rust", "provider", 8083, rust),
    ServerSpec("java-provider", "java", "provider", 8082, java),
)
NAMES = [spec.name for spec in SERVERS]
#: The runtime of each consumer.
RUNTIMES: dict[str, str] = {spec.name: spec.runtime for spec in SERVERS if spec.role == "consumer"}


def of_role(role: str) -> list[str]:
    """The servers of the stack that are there for that."""
    return [spec.name for spec in SERVERS if spec.role == role]


def parse_ports(given: tuple[str, ...], added: Collection[str] = ()) -> dict[str, int]:
    """Ports by server, those `added` too, from `NAME=PORT`; UsageError where it is not that."""
    known, chosen = [*NAMES, *added], {}
    for item in given:
        name, _, port = item.partition("=")
        if name not in known or not (port.isascii() and port.isdigit() and int(port) < 65536):
            raise UsageError(
                f"--port {item} cannot be used",
                why="it is not NAME=PORT",
                do=f"write one of {', '.join(known)}, then = and 0 to 65535",
            )
        chosen[name] = int(port)
    return chosen
