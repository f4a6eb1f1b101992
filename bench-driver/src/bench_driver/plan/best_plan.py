"""The plan of a sweep of the best engine of each runtime, as an earlier sweep chose it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import UsageError
from ..model.best import BestEngine, Choice
from ..model.cell import Cell, Contender
from .announced import Announced
from .contenders import plan_with
from .groups import balanced
from .plan import Plan
from .request import Request

#: What each consumer announces, as its default contender.
Consumers = Mapping[Contender, Announced]


def best_plan(
    request: Request,
    choice: Choice,
    consumers: Consumers,
    providers: Sequence[str],
    *,
    with_itself: bool = False,
) -> Plan:
    """The plan of a request for the best; `with_itself` as in other plans.

    UsageError where an engine is not announced any more, or where groups cannot be balanced.
    """
    contenders: dict[Cell, tuple[Contender, ...]] = {}
    for one in choice.engines:
        contenders[one.cell] = (*contenders.get(one.cell, ()), _contender(one, choice, consumers))
    for those in contenders.values():
        balanced(len(those), len(providers), request.groups)
    return plan_with(request, contenders, providers, with_itself=with_itself)


def _contender(one: BestEngine, choice: Choice, consumers: Consumers) -> Contender:
    """The contender that the engine is; a default has no name of its own."""
    cell, announced = one.cell, consumers.get(Contender(one.consumer))
    engines = announced.engines if announced else ()
    known = [it for it in engines if it.format == cell.format and cell.checks in it.series]
    if not any(it.name == one.engine and cell.object_type in it.object_types for it in known):
        raise UsageError(
            f"--best-of {choice.sweep} cannot be measured",
            why=f"{one.consumer} does not announce {one.engine} for {cell.objects} any more",
            do="sweep anew with --engine all, and name that sweep",
        )
    return Contender(one.consumer, "" if known[0].name == one.engine else one.engine)
