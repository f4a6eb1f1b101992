"""What a check measures, so that its time holds enough rounds: rounds first, then rows. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bench_driver.model.cell import Cell, Contender
from bench_driver.plan.contenders import plan_with
from bench_driver.plan.estimate import Rates, estimate
from bench_driver.plan.filters import USUAL
from bench_driver.plan.request import Request

#: Rows are left out until the time holds so many rounds: with fewer, intervals of many rows are
#: wider than the margin even where nothing disturbs.
ROUNDS = 8
#: Which object types are measured, and in which formats.
Asked = tuple[Sequence[str], Sequence[str]]


@dataclass(frozen=True)
class CheckPlan:
    """The object types and formats that are measured, what time does not hold, how long a round
    takes by the forecast, and about how many the time holds.
    """

    object_types: Sequence[str]
    formats: Sequence[str]
    left_out: Sequence[str]
    round_s: float
    rounds: int


def check_plan(
    asked: Asked,
    carried: Collection[tuple[str, str]],
    servers: Mapping[str, Sequence[str]],
    rates: Rates,
    budget_s: float,
) -> CheckPlan:
    """The most rows that leave time for `ROUNDS`, the first formats first; where there is nothing
    left to leave out, fewer rounds.

    `carried` are the object types in the formats that carry them, `servers` the setups of each
    consumer that are compared. A time that is too short for a claim is no error: the forecast may
    be of a busier hour, and the sweep goes by the clock.
    """
    for types, formats in _fewer(*asked):
        cells = [(name, form) for name in types for form in formats if (name, form) in carried]
        round_s = _round_s(cells, servers, rates)
        rounds = int(budget_s // round_s)
        if rounds >= ROUNDS:
            break
    left_out = [name for one, kept in zip(asked, (types, formats), strict=True) for name in one
                if name not in kept]  # fmt: skip
    return CheckPlan(types, formats, left_out, round_s, rounds)


def usual(carried: Collection[tuple[str, str]]) -> list[str]:
    """The object types that are measured unless others are asked for."""
    known = {name for name, _ in carried}
    return [name for name in USUAL if name in known]


def _fewer(types: Sequence[str], formats: Sequence[str]) -> Iterator[Asked]:
    """All of them, then fewer formats, then one object type."""
    for count in range(len(formats), 0, -1):
        yield types, formats[:count]
    yield types[-1:], formats[:1]


def _round_s(
    cells: Sequence[tuple[str, str]], servers: Mapping[str, Sequence[str]], rates: Rates
) -> float:
    contenders = tuple(
        Contender(name, setup=setup) for name, setups in servers.items() for setup in setups
    )
    over = {
        Cell(object_type=name, format=form, condition="block"): contenders for name, form in cells
    }
    return estimate(plan_with(Request(), over, list(servers), with_itself=False), 1, rates).seconds
