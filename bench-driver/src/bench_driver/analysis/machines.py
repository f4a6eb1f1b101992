"""One answer over several machines: sweeps of one plan, each judged by itself.

A machine is a level above rounds, and a sample of nothing: where machines disagree, no mean of them
is anybody's machine. So each row has a verdict a machine, and the answer counts verdicts. Pure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import NotComparable, UsageError
from ..model.cell import Cell, Contender
from ..model.reading import planned_contenders
from ..model.records import SweepRecord
from .differences import differences
from .disturbance import Noise
from .headline import BY, Kind, kind
from .phrases import span
from .ratios import Row
from .trust import Trust

#: What machines say of a row together.
Said = Literal["agree", "disagree", "open"]
#: Fewer machines than these are named where they differ from the others.
_NAMED = 5
_ALL = {2: "both"}
_DECIDED: tuple[Kind, ...] = ("slower", "faster", "same")


@dataclass(frozen=True)
class Part:
    """What one machine's sweep says: the rows of its answer, with the noise of each, and what it is
    good for.
    """

    name: str
    sweep: SweepRecord
    rows: Sequence[Row]
    noise: Sequence[Noise]
    trust: Trust
    rounds: int
    one_start: bool


@dataclass(frozen=True)
class Across:
    """A row of the answer on each machine that has it, by the machine's name."""

    #: what was parsed, and who is compared where that is not the same in all rows
    name: str
    rows: Mapping[str, Row]
    noise: Mapping[str, Noise]
    machines: Sequence[str]

    @property
    def first(self) -> Row:
        """The row of the first machine that has it: its contenders are everywhere the same."""
        return next(iter(self.rows.values()))

    @property
    def kinds(self) -> dict[str, Kind]:
        """What may be said on each machine."""
        return {
            name: kind(self.rows[name]) if name in self.rows else "not measured"
            for name in self.machines
        }

    @property
    def said(self) -> Said:
        """Whether machines have different verdicts; `open` where they have not, and not all have
        one.
        """
        decided = [found for found in self.kinds.values() if found in _DECIDED]
        if len(set(decided)) > 1:
            return "disagree"
        return "agree" if decided and len(decided) == len(self.machines) else "open"

    @property
    def sentence(self) -> str:
        """How many machines have which verdict, the most frequent first, and which those are that
        differ; no figure is a mean over machines.
        """
        kinds, of = self.kinds, len(self.machines)
        found = Counter(kinds.values()).most_common()
        parts = []
        for place, (name, count) in enumerate(found):
            whose = [machine for machine in self.machines if kinds[machine] == name]
            on = (
                _ALL.get(of, f"all {of}")
                if count == of
                else f"{count} of {of}"
                if not place
                else str(count)
            )
            named = f" ({', '.join(whose)})" if count < min(of, _NAMED) and len(found) > 1 else ""
            parts.append(f"{self._words(name, whose)} on {on}{' machines' * (not place)}{named}")
        return "; ".join(parts)

    def _words(self, name: Kind, whose: Sequence[str]) -> str:
        if name in ("slower", "faster"):
            ratios = [
                one.decision.ratio.estimate
                for one in (self.rows[machine] for machine in whose)
                if one.decision
            ]
            times = ratios if name == "slower" else [1 / ratio for ratio in ratios]
            return (
                f"{self.first.sides[name == 'faster']} faster by {BY} or more, {span(times)} times,"
            )
        return f"the same within {BY}" if name == "same" else name


def parts_of(known: Sequence[SweepRecord], sweep: SweepRecord) -> list[SweepRecord]:
    """The parts of the sweep of several machines that a sweep is of; itself where it is of none."""
    return [one for one in known if one.cluster and one.cluster == sweep.cluster] or [sweep]


def names_of(sweeps: Sequence[SweepRecord]) -> list[str]:
    """What each sweep's machine is called: as its sweep of several machines has it, or by its
    label where no other sweep has that, else by its id.
    """
    labels = Counter(one.label for one in sweeps)
    machines = Counter(one.machine for one in sweeps)
    return [
        one.machine
        if one.machine and machines[one.machine] == 1
        else one.label
        if one.label and labels[one.label] == 1
        else one.id
        for one in sweeps
    ]


