"""Setups: other ways to start or build a consumer, each beside the usual one in the same groups.

A setup is a server of its own, `java-server+serial` beside `java-server`; a sweep compares the two
as it compares any two consumers. Setups that are started otherwise are here; those that are built
are of a package beside the driver.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from .. import extensions
from ..errors import UsageError
from ..model.scenario import server_name
from ..model.series import EQUAL
from . import jdk, reference
from .specs import SERVERS, Options, ServerSpec

JAVA = "java-server"
#: Of the flags that a JVM is started with only one may choose this.
_COLLECTOR, _HEAP = r"-XX:\+Use\w+GC", r"-Xm[sx]\w+"
#: Each with what it is, for `--help`.
_WORDS = {
    "jdk-N": "Java, on the newest JDK of version N that this machine has: jdk-17, jdk-25.",
    "serial, parallel, zgc": "Java, with another garbage collector than G1.",
    "heap-SIZE": "Java, with another heap than 1 GiB: heap-256m, heap-4g.",
    "reference-ID": "both servers as `bench-driver nightly --reference keep` kept them.",
}
#: The name under which the package that builds adds its setups.
_BUILDS = "builds"


@dataclass(frozen=True)
class Setup:
    """Another way to start a consumer: on a JDK, with flags in place of those `instead_of` fits, or
    as it was `kept` in a folder, with a JDK of its own.

    One that `adds` is there for engines that the usual consumer lacks; it is swept with no other.
    """

    name: str
    consumer: str
    jdk: int | None = None
    flags: tuple[str, ...] = ()
    instead_of: str = ""
    adds: bool = False
    kept: Path | None = None

    @property
    def server(self) -> str:
        """The name of its server."""
        return server_name(self.consumer, self.name)

    @property
    def spec(self) -> ServerSpec:
        """Its server as planned: on any free port."""
        usual = next(spec for spec in SERVERS if spec.name == self.consumer)
        command = lambda options: usual.command(self.options(options))  # noqa: E731
        return replace(
            usual,
            name=self.server,
            port=0,
            command=command,
            consumer=self.consumer,
            setup=self.name,
        )

    def where(self, usual: Options) -> Options:
        """The same with the folder that holds its program, built as in a checkout."""
        if self.kept and usual.objects:
            why = "what was kept has no object types of your own"
            what = f"--setup {self.name} does not go with --objects"
            raise UsageError(what, why=why, do="leave one of the two out")
        return replace(usual, root=self.kept) if self.kept else usual

    def options(self, usual: Options) -> Options:
        """How its program starts, by how the usual one does.

        Raises:
            SetupError: this machine has no such JDK
        """
        flags = usual.jvm_flags
        if self.flags:
            kept = (flag for flag in flags if not re.fullmatch(self.instead_of, flag))
            flags = (*kept, *self.flags)
        home = usual.java_home
        if self.jdk:
            home = jdk.of_version(self.jdk, f"--setup {self.name}").home
        if self.kept:
            home = self.kept / reference.JDK
        return replace(self.where(usual), java_home=home, jvm_flags=flags)

    def make(self, usual: Options, told: Callable[[str], None]) -> None:
        """Has its program ready; `told` hears its name where that takes a while.

        Raises:
            SetupError: a build fails, this machine has no such JDK, or what was kept has changed
        """
        if self.kept and self.kept.name != reference.EQUAL:  # that one's folder has no manifest
            reference.check(self.kept)
        self.options(usual)

    def must_be_built(self, usual: Options) -> bool:
        """Whether `make` would build anything."""
        return False


class Source(Protocol):
    """The setups of a package."""

    #: each with what it is, for `--help`
    WORDS: Mapping[str, str]

    def knows(self, word: str) -> bool:
        """Whether a word of `--setup` is one of its own."""

    def read(self, word: str, consumers: Sequence[str], root: Path) -> Sequence[Setup]:
        """The setups that a word of its own names. UsageError where it names none."""

    def of_equal(self, consumers: Sequence[str], beside: Sequence[Setup]) -> Sequence[Setup]:
        """The builds with equal checks of consumers and setups that have one object reader each."""


def _collector(name: str) -> Callable[[re.Match[str]], Setup]:
    flags = (f"-XX:+Use{name}GC",)
    return lambda word: Setup(word[0], JAVA, flags=flags, instead_of=_COLLECTOR)


def _heap(word: re.Match[str]) -> Setup:
    return Setup(word[0], JAVA, flags=(f"-Xms{word[1]}", f"-Xmx{word[1]}"), instead_of=_HEAP)


#: By the words that each is.
_NAMED: Mapping[str, Callable[[re.Match[str]], Setup]] = {
    r"jdk-(\d+)": lambda word: Setup(word[0], JAVA, jdk=int(word[1])),
    "serial": _collector("Serial"),
    "parallel": _collector("Parallel"),
    "zgc": _collector("Z"),
    r"heap-(\d+[mg])": _heap,
}


def words() -> dict[str, str]:
    """Each kind of setup with what it is, those of installed packages last."""
    added = [_source(name, name).WORDS for name in extensions.names(extensions.SETUPS)]
    return {name: told for known in (_WORDS, *added) for name, told in known.items()}


def started_only(word: str) -> bool:
    """Whether a word names a setup that is only started in another way: nothing is built for it."""
    return any(re.fullmatch(pattern, word) for pattern in _NAMED)


def of_equal(consumers: Sequence[str], beside: Sequence[Setup] = ()) -> Sequence[Setup]:
    """The builds with equal checks of those consumers and setups.

    Raises:
        SetupError: the package that builds them is not installed
    """
    built = _source(_BUILDS, "a build with equal checks").of_equal(consumers, beside)
    kept = [one for one in beside if one.kept and (one.kept / reference.EQUAL).is_dir()]
    return [*built, *(_of_equal(one) for one in kept if one.consumer != JAVA)]


def _of_equal(one: Setup) -> Setup:
    assert one.kept, "of kept ones alone"
    return replace(one, name=server_name(one.name, EQUAL), kept=one.kept / reference.EQUAL)


def parsed(items: Sequence[str], consumers: Sequence[str], root: Path) -> list[Setup]:
    """The setups that words name, of those consumers.

    Raises:
        UsageError: one names no setup, or one of a consumer that is not swept
        SetupError: one may be of a package that is not installed
    """
    named = [word.strip() for item in items for word in item.split(",")]
    setups = [setup for word in named for setup in _read(word, consumers, root)]
    for setup in setups:
        if setup.consumer not in consumers:
            why = f"it is a setup of {setup.consumer}, and this sweep has {', '.join(consumers)}"
            do = f"add --consumer {setup.consumer}"
            raise UsageError(f"--setup {setup.name} fits nothing", why=why, do=do)
    return list({setup.server: setup for setup in setups}.values())


def _read(word: str, consumers: Sequence[str], root: Path) -> Sequence[Setup]:
    for pattern, made in _NAMED.items():
        if match := re.fullmatch(pattern, word):
            return [made(match)]
    if re.fullmatch(reference.WORD, word):
        return [Setup(word, one, kept=reference.folder(root, word)) for one in consumers]
    for name in extensions.known(extensions.SETUPS):
        if (source := _source(name, f"--setup {word}")).knows(word):
            return source.read(word, consumers, root)
    why = f"a setup is one of {'; '.join(words())}"
    do = "`bench-driver sweep --help` says what each is"
    raise UsageError(f"--setup {word} is none", why=why, do=do)


def _source(name: str, what: str) -> Source:
    source: Source = extensions.load(extensions.SETUPS, name, what)
    return source
