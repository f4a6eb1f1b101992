"""A study's page: what was asked, what they found, what we measure, and what becomes of
each claim.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench_driver.analysis.facts import Facts
from bench_driver.model.scenario import Scenario
from bench_driver.report import words
from bench_driver.report.document import Code, Document, Items, Section, Table, Text
from bench_driver.report.sections.setting import conditions

from . import amounts, ladder
from .answers import Sweeps, answers
from .claims import Study
from .study import Amounts, Ladder, SweepStudy
from .verdicts import Answer, Row

_HEAD = ["over", "under", "they say", "they found", "measured", "verdict"]
_READ = (
    "Measured is the ratio of two times, or of what a row names, the first over the second, over "
    "the rounds of one sweep; all intervals are simultaneous at 95 %. A claim holds where the "
    "whole interval lies 3 % or more on its side of 1, or, where the two are claimed to be equal, "
    "within 3 %. Of several rows the one that speaks most against a claim decides it."
)


_LADDER = (
    "Medians over rounds of {measure}, us; the foot is {foot}, and each ratio one over rounds of "
    "one sweep; all intervals of this table are simultaneous at 95 %. In the kernel: of the CPU "
    "time of the process that parses. What a step makes here it may have made there: that is "
    "plausible, and not proved."
)
_TRIALS = (
    "Their test takes the amounts as trials: Student's t, two-sided, of the whole times and of "
    "the times an object. It asks whether two formats differ, and pools sizes as if they were "
    "repeats. The interval is of the ratio {over} over {under}, over rounds, of the mean over the "
    "same amounts; all are simultaneous at 95 %."
)


def page(study: SweepStudy, measured: Sweeps) -> Document:
    """All of it, with how the sweep that answers its claims was made."""
    facts, found = measured.claims, answers(study, measured)
    beside = f"; what a browser parses, by {_by(measured.browser)}" if measured.browser else ""
    answered = f"{study.by}; answered by {_by(facts)}{beside}"
    sections = [_claims(found), _rows(found)]
    if study.ladder and measured.ladder:
        sections.append(of_ladder(study.ladder, study.condition, measured.ladder))
    if study.amounts and measured.amounts:
        sections.append(of_amounts(study.amounts, measured.amounts))
    return Document(study.title, answered, [*sections, about(study), conditions(facts)])


def _by(facts: Facts) -> str:
    return (
        f"sweep {facts.sweep.id}, planned {facts.sweep.planned_at[:10]}, of {facts.rounds} rounds"
    )


def sentence(one: Answer) -> str:
    """A claim and what becomes of it."""
    why = f" ({one.claim.not_testable})" if one.claim.not_testable else ""
    outside = [_outside(row) for row in one.rows if row.figure_outside]
    by = f", by another factor: {'; '.join(outside)}" if outside and one.verdict == "holds" else ""
    return f"{one.claim.id}: {one.claim.says} {one.verdict.capitalize()}{why}{by}."


def _outside(row: Row) -> str:
    assert row.of.figure is not None and row.decision is not None
    return f"{row.measured} for {row.at}, where they found {row.of.figure:g}"


def _claims(found: Sequence[Answer]) -> Section:
    return Section("claims", "The claims", [Items([sentence(one) for one in found]), Text(_READ)])


def _rows(found: Sequence[Answer]) -> Section:
    return Section("measured", "What is measured", [table(found)])


def table(found: Sequence[Answer], at: str = "object type") -> Table:
    """A row for each object type, or whatever rows are at, of each claim that can be replicated."""
    return Table(["claim", at, *_HEAD], [_line(one, row) for one in found for row in one.rows], 6)


def _line(one: Answer, row: Row) -> list[str]:
    return [
        one.claim.id,
        row.at,
        *row.of.sides,
        row.of.they_say,
        row.of.found or words.DASH,
        row.measured,
        row.verdict,
    ]


def of_ladder(of: Ladder, condition: str, facts: Facts) -> Section:
    """A table for each object type, and in a sentence which step makes most of it."""
    found = ladder.rungs(of, condition, facts)
    said, tables = list[str](), list[Table]()
    for name in of.object_types:
        mine = [one for one in found if one.object_type == name]
        tables.append(
            Table(
                [
                    "what is added",
                    "by",
                    "us",
                    "over the foot",
                    "over the step before",
                    "in the kernel",
                ],
                [_rung(one) for one in mine],
                2,
                name,
            )
        )
        over = [(one.over, one.step.adds) for one in mine if one.over]
        if over:
            ratio, adds = max(over, key=lambda each: each[0].estimate)
            said.append(
                f"{name}: {adds} comes to {words.ratio(ratio)} times the foot, where they found "
                f"{of.figure:g}."
            )
        if holding := [
            adds for ratio, adds in over if ratio.known and not ratio.excludes(of.figure)
        ]:
            said.append(f"{of.figure:g} lies in the interval of {words.listed(holding)}.")
        if most := ladder.largest(found, name):
            said.append(
                "Of the steps that build on one another, the one that adds most is "
                f"{most.step.adds}: {words.ratio(most.before)} times the one before."
            )
    note = (
        f"{_LADDER.format(measure=of.measure, foot=of.under)} Measured by sweep {facts.sweep.id}, "
        f"of {facts.rounds} rounds."
    )
    return Section("ladder", of.says, [Items(said), *tables, Text(note)])


def _rung(one: ladder.Rung) -> list[str]:
    figure = words.DASH if one.figure is None else f"{one.figure / 1e3:,.1f}"
    kernel = words.DASH if one.kernel is None else f"{one.kernel:.0%}"
    return [
        one.step.adds,
        str(one.step.over),
        figure,
        words.ratio(one.over),
        words.ratio(one.before),
        kernel,
    ]


def of_amounts(of: Amounts, facts: Facts) -> Section:
    """What an object takes by how many there are, and the study's own test beside an interval."""
    found = [amounts.crossing(curve) for curve in facts.curves]
    every = sorted({amount for one in found for amount in one.each_ns})
    head = [
        "consumer",
        "provider",
        "object type",
        "format",
        *(f"{amount:,}" for amount in every),
        "each more",
    ]
    lines = [
        [
            *_named(one.scenario),
            one.scenario.format,
            *(_us(one.each_ns.get(amount)) for amount in every),
            _us(one.added_ns),
        ]
        for one in found
    ]
    table = Table(head, lines, 4, "us an object, by how many there are")
    note = (
        f"Medians over {facts.rounds} rounds of sweep {facts.sweep.id}, a run for each amount. "
        "Each more: the slope of the whole time over amounts."
    )
    formats = list(dict.fromkeys(curve.scenario.format for curve in facts.curves))
    blocks: list[Table | Text] = [table, Text(note)]
    if len(formats) == 2:
        over, under = reversed(formats)
        tried = amounts.trials(facts.curves, (over, under), of.trials)
        rows = [
            [*_named(one.scenario), _p(one.p_total), _p(one.p_each), words.ratio(one.ratio)]
            for one in tried
        ]
        title = f"their test of {', '.join(f'{amount:,}' for amount in of.trials)}"
        blocks += [
            Table(
                ["consumer", "provider", "object type", "p, whole", "p, an object", "interval"],
                rows,
                3,
                title,
            )
        ]
        blocks += [Text(_TRIALS.format(over=over, under=under))]
    return Section("amounts", "By amounts, as the study did it", blocks)


def _named(scenario: Scenario) -> list[str]:
    return [scenario.consumer, scenario.provider, scenario.object_type]


def _us(ns: float | None) -> str:
    return words.DASH if ns is None else f"{ns / 1e3:,.2f}"


def _p(value: float | None) -> str:
    return words.DASH if value is None else f"{value:.2g}"


def about(study: Study) -> Section:
    """What it asked, how it was made then, and what is changed."""
    return Section(
        "about",
        "The study",
        [
            Text(study.question),
            Text("Then:"),
            Items(study.then),
            Text("Changed here:"),
            Items(study.changed),
            Code(command(study)),
        ],
    )


def command(study: Study) -> str:
    """What measures it."""
    return f"bench-driver study run {study.name}"
