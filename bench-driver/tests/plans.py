"""A plan's rounds as tests look at them: every run of a warm-up, and every slice, with what it asks
for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench_driver.model.cell import Cell, Contender
from bench_driver.plan import contenders
from bench_driver.plan.announced import Announced
from bench_driver.plan.plan import Plan, Planned, WarmUp
from bench_driver.plan.request import Request


def warmups(plan: Plan, number: int, runs: WarmUp | None = None) -> list[Planned]:
    return [one for part in plan.parts(number) for one in plan.warm_up(number, part, runs)]


def slices(plan: Plan, number: int, amounts: Mapping[Cell, int]) -> list[Planned]:
    groups = [
        group for part in plan.parts(number) for group in plan.part_groups(number, part, amounts)
    ]
    return [one for group in groups for one in group]


def who(server: str) -> Contender:
    """The consumer that a server's name says."""
    consumer, _, setup = server.partition("+")
    return Contender(consumer, setup=setup)


def of_contenders(named: Mapping[str, Announced]) -> dict[Contender, Announced]:
    """What each consumer announces, by the consumer."""
    return {who(name): said for name, said in named.items()}


def plan_of(
    request: Request, named: Mapping[str, Announced], providers: Sequence[str], **more: bool
) -> Plan:
    """The plan of a request, by what the servers of these names announce."""
    return contenders.plan_of(request, of_contenders(named), providers, **more)
