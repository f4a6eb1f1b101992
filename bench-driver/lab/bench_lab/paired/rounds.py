"""A round of paired comparisons: how its groups are made, how it is kept, and all of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from bench_driver.measure.kept import Form
from bench_driver.model.cell import Contender, Slice, Turn
from bench_driver.stats.pairs import Group

from .rows import Parsed, contender, contenders
from .servers import PROVIDER

_Item = TypeVar("_Item")
#: Makes a slice of as many objects, and gives its answer, unchanged.
Make = Callable[[int], Mapping[str, Any]]
#: How many objects a slice has, by comparison and what is parsed.
Amounts = dict[tuple[str, Parsed], int]


@dataclass
class Round:
    """The groups of each comparison by what is parsed, and what else a row has."""

    groups: dict[str, dict[Parsed, list[Group]]] = field(default_factory=dict)
    notes: dict[Parsed, list[float]] = field(default_factory=dict)

    def __or__(self, other: Round) -> Round:
        return Round(self.groups | other.groups, self.notes | other.notes)


def sequence(
    of: Sequence[_Item], groups: int, dice: random.Random
) -> list[tuple[_Item, tuple[int, int]]]:
    """`groups` groups of each item in one random sequence, each with the order of its slices.

    Either contender comes first in half of an item's groups, as nearly as their number allows.
    """
    result = []
    for item in of:
        first = dice.randrange(2)
        orders = [(0, 1), (1, 0)]
        result += [(item, orders[(first + number) % 2]) for number in range(groups)]
    dice.shuffle(result)
    return result


def groups(
    makers: Mapping[Parsed, tuple[Make, Make]],
    names: tuple[str, str],
    number: int,
    amounts: Mapping[Parsed, int],
    order: Sequence[tuple[Parsed, tuple[int, int]]],
) -> dict[Parsed, list[Group]]:
    """The groups of a round: a slice of each contender back to back, in this order."""
    result: dict[Parsed, list[Group]] = {parsed: [] for parsed in makers}
    who = contenders(names)
    for parsed, sides in order:
        group, amount = {}, amounts[parsed]
        for place, side in enumerate(sides):
            answer, count = makers[parsed][side](amount), len(result[parsed]) + 1
            group[who[side]] = sliced(answer, parsed, who[side], number, count, place, amount)
        result[parsed].append(group)
    return result


def sliced(
    answer: Mapping[str, Any],
    parsed: Parsed,
    who: Contender,
    number: int,
    group: int,
    place: int,
    amount: int,
) -> Slice:
    """The slice of a group of a round, by the answer of a service or a loop."""
    turn = Turn(
        round=number,
        series="slice",
        cell=parsed.cell,
        contender=who,
        provider=PROVIDER,
        amount=amount,
        group=group,
        place=place,
    )
    return Slice.told(turn, answer)


def gathered(rounds: Mapping[int, Round]) -> dict[str, dict[Parsed, dict[int, list[Group]]]]:
    """The groups of all rounds, by comparison, what is parsed and round."""
    by_name: dict[str, dict[Parsed, dict[int, list[Group]]]] = {}
    for number, one in rounds.items():
        for name, rows in one.groups.items():
            for parsed, each in rows.items():
                by_name.setdefault(name, {}).setdefault(parsed, {})[number] = each
    return by_name


def sizes(rounds: Mapping[int, Round]) -> Amounts:
    """How many objects the slices of these rounds have."""
    return {
        (name, parsed): slice.amount
        for one in rounds.values()
        for name, rows in one.groups.items()
        for parsed, each in rows.items()
        for group in each
        for slice in group.values()
    }


def kept(parsed: Parsed, **of: Any) -> dict[str, Any]:
    """What is parsed, with more, as JSON."""
    return {**asdict(parsed), **of}


def parsed_of(line: Mapping[str, Any]) -> Parsed:
    """What is parsed, out of a line of JSON."""
    return Parsed(*(line[name] for name in Parsed.__dataclass_fields__))


def _told(one: Round) -> dict[str, Any]:
    groups = {
        name: [
            kept(parsed, groups=[{who.consumer: _slice(s) for who, s in g.items()} for g in each])
            for parsed, each in rows.items()
        ]
        for name, rows in one.groups.items()
    }
    return {"groups": groups, "notes": [kept(each, of=of) for each, of in one.notes.items()]}


def _slice(one: Slice) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name not in _KNOWN}


_KNOWN = ("cell", "contender")


def _taken(line: Mapping[str, Any]) -> Round:
    result = Round(notes={parsed_of(each): each["of"] for each in line["notes"]})
    for name, rows in line["groups"].items():
        result.groups[name] = {}
        for row in rows:
            parsed = parsed_of(row)
            result.groups[name][parsed] = [
                {(who := contender(side)): _slice_of(parsed, who, one) for side, one in g.items()}
                for g in row["groups"]
            ]
    return result


def _slice_of(parsed: Parsed, who: Contender, line: Mapping[str, Any]) -> Slice:
    return Slice(parsed.cell, who, **{**line, "blocks": tuple(map(tuple, line["blocks"]))})


FORM = Form(_told, _taken)
