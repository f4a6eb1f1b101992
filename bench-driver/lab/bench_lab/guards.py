"""The guard: what it takes beside the parse, and whether windows tell that it ran.

A run accepts a body by comparison alone where it equals its variant's first. So a run over its
variants twice, without a warm-up, looks at the bodies of its first half in full and compares those
of its second; the same run behind a warm-up over all variants compares both. What its halves differ
by otherwise, warmth and place in the run, falls out of the ratio of the two runs.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import log
from pathlib import Path
from statistics import fmean, median
from typing import Any

from bench_driver.measure.kept import Form
from bench_driver.model.condition import CONDITIONS
from bench_driver.report import words
from bench_driver.report.document import Block, Section, Table, Text
from bench_driver.servers.specs import Options
from bench_driver.stats.interval import Interval
from bench_driver.stats.log_ratios import estimate, figure
from bench_driver.stats.verdict import CLAIM_ROUNDS

from .paired import servers
from .paired.rounds import kept, parsed_of
from .paired.rows import HEAD, Parsed
from .paired.servers import SEED, Run

TITLE, PAGE = "The guard", "guard.md"
#: Unless others are named.
USUAL_CONDITIONS = "replay,block,http"
#: A window is blind to the guard where it differs by less, whatever ran before it.
BLIND = 0.02
#: As many as there are of a type.
VARIANTS = 1024
AMOUNT = 2 * VARIANTS
#: The contract's blocks of 500 windows in the first and the second half of a run; the very first is
#: of a cold core.
FIRST, SECOND = 1, 3
#: Passes of a row in a round.
PASSES = 6
#: Runs of new bodies while a process warms up: a JIT compiler wants to have seen the guard as it
#: has seen the parser.
WARMING = 20
#: A row: what is parsed, and the condition.
Row = tuple[Parsed, str]
_BLIND, _MOVED = f"blind within {100 * BLIND:g} %", f"moved by {100 * BLIND:g} % or more"
_OPEN, _FEW = "unresolved", "too few rounds"
_READING = (
    "The first table takes all rows of a consumer and condition together, the second has each "
    "row. Under block hundreds of windows follow one another, after the guard of all their "
    "bodies. Under http and replay each body is guarded right before its window. There the "
    "guard runs only once for each variant. Later bodies are compared with the first of their "
    "variant instead, so in a measured run only the first 1,024 windows follow the guard."
)


@dataclass(frozen=True)
class Pass:
    """ns an object: the guard in full, by comparison, and the parse.

    `window` is the log ratio of windows behind the first over those behind the second.
    """

    full_ns: float
    compared_ns: float
    parse_ns: float
    window: float

    @classmethod
    def of(cls, new: Mapping[str, Any], met: Mapping[str, Any]) -> Pass:
        """By the answers of the run that is new to its bodies, and of the one that met them."""
        compared_ns = met["guard_ns"] / AMOUNT
        full_ns = (new["guard_ns"] - VARIANTS * compared_ns) / VARIANTS
        return cls(full_ns, compared_ns, float(met["parse"]["p50_ns"]), _halves(new) - _halves(met))


def _halves(answer: Mapping[str, Any]) -> float:
    medians = answer["blocks"]["p50_ns"]
    return log(medians[FIRST] / medians[SECOND])


#: A round's passes, and those of all rounds.
Passes = Mapping[Row, Sequence[Pass]]
Rounds = Mapping[Row, Mapping[int, Sequence[Pass]]]
FORM: Form[Passes] = Form(
    lambda result: [
        kept(parsed, condition=condition, passes=[asdict(one) for one in each])
        for (parsed, condition), each in result.items()
    ],
    lambda lines: {
        (parsed_of(line), line["condition"]): [Pass(**one) for one in line["passes"]]
        for line in lines
    },
)


def request(condition: str, *, met: bool) -> dict[str, Any]:
    """What a run is asked, but for what it parses: whether it met its bodies before."""
    sizes = {"amount": AMOUNT, "warmup": VARIANTS if met else 0, "variants": VARIANTS}
    return {**sizes, **CONDITIONS[condition]}


class Session:
    """The rounds, with a process for each consumer and format, under these conditions."""

    def __init__(
        self, conditions: Sequence[str], options: Options, logs: Path, _: Mapping[int, Passes]
    ) -> None:
        announced = servers.ask(options, logs / "asked")
        self.servers, self._conditions = announced.servers, conditions
        self._parsed, self._options, self._logs = announced.parsed, options, logs

    def make(self, number: int) -> Passes:
        """A round."""
        consumers = {
            _process(one): servers.consumer(one.consumer, _process(one)) for one in self._parsed
        }
        folder = self._logs / str(number)
        with servers.ready(self._options, [*consumers.values()], folder) as started:
            return measured(number, self._parsed, self._conditions, started.run)

    def page(self, rounds: Mapping[int, Passes]) -> tuple[list[Section], list[str]]:
        """The sections, and how it was measured, a line each."""
        return sections(gathered(rounds)), _how(self._conditions)


def _process(parsed: Parsed) -> str:
    return f"{parsed.consumer}-{parsed.format}"


def measured(
    number: int, parsed: Sequence[Parsed], conditions: Sequence[str], run: Run
) -> dict[Row, list[Pass]]:
    """Warms the processes of a round, and makes the passes of all rows in random order."""
    processes: dict[str, list[Parsed]] = {}
    for one in parsed:
        processes.setdefault(_process(one), []).append(one)
    servers.warm(number, processes, run)
    for one in [one for one in parsed for _ in range(WARMING)]:
        run(_process(one), one, request("replay", met=False))
    rows = [(one, condition) for condition in conditions for one in parsed]
    result: dict[Row, list[Pass]] = {row: [] for row in rows}
    order = rows * PASSES
    random.Random(f"passes of round {number} of {SEED}").shuffle(order)
    for one, condition in order:
        passes = result[one, condition]
        # Either one comes first equally often.
        sides = (False, True) if len(passes) % 2 else (True, False)
        both = {met: run(_process(one), one, request(condition, met=met)) for met in sides}
        passes.append(Pass.of(both[False], both[True]))
    return result


def gathered(rounds: Mapping[int, Passes]) -> Rounds:
    """The passes of all rounds, by row and round."""
    by_row: dict[Row, dict[int, Sequence[Pass]]] = {}
    for number, result in rounds.items():
        for row, passes in result.items():
            by_row.setdefault(row, {})[number] = passes
    return by_row


def sections(result: Rounds) -> list[Section]:
    """What it costs, and what windows tell of it."""
    return [_cost(result), _windows(result)]


def _cost(result: Rounds) -> Section:
    """By replay: where bodies are fetched, the guard's time has what a cold cache adds."""
    head = [*HEAD[:3], "guard ns", "by comparison ns", "parse ns", "guard / parse"]
    lines = []
    for (parsed, condition), rounds in result.items():
        if condition == "replay":
            each = [
                [median(getattr(one, name) for one in passes) for passes in rounds.values()]
                for name in ("full_ns", "compared_ns", "parse_ns")
            ]
            # What disturbs a pass can leave its guard, a difference, below nothing.
            pairs = zip(each[0], each[2], strict=True)
            shares = [log(guard / parse) for guard, parse in pairs if guard > 0]
            share = words.close(estimate(shares) if shares else None)
            lines.append([*parsed.cells[:3], *(words.ns(median(one)) for one in each), share])
    note = (
        "guard ns: for the first body of a variant. by comparison: for later ones, which equal it. "
        "Neither is inside a window."
    )
    return Section("cost", "What it takes", [Table(head, lines, 3), Text(note)])


