"""Setups: other ways to build or start a consumer, each of which stands beside the usual one in the same groups. The registry of those that have a name.

A setup is a server of its own, `java-server+serial` beside `java-server`; a sweep compares the two as it compares any two consumers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import SetupError, UsageError
from ..model.cell import PLUS
from ..model.series import EQUAL
from . import builds, jdk, libraries
from .builds import Build
from .specs import RUNTIMES, SERVERS, Options, ServerSpec

RUST, JAVA = "rust-server", "java-server"
#: Of the flags that a JVM is started with only one may choose this.
_COLLECTOR, _HEAP = r"-XX:\+Use\w+GC", r"-Xm[sx]\w+"
#: Each with what it is, for `--help`.
WORDS = {
    "jdk-N": "Java, on the newest JDK of version N that this machine has: jdk-17, jdk-25.",
    "serial, parallel, zgc": "Java, with another garbage collector than G1.",
    "heap-SIZE": "Java, with another heap than 1 GiB: heap-256m, heap-4g.",
    "native-cpu": "Rust, compiled for this machine's processor: -C target-cpu=native.",
    "pgo": "Rust, compiled twice: with a profile of its own runs on half of the variants. It needs llvm-profdata: `rustup component add llvm-tools`.",
    "mimalloc, jemalloc": "Rust, with another allocator than the system's.",
    "by-hand": "Rust, with engines that would slow the default of the same library in one build; sweeps these engines alone.",
    "period": "Java, with engines as a program of 2009 used them, one of which runs what it reads; sweeps these engines alone.",
    "LIBRARY=VERSION": "a build with that version of a library: jackson-databind=3.2.0, serde_json=1.0.140. Of a name that both have, rust:bson=3.0.0.",
    "LIBRARY=path:DIR": "a build of the Rust server with a library's own sources.",
    "commit=REVISION": "builds of both servers from another commit.",
}


@dataclass(frozen=True)
class Setup:
    """Another way to build or start a consumer. `flags` take the place of the JVM's flags that `instead_of` fits.

    One that `adds` is there for engines that the usual consumer lacks, and is swept with no other.
    """

    name: str
    consumer: str
    jdk: int | None = None
    flags: tuple[str, ...] = ()
    instead_of: str = ""
    build: Build | None = None
    adds: bool = False

    @property
    def server(self) -> str:
        """The name of its server."""
        return f"{self.consumer}{PLUS}{self.name}"

    @property
    def spec(self) -> ServerSpec:
        """Its server as planned: on any free port."""
        usual = next(spec for spec in SERVERS if spec.name == self.consumer)
        return replace(usual, name=self.server, port=0, command=lambda options: usual.command(self.options(options)))

    def options(self, usual: Options) -> Options:
        """How its program is started, by how the usual one is. SetupError where this machine has no such JDK."""
        root = builds.folder(usual.root, self.server) if self.build else usual.root
        flags = (*(flag for flag in usual.jvm_flags if not re.fullmatch(self.instead_of, flag)), *self.flags) if self.flags else usual.jvm_flags
        return Options(root, _home(self.jdk) if self.jdk else usual.java_home, flags)

    def make(self, usual: Options, told: Callable[[str], None]) -> None:
        """Builds its program where that is another than the usual one and not there yet; `told` hears that it takes a while. SetupError where it fails."""
        if self.build:
            builds.make(self.build, usual, self.server, told)
        self.options(usual)


def _home(version: int) -> Path:
    fitting = [one for one in jdk.found() if one.numbers[:1] == (version,)]
    if not fitting:
        known = ", ".join(map(str, jdk.found())) or "none"
        raise SetupError(f"--setup jdk-{version} needs a JDK {version}", why=f"this machine has {known}", do="install one, or name another")
    return max(fitting, key=lambda one: one.numbers).home


def _collector(name: str) -> Callable[[re.Match[str]], Setup]:
    return lambda found: Setup(found[0], JAVA, flags=(f"-XX:+Use{name}GC",), instead_of=_COLLECTOR)


#: The setups that have a name, by the words that each is.
_NAMED: Mapping[str, Callable[[re.Match[str]], Setup]] = {
    r"jdk-(\d+)": lambda found: Setup(found[0], JAVA, jdk=int(found[1])),
    "serial": _collector("Serial"),
    "parallel": _collector("Parallel"),
    "zgc": _collector("Z"),
    r"heap-(\d+[mg])": lambda found: Setup(found[0], JAVA, flags=(f"-Xms{found[1]}", f"-Xmx{found[1]}"), instead_of=_HEAP),
    "native-cpu": lambda found: Setup(found[0], RUST, build=Build("rust", rustflags="-C target-cpu=native")),
    "pgo": lambda found: Setup(found[0], RUST, build=Build("rust", pgo=True)),
    "by-hand": lambda found: Setup(found[0], RUST, build=Build("rust", features=(found[0],)), adds=True),
    "period": lambda found: Setup(found[0], JAVA, build=Build("java", profile=found[0]), adds=True),
    "mimalloc|jemalloc": lambda found: Setup(found[0], RUST, build=Build("rust", features=(found[0],))),
}


def of_equal(consumers: Sequence[str], beside: Sequence[Setup] = ()) -> list[Setup]:
    """The builds with equal checks of those consumers and setups that read an object type in one way a build: Rust's."""
    of_setups = [replace(one, name=f"{one.name}{PLUS}{EQUAL}", build=_of_equal(one.build)) for one in beside if one.consumer == RUST and not one.adds]
    return [*(Setup(EQUAL, name, build=_of_equal(None)) for name in consumers if name == RUST), *of_setups]


def _of_equal(build: Build | None) -> Build:
    build = build or Build("rust")
    return replace(build, features=(*build.features, EQUAL))


def parsed(words: Sequence[str], consumers: Sequence[str], root: Path) -> list[Setup]:
    """The setups that words name, of those consumers. UsageError where one is none, or where its consumer is not swept."""
    found = [setup for item in words for word in item.split(",") for setup in _read(word.strip(), consumers, root)]
    for setup in found:
        if setup.consumer not in consumers:
            why = f"it is a setup of {setup.consumer}, and this sweep has {', '.join(consumers)}"
            raise UsageError(f"--setup {setup.name} fits nothing", why=why, do=f"add --consumer {setup.consumer}")
    return list({setup.server: setup for setup in found}.values())


def _read(word: str, consumers: Sequence[str], root: Path) -> list[Setup]:
    if word.startswith("commit="):
        commit = builds.commit(root, word.removeprefix("commit="))
        return [Setup(f"commit={commit[:12]}", name, build=Build(runtime, commit=commit)) for name, runtime in RUNTIMES.items() if name in consumers]
    if "=" in word:
        library = libraries.parsed(word, root)
        return [Setup(library.label, next(name for name, runtime in RUNTIMES.items() if runtime == library.runtime), build=Build(library.runtime, library))]
    for words, made in _NAMED.items():
        if found := re.fullmatch(words, word):
            return [made(found)]
    raise UsageError(f"--setup {word} is none", why=f"a setup is one of {'; '.join(WORDS)}", do="`bench-driver sweep --help` says what each is")
