"""The limit: slices of each language's own benchmark tool beside slices of the service."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import expm1
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

from bench_driver.analysis.headline import said
from bench_driver.analysis.ratios import Row, decided
from bench_driver.plan.groups import WINDOWS_S
from bench_driver.report import words
from bench_driver.report.document import Block, Section, Table, Text
from bench_driver.servers.specs import Options
from bench_driver.stats.pairs import Measured

from .paired import rows, servers
from .paired.gate import Gated, Size, gated
from .paired.loops import GROUPS, TOOLS, WARMUP, loop
from .paired.rounds import Amounts, Round, gathered, groups, sequence, sizes
from .paired.rows import CONDITION, HEAD, STATISTICS, Parsed, contenders
from .paired.servers import HELD, SEED, WARM_UP, Run

TITLE, PAGE = "The service beside the tight loop", "bench.md"
NAME, NAMES = "loop", ("loop", CONDITION)
#: Within it both allocate alike.
ALIKE = 0.01
_ALONE = "loop: Criterion's or JMH's, in a process of its own, "
#: Of each kind of loop, by whether it is checked.
_LOOP = {
    False: f"{_ALONE}with nothing but the engine. ",
    True: f"{_ALONE}which guards each body before its window and compares its object after it, as "
    "a run does. ",
}
_WORDS = (
    "replay: the service, which parses from memory. Both parse the same 1,024 bodies in turn, time "
    "each object by the window that runs use, and tell the same figures of a slice. A loop's usual "
    "figure is the mean of a sample, which holds every preemption and every pause of a collector. "
    "The median of a run does not, so the two would differ where nothing does."
)
_TOGETHER = (
    "Ratio: the mean of the rows' log ratios in a round, over rounds; these intervals are "
    "simultaneous. Scatter: the standard deviation of a row's ratio from round to round, each "
    "with fresh processes; the median of the rows. Where that is large, a row alone needs more "
    "rounds than these for a verdict. All rows together need fewer, since they average out what a "
    "start does to one row."
)
_BYTES = (
    "Medians over rounds of the bytes that a parse allocates, of the same 64 bodies. A JIT "
    "compiler decides anew in each process which objects never need to be made (escape analysis). "
    "Where loop and service agree in some rounds alone, a difference of times may be that "
    "decision, and no cost of the service: the last column is the ratio of those rounds, and of no "
    "other."
)


@dataclass
class Session:
    """The rounds of these engines, or of the defaults.

    The notes of a round are what a parse allocates in the loop and in the service.
    """

    engines: Sequence[str]
    checked: bool
    options: Options
    logs: Path
    before: Mapping[int, Round]

    def __post_init__(self) -> None:
        for consumer in TOOLS:  # none is missing
            loop(self.options, Parsed(consumer, "", "", ""), Size(1, 1, 1))
        announced = servers.ask(self.options, self.logs / "asked", self.engines)
        self.servers, self.amounts = announced.servers, sizes(self.before)
        self.turns = turns([one for one in announced.parsed if one.consumer in TOOLS])

    def make(self, number: int) -> Round:
        """A round: each object type, format and engine has processes of its own."""
        dice, result = random.Random(f"round {number} of {SEED}"), Round()
        names = sorted(self.turns)
        dice.shuffle(names)
        for name in names:
            parsed = self.turns[name]
            dice.shuffle(parsed)
            self._turn(number, parsed, self.logs / str(number) / "-".join(name), dice, result)
        return result

    def _turn(
        self, number: int, parsed: Sequence[Parsed], logs: Path, dice: random.Random, result: Round
    ) -> None:
        """One consumer's groups after the other's, so that no tool's own statistics disturb."""
        consumers = [servers.consumer(one.consumer, one.consumer) for one in parsed]
        with servers.ready(self.options, consumers, logs) as started:
            warmed = servers.warm(number, {one.consumer: [one] for one in parsed}, started.run)
            for one in parsed:
                amount = self.amounts.setdefault((NAME, one), warmed[one])
                size = Size(amount, WARMUP, HELD.warmup_slice)
                command, log = loop(self.options, one, size), logs / f"{one.consumer}.loop.log"
                with gated(
                    f"the loop of {one}",
                    command,
                    size,
                    log,
                    self.options.root,
                    checked=self.checked,
                ) as waiting:
                    order = sequence([one], GROUPS, dice)
                    paired(one, number, amount, waiting, started.run, order, result)

    def page(self, rounds: Mapping[int, Round]) -> tuple[list[Section], list[str]]:
        """The sections, and how it was measured, a line each."""
        return sections(rounds, checked=self.checked), _how(sizes(rounds))


def turns(parsed: Sequence[Parsed]) -> dict[tuple[str, ...], list[Parsed]]:
    """What is parsed in each turn: one engine of each consumer, of an object type and format."""
    result: dict[tuple[str, ...], list[Parsed]] = {}
    for one in sorted(parsed):
        kind = one.object_type, one.format
        place = sum(
            name[:2] == kind and one.consumer in {other.consumer for other in each}
            for name, each in result.items()
        )
        result.setdefault((*kind, str(place)), []).append(one)
    return result


