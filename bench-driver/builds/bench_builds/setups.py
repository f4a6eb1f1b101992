"""Setups whose program is built: which words name them, and what each builds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench_driver.model.scenario import server_name
from bench_driver.model.series import EQUAL
from bench_driver.servers.setups import JAVA, Setup
from bench_driver.servers.specs import RUNTIMES, Options

from . import builds, libraries
from .builds import Build

RUST = "rust-server"
#: Each with what it is, for `--help`.
WORDS = {
    "native-cpu": "Rust, compiled for this machine's processor: -C target-cpu=native.",
    "pgo": (
        "Rust, compiled twice: with a profile of its own runs on half of the variants. It needs "
        "llvm-profdata: `rustup component add llvm-tools`."
    ),
    "mimalloc, jemalloc": "Rust, with another allocator than the system's.",
    "by-hand": (
        "Rust, with engines that would slow the default of the same library in one build; sweeps "
        "these engines alone."
    ),
    "period": (
        "Java, with engines as a program of 2009 used them, one of which runs what it reads; "
        "sweeps these engines alone."
    ),
    "LIBRARY=VERSION": (
        "a build with that version of a library: jackson-databind=3.2.0, serde_json=1.0.140. Of a "
        "name that both have, rust:bson=3.0.0."
    ),
    "LIBRARY=path:DIR": "a build of the Rust server with a library's own sources.",
    "commit=REVISION": "builds of both servers from another commit.",
}


@dataclass(frozen=True, kw_only=True)
class Built(Setup):
    """Another build of a consumer."""

    build: Build

    def where(self, usual: Options) -> Options:
        """The same in the copy of the sources that it is built in."""
        return replace(usual, root=builds.folder(usual.sources, self.server), objects=None)

    def make(self, usual: Options, told: Callable[[str], None]) -> None:
        """Builds its program, unless that was done and nothing has changed since."""
        builds.make(self.build, usual, self.server, told)
        super().make(usual, told)

    def must_be_built(self, usual: Options) -> bool:
        """Whether its program lacks, or something has changed since it was built."""
        return not builds.is_made(self.build, usual, self.server)


#: By the words that each is.
_NAMED: Mapping[str, tuple[str, Callable[[str], Build]]] = {
    "native-cpu": (RUST, lambda _: Build("rust", rustflags="-C target-cpu=native")),
    "pgo": (RUST, lambda _: Build("rust", pgo=True)),
    "mimalloc|jemalloc|by-hand": (RUST, lambda name: Build("rust", features=(name,))),
    "period": (JAVA, lambda name: Build("java", profile=name)),
}
#: Those that are there for engines that the usual build lacks.
_ADDING = ("by-hand", "period")


def knows(word: str) -> bool:
    """Whether a word of `--setup` is one of these."""
    return "=" in word or any(re.fullmatch(words, word) for words in _NAMED)


def read(word: str, consumers: Sequence[str], root: Path) -> list[Built]:
    """The setups that a word names. UsageError where it names none."""
    if word.startswith("commit="):
        commit = builds.commit(root, word.removeprefix("commit="))
        of = {name: runtime for name, runtime in RUNTIMES.items() if name in consumers}
        name = f"commit={commit[:12]}"
        return [Built(name, one, build=Build(of[one], commit=commit)) for one in of]
    if "=" in word:
        library = libraries.parsed(word, root)
        consumer = next(name for name in RUNTIMES if RUNTIMES[name] == library.runtime)
        return [Built(library.label, consumer, build=Build(library.runtime, library))]
    consumer, made = next(made for words, made in _NAMED.items() if re.fullmatch(words, word))
    return [Built(word, consumer, build=made(word), adds=word in _ADDING)]


def of_equal(consumers: Sequence[str], beside: Sequence[Setup] = ()) -> list[Built]:
    """The builds with equal checks of those that read an object type in one way a build: Rust's."""
    usual = [
        Built(EQUAL, name, build=_of_equal(Build("rust"))) for name in consumers if name == RUST
    ]
    built = [one for one in beside if isinstance(one, Built) and one.consumer == RUST]
    return [
        *usual,
        *(
            replace(one, name=server_name(one.name, EQUAL), build=_of_equal(one.build))
            for one in built
            if not one.adds
        ),
    ]


def _of_equal(build: Build) -> Build:
    return replace(build, features=(*build.features, EQUAL))
