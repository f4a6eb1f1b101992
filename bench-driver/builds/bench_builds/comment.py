"""A check as a comment of a pull request, in Markdown.

Names of branches, what a compiler says and what servers call themselves are somebody else's: they
are shown as code, or escaped. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from operator import itemgetter
from statistics import median

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.headline import BY, only
from bench_driver.analysis.ratios import Row
from bench_driver.model.published import printable
from bench_driver.report import words
from bench_driver.report.markdown import code, fenced, line, table
from bench_driver.stats.decision import MARGIN, MOST_ROUNDS

from .change import Change
from .check_plan import CheckPlan
from .sides import Sides, verdict

#: By which the comment is found again.
MARK = "<!-- bench-driver check -->"
_HEAD = ("server", "object type", "format", "engine", "before ns", "after ns", "after / before",
         "noise", "verdict")  # fmt: skip
#: What rounds take more than they took before, so that a budget surely holds them.
_SPARE = 1.1


@dataclass(frozen=True)
class Asked:
    """What was asked for: which revisions, by their names, and for how long."""

    change: Change
    against: str
    revision: str
    minutes: float
    #: options of `sweep`, as a shell reads them, and whether some say which rows
    more: str = ""
    names_rows: bool = False

    def command(self, more: str = "", minutes: float = 0) -> str:
        """The same again, whatever the names are of by then; with `more` options."""
        given = f"{self.more}{more} --minutes {minutes or self.minutes:g}"
        commits = f"--against {self.change.base} --commit {self.change.head}"
        return f"bench-driver check {commits}{given}"


def untouched(asked: Asked) -> str:
    """Where no server differs."""
    lead = f"**Not slower** than {_name(asked.against)}: both commits have the same servers, so "
    return _comment([f"{lead}nothing was built or measured.", _items([_commits(asked)])])


def unbuilt(asked: Asked, server: str, side: str, lines: Sequence[str]) -> str:
    """Where a side does not build: `lines` of the compiler's."""
    lead = f"**Not comparable** with {_name(asked.against)}: {server} does not build at {side}."
    said = fenced("\n".join(lines), "text")
    return _comment([lead, "What the compiler said:", said, _items([_commits(asked)])])


def measured(asked: Asked, plan: CheckPlan, facts: Facts, found: Sides) -> str:
    """Where both sides were measured."""
    lines = [
        [
            row.baseline.consumer,
            row.cell.object_name,
            row.cell.format,
            _engine(facts, row),
            words.ns(row.baseline_ns),
            words.ns(row.other_ns),
            words.close(row.decision.ratio if row.decision else None),
            facts.noise(row),
            verdict(row),
        ]
        for row in found.rows
    ]
    parts = [
        _lead(asked, found),
        *([table(_HEAD, lines, text_columns=4)] if lines else []),
        f"{found.could_show} Intervals are simultaneous for each server, at 95 %.",
        *([_items(list(map(line, found.lacking)))] if found.lacking else []),
        *([_deciding(asked, plan, facts, found)] if found.undecided else []),
        _items([_commits(asked), _machine(facts), *_left_out(asked, plan),
                f"Run again: {code(asked.command())}"]),
    ]  # fmt: skip
    return _comment(parts)


def _lead(asked: Asked, found: Sides) -> str:
    many, against = len(found.rows), _name(asked.against)
    rows = f"{many} row{'' if many == 1 else 's'}"
    if found.word == "slower":
        ratio, worst = max(
            ((row.decision.ratio.estimate, row) for row in found.slower if row.decision),
            key=itemgetter(0),
        )
        of = f"{worst.cell.object_name} as {worst.cell.format} in {worst.baseline.consumer}"
        lead = f"**Slower** than {against} by {BY} or more in {len(found.slower)} of {rows}"
        return f"{lead}; the most, {ratio:.2f} times as long: {line(of)}."
    if found.word == "undecided":
        open_ = len(found.undecided)
        lead = f"**Undecided** against {against}: nothing slower was found, but"
        what = f"{open_} of {rows} cannot be judged" if open_ else "not all was measured with both"
        return f"{lead} {what}."
    if found.word == "not comparable":
        return f"**Not comparable** with {against}: nothing was measured with both commits."
    which = f"any of {rows}" if many > 1 else "the one row"
    return f"**Not slower** than {against} by {BY} or more in {which}."


def _deciding(asked: Asked, plan: CheckPlan, facts: Facts, found: Sides) -> str:
    """What would decide the open rows."""
    rounds = found.rounds_wanted
    if rounds is None:
        why = f"at this noise {MOST_ROUNDS} rounds would not, or a ratio is too near {1 + MARGIN}"
        return f"What would decide it: a quieter machine; {why}."
    took = _seconds(facts) or [plan.round_s]
    open_ = found.rows if asked.names_rows else found.undecided
    part = len({row.cell for row in open_}) / len({row.cell for row in found.rows})
    minutes = ceil(_SPARE * rounds * part * median(took) / 60)
    again = code(asked.command("" if asked.names_rows else only(open_), minutes))
    more = f"{rounds} rounds or so in place of {len(took)}, some {minutes} min"
    return f"What would decide it: {more}: {again}"


def _commits(asked: Asked) -> str:
    base, head = code(asked.change.base[:12]), code(asked.change.head[:12])
    branch = "the branch" if asked.revision == "HEAD" else _name(asked.revision)
    names = f"where {branch} left {_name(asked.against)}"
    return f"Before: {base}, {names}. After: {head}"


def _machine(facts: Facts) -> str:
    about = facts.sweep.about
    machine = about.get("machine", {})
    count = facts.sweep.conditions.get("rounds")
    rounds = f"{count} round{'' if count == 1 else 's'} of fresh processes"
    minutes = f" in {sum(_seconds(facts)) / 60:.0f} min"
    cores = f"{machine.get('cpu', 'unknown')}, {machine.get('cores', '?')} cores"
    return line(f"Machine: {cores}; {rounds}{minutes}, {facts.sweep.planned_at[:10]}")


def _left_out(asked: Asked, plan: CheckPlan) -> list[str]:
    same = asked.change.same
    lines = [f"Not measured: {words.listed(same)}, the same in both commits"] if same else []
    if plan.left_out:
        names = words.listed(plan.left_out)
        lines.append(f"Not measured: {names}, for which {asked.minutes:g} minutes are too short")
    return list(map(line, lines))


def _seconds(facts: Facts) -> list[float]:
    """How long each round took."""
    return list(((facts.sweep.about.get("stopping") or {}).get("seconds") or {}).values())


def _engine(facts: Facts, row: Row) -> str:
    before, after = (facts.engine(row.cell, who) for who in (row.baseline, row.other))
    return after if before == after else f"{before} → {after}"


def _name(revision: str) -> str:
    return code(revision)


def _items(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _comment(parts: Sequence[str]) -> str:
    return "\n".join(map(printable, "\n\n".join([*parts, MARK]).split("\n")))