def _windows(result: Rounds) -> Section:
    figures = {
        row: [figure([one.window for one in passes]) for passes in rounds.values()]
        for row, rounds in result.items()
    }
    together: dict[tuple[str, str], list[list[float]]] = {}
    for (parsed, condition), each in figures.items():
        together.setdefault((parsed.consumer, condition), []).append(each)
    # What a round's rows have in common, in which each row's own scatter falls out.
    means = {of: [fmean(each) for each in zip(*rows, strict=True)] for of, rows in together.items()}
    common = {of: estimate(each, len(means)) for of, each in means.items()}
    ratios = {row: estimate(each, len(result)) for row, each in figures.items()}
    named: dict[str, list[str]] = {_BLIND: [], _MOVED: [], _OPEN: []}
    for (who, under), ratio in common.items():
        named.setdefault(verdict(ratio), []).append(f"{who} under {under}")
    named.pop(_FEW, None)
    lead = "; ".join(f"{kind}: {words.listed(who)}" for kind, who in named.items() if who)
    heading = ["windows after the guard / after a comparison", "verdict"]
    first = [[*of, words.close(each), verdict(each)] for of, each in common.items()]
    second = [
        [*parsed.cells[:3], condition, words.close(each), verdict(each)]
        for (parsed, condition), each in ratios.items()
    ]
    blocks: list[Block] = [
        Text(f"{lead[:1].upper()}{lead[1:]}." if lead else "Too few rounds to say.", lead=True),
        Table(["consumer", "condition", *heading], first, 2),
        Text(_READING),
        Table([*HEAD[:3], "condition", *heading], second, 4),
    ]
    return Section("windows", "Whether windows show it", blocks)


def verdict(ratio: Interval) -> str:
    """Whether windows tell which of the two ran before them."""
    if ratio.rounds < CLAIM_ROUNDS:
        return _FEW
    edge = 1 + BLIND
    if 1 / edge < ratio.low and ratio.high < edge:
        return _BLIND
    return _MOVED if ratio.high <= 1 / edge or ratio.low >= edge else _OPEN


def _how(conditions: Sequence[str]) -> list[str]:
    under = "; ".join(f"{name} is {dict(CONDITIONS[name])}" for name in conditions)
    return [
        "a process for each consumer and format, started afresh for each round; warmed as in a "
        f"sweep, then by {WARMING} replays of each object type over bodies that are new to the run",
        f"{PASSES} passes a row and round, all rows in random order; a pass is two runs of "
        f"{AMOUNT:,} objects over {VARIANTS:,} variants, one of which met all of them in its "
        "warm-up",
        "guard: the time of the run without a warm-up, less that of its second half; parse: the "
        "median window of the other run",
        "windows: medians of 500, the second block of a run over its fourth; then this ratio of "
        "one run over that of the other, which cancels how warm each block is",
        "a round's figure is the median of its passes; times are medians over rounds; ratios have "
        "Student's t over rounds, simultaneous at 95 %",
        f"conditions: {under}",
    ]
