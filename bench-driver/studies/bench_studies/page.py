"""A study's page: what was asked, what they found, what we measure, and what becomes of each claim."""

from __future__ import annotations

from collections.abc import Sequence

from bench_driver.analysis.grouped.facts import GroupedFacts
from bench_driver.report import words
from bench_driver.report.document import Code, Document, Items, Section, Table, Text
from bench_driver.report.grouped.conditions import conditions

from .answers import Answer, Row
from .study import Bytes, Ratio, Study

_HEAD = ["claim", "object type", "over", "under", "they say", "they found", "measured", "verdict"]
_CLAIMED = {"greater": "greater than 1", "less": "less than 1", "equal": "1"}
_READ = (
    "Measured is the ratio of two times, or of what a row names, the first over the second, over the rounds of one sweep; all intervals hold together with "
    "95 %. A claim holds where "
    "the whole interval lies 3 % or more on its side of 1, or, where the two are claimed to be equal, within 3 %. Of several rows the one that speaks most "
    "against a claim decides it."
)


def page(study: Study, found: Sequence[Answer], facts: GroupedFacts) -> Document:
    """All of it, with how the sweep that answers it was made."""
    answered = f"{study.by}; answered by sweep {facts.sweep.id}, planned {facts.sweep.planned_at[:10]}, of {facts.rounds} rounds"
    return Document(study.title, answered, [_claims(found), _rows(found), _about(study), conditions(facts)])


def sentence(one: Answer) -> str:
    """A claim and what becomes of it."""
    why = f" ({one.claim.not_testable})" if one.claim.not_testable else ""
    outside = [_outside(row) for row in one.rows if row.figure_outside]
    by = f", by another factor: {'; '.join(outside)}" if outside and one.verdict == "holds" else ""
    return f"{one.claim.id}: {one.claim.says} {one.verdict.capitalize()}{why}{by}."


def _outside(row: Row) -> str:
    assert isinstance(row.of, Ratio) and row.of.figure is not None and row.decision is not None
    return f"{words.ratio(row.decision.ratio)} for {row.object_type}, where they found {row.of.figure:g}"


def _claims(found: Sequence[Answer]) -> Section:
    return Section("claims", "The claims", [Items([sentence(one) for one in found]), Text(_READ)])


def _rows(found: Sequence[Answer]) -> Section:
    return Section("measured", "What is measured", [table(found)])


def table(found: Sequence[Answer]) -> Table:
    """A row for each object type of each claim that can be asked."""
    return Table(_HEAD, [_line(one, row) for one in found for row in one.rows], 6)


def _line(one: Answer, row: Row) -> list[str]:
    sides = [f"{name} bytes" for name in (row.of.over, row.of.under)] if isinstance(row.of, Bytes) else [row.of.named(row.of.over), row.of.named(row.of.under)]
    measured = words.ratio(row.decision.ratio) if row.decision else f"{row.exact:.3f}" if row.exact else words.DASH
    return [one.claim.id, row.object_type, *sides, _CLAIMED[row.of.claimed], row.of.found or words.DASH, measured, row.verdict]


def _about(study: Study) -> Section:
    return Section(
        "about", "The study", [Text(study.question), Text("Then:"), Items(study.then), Text("Changed here:"), Items(study.changed), Code(command(study))]
    )


def command(study: Study) -> str:
    """What measures it."""
    return f"bench-driver study run {study.name}"