def paired(
    parsed: Parsed,
    number: int,
    amount: int,
    waiting: Gated,
    run: Run,
    order: Sequence[tuple[Parsed, tuple[int, int]]],
    result: Round,
) -> None:
    """The groups of loop and service; the loop has ended afterwards."""
    last: list[Any] = [None, None]

    def of_loop(_: int) -> Mapping[str, Any]:
        sample = waiting.sample()
        last[0] = sample.get("allocated_bytes")
        return sample

    def of_service(amount: int) -> Mapping[str, Any]:
        answer = servers.slice_of(run, parsed.consumer, parsed, amount)
        last[1] = answer.get("memory", {}).get("allocated_bytes_per_object")
        return answer

    makers, amounts = {parsed: (of_loop, of_service)}, {parsed: amount}
    result.groups.setdefault(NAME, {}).update(groups(makers, NAMES, number, amounts, order))
    if None not in last:
        # What a compiler made of an engine stays so once it is warm: the last group says it.
        result.notes[parsed] = list(last)
    waiting.finish()


def sections(rounds: Mapping[int, Round], *, checked: bool = False) -> list[Section]:
    """The answer, what a consumer's rows have in common, and what a parse allocates."""
    groups = gathered(rounds)[NAME]
    measured = rows.measured(groups)
    result = rows.rows(measured, NAMES)
    reading = Text(_LOOP[checked] + _WORDS + rows.neighbours(result))
    lead = Text(rows.sentence(result), lead=True)
    blocks: list[Block] = [lead, rows.table(result, NAMES), *rows.notes(result), reading]
    answer = [Section(NAME, "Loop and service", blocks), _together(measured)]
    allocated: dict[Parsed, dict[int, list[float]]] = {}
    for number, one in rounds.items():
        for parsed, both in one.notes.items():
            allocated.setdefault(parsed, {})[number] = both
    if not allocated:
        return answer
    alike = {
        parsed: [
            number
            for number, (loop, service) in allocated[parsed].items()
            if abs(service / loop - 1) <= ALIKE
        ]
        for parsed in sorted(allocated)
    }
    of_alike = {
        parsed: {number: groups[parsed][number] for number in numbers}
        for parsed, numbers in alike.items()
    }
    ratios = rows.rows(rows.measured(of_alike), NAMES)
    lines = []
    for parsed, numbers in alike.items():
        sides = [words.ns(median(each)) for each in zip(*allocated[parsed].values(), strict=True)]
        count = f"{len(numbers)} of {len(allocated[parsed])}"
        decision = ratios[parsed].decision
        ratio = words.close(decision.ratio if decision else None)
        lines.append([*parsed.cells, *sides, count, ratio])
    head = [*HEAD, "loop bytes", "replay bytes", f"rounds alike within {100 * ALIKE:g} %"]
    table = Table([*head, "ratio where alike"], lines, len(HEAD))
    apart = Text(_apart(result, alike), lead=True)
    blocks = [apart, table, *rows.notes(alike), Text(_BYTES)]
    return [*answer, Section("allocated", "What a parse allocates", blocks)]


def _together(measured: Mapping[Parsed, Measured]) -> Section:
    """The mean of a consumer's rows in each round, over rounds, and how a row scatters."""
    consumers: dict[str, list[Measured]] = {}
    for parsed, one in measured.items():
        consumers.setdefault(parsed.consumer, []).append(one)
    cell, who, lines = next(iter(measured)).cell, contenders(NAMES), []
    for consumer, each in consumers.items():
        by_row = [one.figures(*who) for one in each]
        numbers = sorted(set.intersection(*map(set, by_row)))
        means = {number: fmean(figures[number] for figures in by_row) for number in numbers}
        decision = decided(list(means.values()), len(consumers))
        by_round = {number: [mean] for number, mean in means.items()}
        together = Row(cell, *who, by_round, None, None, decision, figures=means)
        scatters = [stdev(figures.values()) for figures in by_row if len(figures) > 1]
        scatter = words.percent(expm1(median(scatters))) if scatters else words.DASH
        ratio = words.close(decision.ratio if decision else None)
        lines.append([consumer, str(len(each)), ratio, said(together), scatter])
    ratio = f"ratio {NAMES[1]} / {NAMES[0]}"
    table = Table(["consumer", "rows", ratio, "verdict", "a row scatters by"], lines, 1)
    return Section("together", "All rows of a consumer together", [table, Text(_TOGETHER)])


def _apart(result: Mapping[Parsed, Row], alike: Mapping[Parsed, Sequence[int]]) -> str:
    """How far rounds are from no difference, where both allocate alike and where not."""
    kinds: dict[bool, list[float]] = {True: [], False: []}
    for parsed, numbers in alike.items():
        for number, figure in result[parsed].figures.items():
            kinds[number in numbers].append(abs(figure))
    many = sum(map(len, kinds.values()))
    parts = [
        f"{text} in {len(logs)} of {many} rounds of a row, of which half are within "
        f"{words.percent(expm1(median(logs)))} of each other"
        for logs, text in (
            (kinds[True], "Loop and service allocate alike"),
            (kinds[False], "they do not"),
        )
        if logs
    ]
    return f"{'; '.join(parts)}."


def _how(amounts: Amounts) -> list[str]:
    objects = sorted(set(amounts.values()))
    tools = words.listed(f"{tool} beside {consumer}" for consumer, tool in TOOLS.items())
    return [
        f"loops: {tools}; each waits at a gate before a sample, outside of what is timed, and a "
        "sample is a slice",
        "every object type, format and engine has processes of its own in a round; before the "
        f"first slice the loop parsed {WARMUP:,} objects and the service {WARM_UP:,}, which waits "
        "while the loop starts",
        f"{GROUPS} groups a row and round: a slice of the loop and one of the service, back to "
        "back, either one first equally often",
        f"slices of {objects[0]:,} to {objects[-1]:,} objects, {HELD.warmup_slice:,} uncounted "
        f"before; windows of {1000 * WINDOWS_S:.0f} ms or so",
        *STATISTICS,
    ]
