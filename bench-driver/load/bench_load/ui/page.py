"""What presses came to, as sections of a page and as rows for programs. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import exp, log
from statistics import fmean

from bench_driver.report import charts, palette, words
from bench_driver.report.document import Chart, Charts, Section, Table, Text

from .plan import Plan, Press, Scenario

HEAD = ["round", "object_type", "format", "provider", "engine", "amount", "parse_ms", "whole_ms"]
#: Beside which format the others stand.
_BESIDE = "JSON"
#: The mean over rounds of each amount: parsing, and from the press to the figure, ms.
Means = Mapping[int, tuple[float, float]]


def rows(made: Sequence[Press]) -> list[list[object]]:
    """A row a press, under `HEAD`."""
    return [
        [one.number, of.object_type, of.format, of.provider, of.engine, one.amount,
         f"{one.parse_ms:.3f}", f"{one.whole_ms:.1f}"]
        for one in made
        for of in [one.scenario]
    ]  # fmt: skip


def how(plan: Plan, chromium: str) -> list[str]:
    """The conditions of measurement."""
    return [
        f"the page's Try it in headless Chromium {chromium}: condition block, no warm-up, nobody "
        "beside the browser, one slice a press",
        "a press: the page requests each object through `bench-driver serve`, six at once, and "
        "parses all in a worker that was just started",
        "parsing is what the page shows; from the press to the figure is from the event's own "
        "time until the browser has painted what the page says",
        f"{len(plan.scenarios)} scenarios, {len(plan.amounts)} amounts from {min(plan.amounts):,} "
        f"to {max(plan.amounts):,}, {plan.rounds} rounds: {plan.presses:,} presses, "
        f"{plan.objects:,} objects; in each round a page for each scenario, all in random order "
        f"(seed {plan.seed})",
    ]


def means(made: Sequence[Press]) -> dict[Scenario, Means]:
    """By scenario and amount."""
    by = sorted(made, key=lambda one: (one.scenario, one.amount))
    found: dict[Scenario, dict[int, tuple[float, float]]] = {}
    for (scenario, amount), group in groupby(by, key=lambda one: (one.scenario, one.amount)):
        presses = list(group)
        found.setdefault(scenario, {})[amount] = (
            fmean(one.parse_ms for one in presses),
            fmean(one.whole_ms for one in presses),
        )
    return dict(found)


def sections(made: Sequence[Press]) -> list[Section]:
    """What the page shows by amount, how long it takes to, and the formats beside each other."""
    found = means(made)
    return [_shown(found), *_formats(found)]


def _shown(found: Mapping[Scenario, Means]) -> Section:
    shares = [parse / whole for mine in found.values() for parse, whole in [mine[max(mine)]]]
    lead = (
        f"Of the time from the press to the figure, parsing takes {100 * min(shares):.1f} to "
        f"{100 * max(shares):.1f} %; the rest goes into requests."
    )
    head = [
        "object type",
        "format",
        "provider",
        "engine",
        "parsing, us an object",
        "of most objects",
        "press to figure, ms",
        "of most objects",
    ]
    lines = []
    for scenario, mine in found.items():
        few, most = min(mine), max(mine)
        each = [words.number(1000 * mine[amount][0] / amount, 2) for amount in (few, most)]
        whole = [words.number(mine[amount][1], 0) for amount in (few, most)]
        lines.append(
            [
                scenario.object_type,
                scenario.format,
                scenario.provider,
                scenario.engine,
                *each,
                *whole,
            ]
        )
    few, most = min(min(mine) for mine in found.values()), max(max(mine) for mine in found.values())
    note = (
        f"Means over the rounds. Each pair of columns is of {few:,} objects a press, and of "
        f"{most:,}."
    )
    return Section(
        "shown",
        "What the page shows",
        [Text(lead, lead=True), Charts(_pictures(found)), Table(head, lines, 4), Text(note)],
    )


def _pictures(found: Mapping[Scenario, Means]) -> list[Chart]:
    """One for each object type: a line for each format and provider."""
    made = []
    for object_type in dict.fromkeys(one.object_type for one in found):
        mine = {one: found[one] for one in found if one.object_type == object_type}
        points = [
            {"line": one.format, "kind": one.provider, "amount": amount, "ms": parse}
            for one, amounts in mine.items()
            for amount, (parse, _) in amounts.items()
        ]
        colours, dashes = (
            list(dict.fromkeys(values))
            for values in ([one.format for one in mine], [one.provider for one in mine])
        )
        spec = charts.lines(
            points,
            x=("amount", "objects a press"),
            y=("ms", "parsing, ms"),
            colours=palette.of_names(colours),
            dashes=dashes,
        )
        told = (
            f"How long the page's parsing of {object_type} takes by the number of objects, a line "
            "for each format and provider."
        )
        engines = dict.fromkeys(f"{one.engine} ({one.format})" for one in mine)
        title = f"{object_type}: what the page's parsing takes, by the number of objects"
        made.append(Chart(f"ui_sweep_{object_type}", title, told, spec, list(engines)))
    return made


def _formats(found: Mapping[Scenario, Means]) -> list[Section]:
    """Each format over JSON, of the same type and provider."""
    lines = []
    for scenario, mine in found.items():
        below = next(
            (
                one
                for one in found
                if (one.object_type, one.provider, one.format)
                == (scenario.object_type, scenario.provider, _BESIDE)
            ),
            None,
        )
        if (
            below is None
            or below == scenario
            or not (shared := sorted(mine.keys() & found[below].keys()))
        ):
            continue
        ratios = [mine[amount][0] / found[below][amount][0] for amount in shared]
        typical = exp(fmean(log(ratio) for ratio in ratios))
        over, under = f"{scenario.format} by {scenario.engine}", f"{below.format} by {below.engine}"
        lines.append(
            [
                scenario.object_type,
                scenario.provider,
                over,
                under,
                f"{typical:.2f}",
                f"{min(ratios):.2f} … {max(ratios):.2f}",
            ]
        )
    if not lines:
        return []
    said = (
        "The ratio of two parse times as the page shows them, first over second: the geometric "
        "mean over amounts, and the least and the greatest of one amount."
    )
    head = ["object type", "provider", "first", "second", "ratio", "of amounts"]
    return [Section("formats", "The formats beside JSON", [Text(said), Table(head, lines, 4)])]
