"""Puts mutated bodies to every server for a given time, and what the default engines read to every
engine, and tells where they disagree.

    cd bench-driver && .venv/bin/python -m tests.fuzz.differential --seconds 3600 [--seed 7]
        [--keep-going]

Exit 1 where they disagreed: with the smallest body that shows it, kept in `--out`. Starts servers
of its own unless `--server name=url` names some.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import SystemRandom

from bench_driver.model.series import DECODE
from bench_driver.servers.client import Client
from bench_driver.servers.contract import Engine, Engines
from bench_driver.servers.launch import Stack
from bench_driver.servers.setups import parsed
from bench_driver.servers.specs import Options
from bench_driver.system.repository import find_root

from .bodies import Bodies
from .findings import Finding, agree, shrunk
from .languages import LANGUAGES
from .provided import OBJECT_TYPES
from .wire import Body, Pipe, Verdict, ask

BATCH = 96
PROGRESS_S = 10.0
CONSUMERS = ("rust-server", "java-server")
#: A double that is whole and large: it may come from an int64 that no double equals.
_FROM_INT64 = re.compile(rb"\d{16}|[eE]\+?(?:1[5-9]|2\d)\b")
#: What an engine is known to lose or to refuse, as its file says, by what stands in the canonical
#: JSON of such an object: a text of nothing but white space, such a double, and the zero that has a
#: sign.
LOSES = {
    "serde-xml-rs": re.compile(rb'"(?: |\\[trn])+"'),
    "mongodb-record-codec": _FROM_INT64,
    "mongodb-record-codec-partial": _FROM_INT64,
    "fastjson2-jsonpath": re.compile(rb":-0\.0\b"),
}
#: The same by what stands in a body: an exponent of more than 2,047, which a zero may have.
REFUSES = {
    "fastjson2": re.compile(rb"[eE][-+]?0*(?:[1-9]\d{4}|[3-9]\d{3}|2[1-9]\d\d|20[5-9]\d|204[89])")
}


class Fuzzer:
    """The loop: what was asked, what was said, and a finding a kind of disagreement.

    `others` are the engines that are no server's default.
    """

    def __init__(
        self,
        pipes: Sequence[Pipe],
        bodies: Bodies,
        *,
        others: Sequence[Pipe] = (),
        keep_going: bool = False,
    ) -> None:
        self._pipes, self._others, self._bodies, self._keep_going = (
            pipes,
            others,
            bodies,
            keep_going,
        )
        self.said: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.findings: list[Finding] = []

    @property
    def executions(self) -> int:
        return self.said.total()

    @property
    def done(self) -> bool:
        return bool(self.findings) and not self._keep_going

    def step(self) -> None:
        """One batch."""
        bodies = self._bodies.make(BATCH)
        read = []
        for body, verdicts in zip(bodies, ask(self._pipes, bodies), strict=True):
            self.said[f"{body.format} {verdicts[0].who()}"] += 1
            if not agree(body, verdicts):
                self._found(body, verdicts, self._pipes)
            elif verdicts[0].read:
                read.append((body, verdicts))
        for pipe in self._others:
            self._put_to(
                pipe,
                [
                    (body, verdicts)
                    for body, verdicts in read
                    if pipe.takes(body) and not loses(pipe, body, verdicts[0])
                ],
            )

    def _put_to(self, pipe: Pipe, read: Sequence[tuple[Body, tuple[Verdict, ...]]]) -> None:
        """What the defaults read, to another engine, which must read the same; or, of one that
        reads three fields, these.
        """
        for (body, verdicts), (verdict,) in zip(
            read, ask([pipe], [body for body, _ in read]), strict=True
        ):
            due = tuple(pipe.due(body, one) for one in verdicts)
            if not agree(body, (*due, verdict)):
                self._found(body, (*due, verdict), [*self._pipes, pipe])

    def _found(self, body: Body, verdicts: tuple[Verdict, ...], pipes: Sequence[Pipe]) -> None:
        finding = Finding(body, tuple(pipe.name for pipe in pipes), verdicts)
        self.kinds[finding.kind] += 1
        if self.kinds[finding.kind] == 1 and not self.done:
            self.findings.append(shrunk(finding, pipes))

    def summary(self, seconds: float) -> str:
        shares = ", ".join(
            f"{what} {count / max(1, self.executions):.0%}"
            for what, count in sorted(self.said.items())
        )
        return f"{self.executions:,} bodies in {seconds:.0f} s ({self.executions / max(seconds, 0.001):,.0f}/s): {len(self.kinds)} kinds of disagreement; {shares}"


def loses(pipe: Pipe, body: Body, verdict: Verdict) -> bool:
    """Whether an engine is known to lose or to refuse what a body holds."""
    looked = ((LOSES, verdict.answer), (REFUSES, body.data))
    known = ((those.get(pipe.engine.name), where) for those, where in looked if pipe.engine)
    return any(
        pattern is not None and pattern.search(where) is not None for pattern, where in known
    )


def fuzz(fuzzer: Fuzzer, seconds: float, out: Path) -> float:
    """Runs for so long, or to the first finding; says how it goes; gives the time that it took."""
    start = told = time.monotonic()
    known = 0
    while (now := time.monotonic()) - start < seconds and not fuzzer.done:
        fuzzer.step()
        for finding in fuzzer.findings[known:]:
            print(f"{finding.told()}\n  kept: {finding.save(out)}", flush=True)
        known = len(fuzzer.findings)
        if now - told >= PROGRESS_S:
            told = now
            print(fuzzer.summary(now - start), flush=True)
    return time.monotonic() - start


@contextmanager
def origins(given: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    """Name and origin of the servers that were named, or of fresh ones."""
    if given:
        yield [(name, url) for name, _, url in (text.partition("=") for text in given)]
        return
    with Stack.start(CONSUMERS, ports="free") as stack:
        yield [(name, stack.url(name)) for name in CONSUMERS]


@contextmanager
def servers(given: Sequence[str]) -> Iterator[list[Pipe]]:
    """Connections to them."""
    with ExitStack() as opened:
        yield [
            opened.enter_context(Pipe(name, url))
            for name, url in opened.enter_context(origins(given))
        ]


@contextmanager
def others(origins: Iterable[tuple[str, str]]) -> Iterator[list[Pipe]]:
    """Connections to those of the servers' engines that are in a series and no default of whole
    objects, to one of a name once.
    """
    every = [
        (name, url, said, engine)
        for name, url in origins
        for said in (announced(url),)
        for engine in said.engines
        if _is_another(engine)
    ]
    once = {
        (name.partition("+")[0], engine.name): Pipe(name, url, engine, said.excerpts)
        for name, url, said, engine in reversed(every)
    }
    with ExitStack() as opened:
        yield [opened.enter_context(pipe) for pipe in reversed(once.values())]


@contextmanager
def by_hand() -> Iterator[tuple[str, str]]:
    """Name and origin of the Rust server that has the engines by hand; its build takes minutes."""
    (setup,), usual = parsed(["by-hand"], CONSUMERS, find_root()), Options(find_root())
    setup.make(usual, lambda name: print(f"building {name}", flush=True))
    with Stack.start([setup.server], ports="free", servers=[setup.spec]) as stack:
        yield setup.server, stack.url(setup.server)


def announced(url: str) -> Engines:
    """What a server says of its engines."""
    with Client(url) as client:
        return client.engines()[0]


def _is_another(engine: Engine) -> bool:
    return bool(engine.series) and not (engine.default and engine.operation == DECODE)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz.differential",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--seed",
        type=int,
        default=SystemRandom().randrange(2**32),
        help="gives the same bodies again; any by default, and told",
    )
    parser.add_argument(
        "--format",
        action="append",
        choices=sorted(LANGUAGES),
        help="one format alone; may be given again",
    )
    parser.add_argument(
        "--object-type",
        action="append",
        choices=OBJECT_TYPES,
        help="one object type alone; may be given again",
    )
    parser.add_argument(
        "--engines",
        action="store_true",
        help="put what the default engines read to every other engine as well",
    )
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="collect one body of each kind of disagreement instead of ending at the first",
    )
    parser.add_argument(
        "--server",
        action="append",
        default=[],
        metavar="NAME=URL",
        help="a server that runs already; give each that shall be compared",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("fuzz-findings"), help="where findings are kept"
    )
    options = parser.parse_args(arguments)
    print(f"seed {options.seed}", flush=True)
    with ExitStack() as opened:
        pipes = opened.enter_context(servers(options.server))
        engines = []
        if options.engines:
            also = [] if options.server else [opened.enter_context(by_hand())]
            engines = opened.enter_context(
                others([*((pipe.name, pipe.url) for pipe in pipes), *also])
            )
        bodies = Bodies(options.seed, options.format, options.object_type)
        fuzzer = Fuzzer(pipes, bodies, others=engines, keep_going=options.keep_going)
        seconds = fuzz(fuzzer, options.seconds, options.out)
    print(fuzzer.summary(seconds))
    for kind, count in fuzzer.kinds.most_common():
        print(f"{count:8,}  {kind}")
    return 1 if fuzzer.findings else 0


if __name__ == "__main__":
    sys.exit(main())