def refuse_others(sweeps: Sequence[SweepRecord]) -> None:
    """NotComparable where the sweeps are not of one plan; UsageError where there are not two."""
    if len({one.id for one in sweeps}) < 2:
        why = f"there is one sweep, {sweeps[0].id}"
        do = "name two or more sweeps of one plan, or one of several machines"
        raise UsageError("there are no machines to compare", why=why, do=do)
    first, *others = sweeps
    for one in others:
        if differ := differences(_plan(first), _plan(one)):
            more = f", and {len(differ) - 3} more" if len(differ) > 3 else ""
            raise NotComparable(
                f"{first.id} and {one.id} are not of one plan",
                why=f"these differ: {'; '.join(differ[:3])}{more}",
                do="sweep each machine by the same command, with the same builds",
            )


def _plan(sweep: SweepRecord) -> dict[str, Any]:
    """What machines must have in common: what is asked, of which libraries. Rounds may differ, and
    so may threads, where a machine has more CPUs.
    """
    held = sweep.conditions.items()
    servers = sweep.about.get("servers", {}).items()
    started = sweep.about.get("setup", {})
    return {
        "preset": sweep.preset,
        "stack": sweep.about.get("stack"),
        "jvm_flags": started.get("jvm_flags"),
        "setups": started.get("setups"),
        "conditions": {name: value for name, value in held if name not in ("rounds", "threads")},
        "contenders": {
            cell.in_series: ", ".join(map(str, those))
            for cell, those in planned_contenders(sweep).items()
        },
        "libraries": {name: _libraries(said) for name, said in servers},
    }


def _libraries(said: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What its engines are of. A parser of the JDK has the version of the JDK, and that is the
    machine's.
    """
    own = re.split("[ +]", str(said.get("runtime_version")))
    known = [(one.get("name"), one.get("version")) for one in said.get("engines") or []]
    return [{"name": name, "version": "" if of in own else of} for name, of in known]


def across(parts: Sequence[Part]) -> list[Across]:
    """Each row of the answer with what every machine says, in the order of the first machine."""
    names = [one.name for one in parts]
    rows: dict[tuple[Cell, Contender, Contender], dict[str, tuple[Row, Noise]]] = {}
    for one in parts:
        for row, noise in zip(one.rows, one.noise, strict=True):
            rows.setdefault((row.cell, row.baseline, row.other), {})[one.name] = row, noise
    several = len({(baseline, other) for _, baseline, other in rows}) > 1
    return [
        Across(
            f"{cell.in_series}{f', {other} / {baseline}' if several else ''}",
            {name: row for name, (row, _) in found.items()},
            {name: noise for name, (_, noise) in found.items()},
            names,
        )
        for (cell, baseline, other), found in rows.items()
    ]


def headline(rows: Sequence[Across]) -> str:
    """In how many rows the machines agree, and where they do not."""
    if not rows:
        return "Nothing was measured on any machine."
    of, every = len(rows), f"{len(rows[0].machines)} machines"
    names = {
        said: [one.name for one in rows if one.said == said]
        for said in ("agree", "disagree", "open")
    }
    told = {
        "agree": "agree in {}",
        "disagree": "disagree in {}",
        "open": "leave {} undecided",
    }
    parts = [
        words.format(f"{len(names[said])} of {of} rows" if len(names[said]) < of else _all(of))
        + (f" ({', '.join(_each(names[said]))})" if said != "agree" and of > 1 else "")
        for said, words in told.items()
        if names[said]
    ]
    return f"{every} {'; '.join(parts)}."


def _all(rows: int) -> str:
    return f"all {rows} rows" if rows > 1 else "the one row"


def _each(names: Iterable[str]) -> Iterator[str]:
    every = list(names)
    yield from every[:_NAMED]
    if len(every) > _NAMED:
        yield f"and {len(every) - _NAMED} more"
