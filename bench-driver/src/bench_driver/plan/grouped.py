"""The plan of a sweep in groups: which contenders in which cells, and of each round the warm-up and the slices; the same for the same seed. Pure."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import product
from typing import Any

from ..errors import UsageError
from ..model.cell import Cell, Contender, SliceTurn
from ..model.records import Turn
from ..model.scenario import Scenario
from .announced import Announced
from .conditions import CONDITIONS
from .filters import Filters, chosen
from .groups import balanced, round_of
from .plan import WARM_UP_CONCURRENCY
from .request import GroupedRequest, Held

#: What a run asks its consumer for, but for where the provider is, which runtime that is, and the engine.
Asked = dict[str, Any]


@dataclass(frozen=True)
class GroupedPlan:
    """Each cell's contenders, the first of which is the baseline; the providers, the groups of a cell in a round, and what holds for every slice."""

    contenders: Mapping[Cell, tuple[Contender, ...]]
    providers: tuple[str, ...]
    groups: int
    seed: int
    held: Held

    def warmups(self, number: int) -> Iterator[tuple[Turn, Asked]]:
        """The runs with which a round begins: providers, then each object type and format by replay, then each cell under its own condition.

        Contenders run side by side, and all are warmed alike.
        """
        dice, held, position = self._dice(number, "warm-up"), self.held, 0
        parsed = dict.fromkeys((cell.object_type, cell.format, who) for cell, those in self.contenders.items() for who in those)
        by_replay = list(parsed)
        dice.shuffle(by_replay)
        own = [(cell, provider, who) for cell, those in self.contenders.items() for provider in self.providers for who in those]
        dice.shuffle(own)
        runs: list[tuple[str, str, str, str, Contender, Asked]] = []
        if held.warmup_provider:
            asked: Asked = {"amount": held.warmup_provider, "concurrency": WARM_UP_CONCURRENCY}
            runs += [("provider-warmup", provider, *what, asked) for provider in self.providers for what in parsed]
        if held.warmup:
            runs += [("warmup", self.providers[0], *what, {"amount": held.warmup, "source": "replay"}) for what in by_replay]
        for cell, provider, who in own:
            asked = {"amount": held.warmup_condition, "warmup": held.warmup_condition, **CONDITIONS[cell.condition]}
            runs.append(("warmup", provider, cell.object_type, cell.format, who, asked))
        for position, (series, provider, object_type, format_name, who, asked) in enumerate(runs, 1):
            scenario = Scenario(who.consumer, provider, object_type, format_name, who.engine or None)
            points = (asked["amount"],) if series == "warmup" else ()
            yield Turn(number, position, scenario, series, None, asked["amount"], points), self._asked(object_type, format_name, asked)

    def slices(self, number: int, amounts: Mapping[Cell, int]) -> Iterator[tuple[SliceTurn, Asked]]:
        """A round's slices in their order, each of its cell's amount; their positions follow the warm-up's."""
        position = sum(1 for _ in self.warmups(number))
        for group in round_of(self.contenders, self.providers, self._dice(number, "groups"), self.groups):
            for place, who in enumerate(group.order):
                position += 1
                turn = SliceTurn(number, position, group.cell, who, group.provider, group.number, place, amounts[group.cell])
                asked = {"amount": turn.amount, "warmup": self.held.warmup_slice, **CONDITIONS[group.cell.condition]}
                yield turn, self._asked(group.cell.object_type, group.cell.format, asked)

    def _asked(self, object_type: str, format_name: str, more: Asked) -> Asked:
        return {"object_type": object_type, "object_format": format_name, "variants": self.held.variants, **more}

    def _dice(self, number: int, what: str) -> random.Random:
        """A round's own dice, so that a later round can be drawn by itself."""
        return random.Random(f"{what} of round {number} of {self.seed}")

    @property
    def facts(self) -> dict[str, Any]:
        """The plan as a store keeps it, whence `planned` makes it again."""
        cells = [{**asdict(cell), "contenders": [asdict(who) for who in those]} for cell, those in self.contenders.items()]
        return {"design": "groups", "groups": self.groups, "providers": list(self.providers), "cells": cells, **asdict(self.held)}


def planned(facts: Mapping[str, Any], seed: int) -> GroupedPlan:
    """The plan that such facts are of."""
    contenders = {cell_of(item): tuple(Contender(**who) for who in item["contenders"]) for item in facts["cells"]}
    held = Held(**{item.name: facts[item.name] for item in fields(Held)})
    return GroupedPlan(contenders, tuple(facts["providers"]), facts["groups"], seed, held)


def cell_of(item: Mapping[str, Any]) -> Cell:
    """The cell that a plain dictionary names, whatever else it says."""
    return Cell(**{part.name: item[part.name] for part in fields(Cell)})


def grouped_plan(request: GroupedRequest, consumers: Mapping[str, Announced], providers: Sequence[str]) -> GroupedPlan:
    """The plan of a request, by what each consumer announces. UsageError where a filter fits nothing, or where the groups cannot be balanced."""
    left = chosen(Filters(request.object_types, request.formats, request.engines), consumers)
    contenders = {}
    for condition, object_type, format_name in product(request.conditions, left.object_types, left.formats):
        those = tuple(Contender(name, engine or "") for name in consumers for engine in left.engines[name, format_name])
        if those:
            balanced(len(those), len(providers), request.groups)
            contenders[Cell(object_type, format_name, condition)] = those
    if not contenders:
        raise UsageError("there is nothing to sweep", why="no condition was named", do=f"name one of {', '.join(CONDITIONS)} with --condition")
    return GroupedPlan(contenders, tuple(providers), request.groups, request.seed, request.held)
