"""The page of the guard: what it takes, and whether windows tell that it ran."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log
from operator import attrgetter
from statistics import fmean, median

from bench_driver.model.condition import CONDITIONS
from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text
from bench_driver.stats.groups import estimate, figure
from bench_driver.stats.interval import Interval
from bench_driver.stats.verdict import CLAIM_ROUNDS

from ..paired.rows import Parsed
from .passes import AMOUNT, VARIANTS, Pass
from .round import PASSES, WARMING, Row

TITLE = "The guard"
#: A window is blind to the guard where it differs by less, whatever ran before it.
BLIND = 0.02
#: Each round's passes, by row.
Made = Mapping[Row, Mapping[int, Sequence[Pass]]]


def sections(made: Made) -> list[Section]:
    """What it costs, and what windows tell of it."""
    return [_cost(made), _windows(made)]


def _cost(made: Made) -> Section:
    """By replay: where bodies are fetched, the guard's time has what a cold cache adds."""
    rows = {parsed: rounds for (parsed, condition), rounds in made.items() if condition == "replay"}
    head = ["consumer", "object type", "format", "guard ns", "by comparison ns", "parse ns", "guard / parse"]
    figures = [attrgetter(name) for name in ("full_ns", "compared_ns", "parse_ns")]
    lines = [[*_who(parsed), *(_over(rounds, one) for one in figures), _share(rounds)] for parsed, rounds in rows.items()]
    note = "guard ns: a body that the run meets for the first time. by comparison: one that equals its variant's first. Both outside of the windows."
    return Section("cost", "What it takes", [Table(head, lines, 3), Text(note)])


def _windows(made: Made) -> Section:
    figures = {row: {number: figure([one.window for one in passes]) for number, passes in rounds.items()} for row, rounds in made.items()}
    groups = {group: [row for row in made if (row[0].consumer, row[1]) == group] for group in dict.fromkeys((row[0].consumer, row[1]) for row in made)}
    # What a round's rows of a consumer and condition have in common, in which each row's own scatter falls out.
    together = {
        group: estimate([fmean(each) for each in zip(*(figures[row].values() for row in rows), strict=True)], len(groups)) for group, rows in groups.items()
    }
    ratios = {row: estimate(list(each.values()), len(made)) for row, each in figures.items()}
    said = {kind: [f"{who} under {condition}" for (who, condition), ratio in together.items() if verdict(ratio) == kind] for kind in (_BLIND, _MOVED, _OPEN)}
    lead = "; ".join(f"{kind}: {words.listed(those)}" for kind, those in said.items() if those)
    heading = "windows behind the guard / behind a comparison"
    return Section(
        "windows",
        "What windows tell of it",
        [
            Text(f"{lead[:1].upper()}{lead[1:]}." if lead else "Too few rounds to say.", lead=True),
            Table(["consumer", "condition", heading, "verdict"], [[*group, words.close(ratio), verdict(ratio)] for group, ratio in together.items()], 2),
            Text(_READING),
            Table(
                ["consumer", "object type", "format", "condition", heading, "verdict"],
                [[*_who(parsed), condition, words.close(ratio), verdict(ratio)] for (parsed, condition), ratio in ratios.items()],
                4,
            ),
        ],
    )


_BLIND, _MOVED, _OPEN = f"blind within {100 * BLIND:g} %", f"moved by {100 * BLIND:g} % or more", "unresolved"
_READING = (
    "The first table is of all rows of a consumer and condition together, the second of each by itself. Under block hundreds of windows follow one another, "
    "and the guard of all their bodies lies before the first. Under http and replay each body is guarded right before its window. "
    "There a run meets each variant's first body once. From then on a comparison takes the guard's place, so the windows of a measured run lie behind "
    "comparisons, but for the first 1,024."
)


def verdict(ratio: Interval) -> str:
    """Whether windows tell which of the two ran before them."""
    if ratio.rounds < CLAIM_ROUNDS:
        return "too few rounds"
    edge = 1 + BLIND
    if 1 / edge < ratio.low and ratio.high < edge:
        return _BLIND
    return _MOVED if ratio.high <= 1 / edge or ratio.low >= edge else _OPEN


def how(conditions: Sequence[str]) -> list[str]:
    """How it was measured, a line each."""
    return [
        "a process for each consumer and format, started afresh for each round; warmed as in a sweep, "
        f"then by {WARMING} replays of each object type over bodies that are new to the run",
        f"{PASSES} passes a row and round, all rows in random order; a pass is two runs of {AMOUNT:,} objects over {VARIANTS:,} variants, "
        "one of which met all of them in its warm-up",
        "guard: of the run without a warm-up, less what its second half takes; parse: the median window of the other",
        "windows: medians of 500, the second block of a run over its fourth; then the one run's over the other's, so that warmth and place fall out",
        "a round's figure is the median of its passes; times are medians over rounds; ratios have Student's t over rounds, and hold together with 95 %",
        f"conditions: {'; '.join(f'{name} is {dict(CONDITIONS[name])}' for name in conditions)}",
    ]


def _over(rounds: Mapping[int, Sequence[Pass]], figure_of: Callable[[Pass], float]) -> str:
    """The median of a figure of all passes, over rounds."""
    return words.ns(median(median(map(figure_of, passes)) for passes in rounds.values()))


def _share(rounds: Mapping[int, Sequence[Pass]]) -> str:
    """The guard over the parse, by the medians of a round's passes: what disturbs one pass can leave its guard, a difference, below nothing."""
    sides = [(median(one.full_ns for one in passes), median(one.parse_ns for one in passes)) for passes in rounds.values()]
    known = [log(guard_ns / parse_ns) for guard_ns, parse_ns in sides if guard_ns > 0]
    return words.close(estimate(known) if known else None)


def _who(parsed: Parsed) -> list[str]:
    return [parsed.consumer, parsed.object_type, parsed.format]
