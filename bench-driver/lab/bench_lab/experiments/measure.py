"""A whole round of the experiments with what they need to know of the bodies, and how it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench_driver.measure.kept import Form

from ..paired import gathered
from ..paired.gathered import Found
from .bodies import first_over_median
from .round import Amounts, Rounds
from .variants import VARIANTS

#: The one body's length over the median, by object type and format.
Lengths = dict[tuple[str, str], float]


@dataclass(frozen=True)
class Whole:
    """Each experiment's groups by what is parsed; the lengths, where one of them asks for these."""

    groups: Found = field(default_factory=dict)
    lengths: Lengths = field(default_factory=dict)


def sizes(rounds: Iterable[Whole]) -> tuple[Amounts, Lengths]:
    """What rounds that were made tell of those to come: how many objects a slice has, and the lengths."""
    amounts: Amounts = {}
    lengths: Lengths = {}
    for whole in rounds:
        lengths |= whole.lengths
        for name, rows in whole.groups.items():
            amounts |= {(name, parsed): one.amount for parsed, groups in rows.items() for group in groups for one in group.values()}
    return amounts, lengths


@dataclass
class Making:
    """Makes whole rounds: one part after the other. Bodies are asked for once, where `lengths` do not tell of them."""

    parts: Sequence[Rounds]
    lengths: Lengths = field(default_factory=dict)

    def make(self, number: int) -> Whole:
        """A round. SetupError, StackError, ServerError, RunFailed."""
        groups: Found = {}
        for part in self.parts:
            with part.ready(number) as servers:
                if VARIANTS in part.experiments and not self.lengths:
                    kinds = dict.fromkeys((parsed.object_type, parsed.format) for parsed in part.parsed)
                    self.lengths.update({kind: first_over_median(servers.provider_url, *kind) for kind in kinds})
                groups |= part.measure(number, servers.run)
        return Whole(groups, dict(self.lengths))


def _told(whole: Whole) -> dict[str, Any]:
    return {"groups": gathered.told(whole.groups), "lengths": [[*kind, length] for kind, length in whole.lengths.items()]}


def _taken(said: Mapping[str, Any]) -> Whole:
    return Whole(gathered.taken(said["groups"]), {(object_type, name): length for object_type, name, length in said["lengths"]})


FORM = Form(_told, _taken)
