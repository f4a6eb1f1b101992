"""What a parse allocates, by every engine; Rust's by a build that counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from bench_builds.builds import Build
from bench_builds.setups import RUST, Built
from bench_driver.cli.waits import building
from bench_driver.model.cell import Contender
from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.servers.setups import JAVA
from bench_driver.servers.specs import Options

from .paired import servers
from .paired.rows import Parsed, notes
from .paired.servers import Run

TITLE, PAGE = "What engines allocate", "allocations.md"
#: Rounds are not kept: they take no long.
FORM = None
#: Rust with all of its engines; it slows each allocation by counting, so that no sweep has it.
COUNTING = Built("count-alloc", RUST, build=Build("rust", features=("by-hand", "count-alloc")))
#: The process of each consumer.
PROCESSES = {RUST: COUNTING.server, JAVA: JAVA}
#: Objects that an engine parses first: what a JIT compiler keeps off the heap depends on them; and
#: bodies that are parsed once more behind the measured part, for what that allocates.
WARMUP, VARIANTS = 20_000, 64
_HOW = (
    "both consumers are started afresh for each round; Rust's is a build whose allocator counts, "
    "and that has all engines",
    f"each engine parses {WARMUP:,} objects by replay, then each of {VARIANTS} bodies once more, "
    "whose allocations are counted, the object's own among them",
    "Rust: every allocation; one that grows counts as a new one. Java: what the JVM says that the "
    "thread allocated; it counts bytes alone",
    "a figure is the median over rounds, with the least and the most; what a JVM's compiler "
    "keeps off the heap differs from start to start",
    "an object that owns its texts and lists allocates what they take by any engine; the rest is "
    "the library's",
)
#: Bytes, and how many pieces, where the runtime tells, by what is parsed.
Allocated = dict[Parsed, tuple[float, float | None]]


def measured(parsed: Sequence[Parsed], run: Run) -> Allocated:
    """What each allocates."""
    body = {"source": "replay", "warmup": WARMUP, "amount": VARIANTS, "variants": VARIANTS}
    result: Allocated = {}
    for one in parsed:
        memory = run(PROCESSES[one.consumer], one, body)["memory"]
        result[one] = memory["allocated_bytes_per_object"], memory.get("allocations_per_object")
    return result


class Session:
    """The rounds; what there is to parse, each round's servers say anew."""

    def __init__(self, options: Options, logs: Path, _: object) -> None:
        with building() as shown:
            COUNTING.make(options, shown)
        self.servers: dict[str, Any] = {}
        self._options, self._logs = options, logs

    def make(self, number: int) -> Allocated:
        """A round."""
        consumers = [COUNTING.spec, servers.consumer(JAVA, JAVA)]
        with servers.ready(self._options, consumers, self._logs / str(number)) as started:
            parsed: list[Parsed] = []
            for name, process in PROCESSES.items():
                said, self.servers[process] = started.clients[process].engines()
                parsed += servers.announced(name, said, ("all",))
            return measured(sorted(parsed), started.run)

    def page(self, rounds: Mapping[int, Allocated]) -> tuple[list[Section], Sequence[str]]:
        """The sections, and how it was measured, a line each."""
        return sections([*rounds.values()]), _HOW


def sections(rounds: Sequence[Allocated]) -> list[Section]:
    """A section for each object type: its formats' engines, the most frugal first."""
    of = {parsed: [each[parsed] for each in rounds] for parsed in rounds[0]}
    sizes = {parsed: [size for size, _ in each] for parsed, each in of.items()}
    order = sorted(of, key=lambda one: (one.object_type, one.format, median(sizes[one])))
    head = ["format", "engine", "bytes an object", "least … most", "allocations an object"]
    result = []
    for name, each in groupby(order, key=lambda one: one.object_type):
        lines, leads, ranked = [], [], list(each)
        for parsed in ranked:
            few, many = min(sizes[parsed]), max(sizes[parsed])
            pieces = [one for _, one in of[parsed] if one is not None]
            count = f"{median(pieces):.1f}" if pieces else words.DASH
            middle, ends = words.ns(median(sizes[parsed])), f"{words.ns(few)} … {words.ns(many)}"
            lines.append([parsed.format, _who(parsed), middle, ends, count])
        for form, some in groupby(lines, key=lambda line: line[0]):
            ranks = list(some)
            least, most = ranks[0], ranks[-1]
            span = f"from {least[2]} bytes ({least[1]}) to {most[2]} ({most[1]})"
            leads.append(f"{form} takes {span}")
        lead = Text(f"{'; '.join(leads)}.", lead=True)
        result.append(Section(name, name, [lead, Table(head, lines, 2), *notes(ranked)]))
    return result


def _who(parsed: Parsed) -> str:
    return str(Contender(parsed.consumer, parsed.engine))
