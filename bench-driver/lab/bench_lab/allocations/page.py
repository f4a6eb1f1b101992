"""The page of what engines allocate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from statistics import median

from bench_driver.model.cell import Contender
from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text

from ..paired.rows import Parsed, notes
from .round import VARIANTS, WARMUP, Allocated

TITLE = "What engines allocate"
#: How it was measured, a line each.
HOW = (
    "both consumers are started afresh for each round; Rust's is a build whose allocator counts, and that has all engines",
    f"each engine parses {WARMUP:,} objects by replay, then each of {VARIANTS} bodies once more, whose allocations are counted, the object's own among them",
    "Rust: every allocation; one that grows counts as a new one. Java: what the JVM says that the thread allocated; it counts bytes alone",
    "a figure is the median over rounds, beside the least and the most; what a JVM's compiler keeps off the heap differs from start to start",
    "an object that owns its texts and lists allocates what they take by any engine; the rest is the library's",
)


def sections(rounds: Sequence[Mapping[Parsed, Allocated]]) -> list[Section]:
    """A section for each object type: its formats' engines, the most frugal first."""
    found = {parsed: [each[parsed] for each in rounds] for parsed in rounds[0]}
    types = sorted({parsed.object_type for parsed in found})
    return [_section(name, {parsed: each for parsed, each in found.items() if parsed.object_type == name}) for name in types]


def _section(name: str, found: Mapping[Parsed, Sequence[Allocated]]) -> Section:
    order = sorted(found, key=lambda parsed: (parsed.format, _bytes(found[parsed])))
    head = ["format", "engine", "bytes an object", "least … most", "allocations an object"]
    lead = "; ".join(_span([(parsed, _bytes(found[parsed])) for parsed in those]) for _, those in groupby(order, key=lambda parsed: parsed.format))
    return Section(name, name, [Text(f"{lead}.", lead=True), Table(head, [_line(parsed, found[parsed]) for parsed in order], 2), *notes(found)])


def _span(sizes: Sequence[tuple[Parsed, float]]) -> str:
    """From whose to whose of a format."""
    (least, fewest), (most, many) = sizes[0], sizes[-1]
    return f"{least.format} takes from {words.ns(fewest)} bytes ({_who(least)}) to {words.ns(many)} ({_who(most)})"


def _line(parsed: Parsed, told: Sequence[Allocated]) -> list[str]:
    sizes = [one.size for one in told]
    pieces = [one.pieces for one in told if one.pieces is not None]
    many = f"{median(pieces):.1f}" if pieces else words.DASH
    return [parsed.format, _who(parsed), words.ns(_bytes(told)), f"{words.ns(min(sizes))} … {words.ns(max(sizes))}", many]


def _who(parsed: Parsed) -> str:
    return str(Contender(parsed.consumer, parsed.engine))


def _bytes(told: Sequence[Allocated]) -> float:
    return median(one.size for one in told)
