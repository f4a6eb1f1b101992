"""The page of the comparison: each row's ratio of service and loop, and what both allocate. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import expm1
from statistics import fmean, median, stdev

from bench_driver.analysis.grouped.headline import said
from bench_driver.analysis.grouped.ratios import Row, decided
from bench_driver.plan.groups import WINDOWS_S
from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.stats.pairs import Measured

from ..paired import rows
from ..paired.loops import GROUPS, LOOPS, WARMUP
from ..paired.page import STATISTICS
from ..paired.rows import Parsed, contenders
from ..paired.slices import HELD, WARM_UP
from . import measure
from .round import NAMES, Bytes

TITLE = "The service beside the tight loop"
#: Within it both allocate alike.
ALIKE = 0.01

#: Of each kind of loop, by whether it is checked.
_LOOP = {
    False: "loop: Criterion's or JMH's, in a process of its own, with nothing but the engine. ",
    True: "loop: Criterion's or JMH's, in a process of its own, which guards each body before its window and compares its object after it, as a run does. ",
}
_WORDS = (
    "replay: the service, which parses from memory. "
    "Both parse the same 1,024 bodies in turn, time each object by the window that runs use, and tell the same figures of a slice. "
    "A loop's usual figure is the mean of a sample, which holds every preemption and every pause of a collector. "
    "The median of a run does not, so the two would differ where nothing does."
)
_TOGETHER = (
    "Ratio: the mean of the rows' log ratios in a round, over rounds; these intervals hold together. "
    "Scatter: the standard deviation of a row's ratio from round to round, each a start of fresh processes; the median of the rows. "
    "Where that is large, a row alone takes more rounds than these to be decided. All rows together take fewer, since what a start does to one row falls out."
)
_BYTES = (
    "Medians over rounds of the bytes that a parse allocates, of the same 64 bodies. "
    "A JIT compiler decides anew in each process which objects never need to be made (escape analysis). "
    "Where loop and service agree in some rounds alone, a difference of times may be that decision, and no cost of the service: "
    "the last column is the ratio of those rounds, and of no other."
)


def sections(measured: measure.Measured, *, checked: bool = False) -> list[Section]:
    """The answer; what a consumer's rows have in common; and where both sides say what a parse allocates, that."""
    known = rows.measured(measured.groups)
    found = rows.rows(known, NAMES)
    reading = Text(_LOOP[checked] + _WORDS + rows.neighbours(found))
    lead = Text(rows.sentence(found), lead=True)
    answer = Section("loop", "Loop and service", [lead, rows.table(found, NAMES), *rows.notes(found), reading])
    made = [answer, _together(known)]
    if measured.allocated:
        alike = {parsed: _alike(rounds) for parsed, rounds in sorted(measured.allocated.items())}
        apart = Text(_apart(found, alike), lead=True)
        made.append(Section("allocated", "What a parse allocates", [apart, _allocated(measured, alike), *rows.notes(alike), Text(_BYTES)]))
    return made


def _together(known: Mapping[Parsed, Measured]) -> Section:
    """The mean of a consumer's rows in each round, over rounds, out of which falls what a start does to one row alone; and how much that is."""
    consumers = {parsed.consumer: [other for other in known if other.consumer == parsed.consumer] for parsed in known}
    lines = []
    for consumer, those in consumers.items():
        by_row = [known[parsed].figures(*contenders(NAMES)) for parsed in those]
        means = {number: fmean(figures[number] for figures in by_row) for number in sorted(set.intersection(*map(set, by_row)))}
        decision = decided(list(means.values()), len(consumers))
        together = Row(those[0].cell, *contenders(NAMES), {number: [mean] for number, mean in means.items()}, None, None, decision, figures=means)
        scatters = [stdev(figures.values()) for figures in by_row if len(figures) > 1]
        scatter = words.percent(expm1(median(scatters))) if scatters else words.DASH
        lines.append([consumer, str(len(those)), words.close(decision.ratio if decision else None), said(together), scatter])
    table = Table(["consumer", "rows", f"ratio {NAMES[1]} / {NAMES[0]}", "verdict", "a row scatters by"], lines, 1)
    return Section("together", "All rows of a consumer together", [table, Text(_TOGETHER)])


def _alike(rounds: Mapping[int, Bytes]) -> list[int]:
    """The rounds in which both allocate alike."""
    return [number for number, one in rounds.items() if abs(one.service / one.loop - 1) <= ALIKE]


def _apart(found: Mapping[Parsed, Row], alike: Mapping[Parsed, Collection[int]]) -> str:
    """How far rounds are from no difference, where both allocate alike and where not."""
    kinds: dict[bool, list[float]] = {True: [], False: []}
    for parsed, numbers in alike.items():
        for number, figure in found[parsed].figures.items():
            kinds[number in numbers].append(abs(figure))
    many = sum(map(len, kinds.values()))
    told = [
        f"{text} in {len(logs)} of {many} rounds of a row, of which half are within {words.percent(expm1(median(logs)))} of each other"
        for logs, text in ((kinds[True], "Loop and service allocate alike"), (kinds[False], "they do not"))
        if logs
    ]
    return f"{'; '.join(told)}."


def _allocated(measured: measure.Measured, alike: Mapping[Parsed, Collection[int]]) -> Table:
    head = ["consumer", "object type", "format", "engine", "loop bytes", "replay bytes", f"rounds alike within {100 * ALIKE:g} %", "ratio where alike"]
    those = rows.measured({parsed: {number: measured.groups[parsed][number] for number in numbers} for parsed, numbers in alike.items()})
    found = rows.rows(those, NAMES)
    lines = []
    for parsed, numbers in alike.items():
        rounds = measured.allocated[parsed]
        sides = [words.ns(median(sides)) for sides in ([one.loop for one in rounds.values()], [one.service for one in rounds.values()])]
        decision = found[parsed].decision
        count = f"{len(numbers)} of {len(rounds)}"
        lines.append([parsed.consumer, parsed.object_type, parsed.format, parsed.engine, *sides, count, words.close(decision.ratio if decision else None)])
    return Table(head, lines, 4)


def how(amounts: Mapping[Parsed, int]) -> list[str]:
    """How it was measured, a line each."""
    sizes = sorted(set(amounts.values()))
    tools = words.listed(f"{loop.tool} beside {consumer}" for consumer, loop in LOOPS.items())
    return [
        f"loops: {tools}; each waits at a gate before a sample, outside of what is timed, and a sample is a slice",
        "every object type, format and engine has processes of its own in a round; before the first slice "
        f"the loop parsed {WARMUP:,} objects and the service {WARM_UP:,}, which waits while the loop starts",
        f"{GROUPS} groups a row and round: a slice of the loop and one of the service, back to back, either one first equally often",
        f"slices of {sizes[0]:,} to {sizes[-1]:,} objects, {HELD.warmup_slice:,} uncounted before; windows of {1000 * WINDOWS_S:.0f} ms or so",
        *STATISTICS,
    ]
