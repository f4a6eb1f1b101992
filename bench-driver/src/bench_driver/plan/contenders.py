"""The plan of a request: which contenders it puts on which cells, by what consumers announce. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ..errors import UsageError
from ..model.cell import FLOOR, PLUS, Cell, Contender
from ..model.condition import CONDITIONS, CORES, PUSHES, WRITE
from ..model.series import DECODE, ENCODE, PARTIAL, operation_of
from .announced import Announced
from .cores import threads_of, twice
from .filters import Chosen, Filters, chosen
from .grouped import GroupedPlan
from .groups import balanced
from .request import GroupedRequest


def grouped_plan(request: GroupedRequest, consumers: Mapping[str, Announced], providers: Sequence[str], *, with_itself: bool = False) -> GroupedPlan:
    """The plan of a request, by what each consumer announces; `with_itself` where a consumer can have a second process.

    UsageError where a filter fits nothing, or where the groups cannot be balanced.
    """
    left = chosen(Filters(request.object_types, request.formats, request.engines, request.sizes, request.checks, request.changed, request.adding), consumers)
    threads = threads_of(consumers) if CORES in request.conditions else 1
    contenders = {}
    for checks, condition, (object_type, format_name) in _over(request, left):
        kinds = {name: (name, format_name, checks) for name in consumers}
        those = tuple(Contender(name, _engine(left, kind, engine)) for name, kind in kinds.items() for engine in left.of(object_type, *kind))
        those = twice(those) if condition == CORES else those
        if request.floors and operation_of(checks) == DECODE:
            those += tuple(
                Contender(name, floor) for name in dict.fromkeys(who.consumer for who in those) for floor in _floors(consumers[name], name, format_name)
            )
        if those:
            if len(those) < 3:
                balanced(len(those), len(providers), request.groups)
            contenders[Cell(object_type, format_name, condition, operation_of(checks), checks)] = those
    if not contenders:
        raise _nothing(request, left)
    return plan_of(request, contenders, providers, threads, with_itself=with_itself)


def plan_of(
    request: GroupedRequest,
    contenders: Mapping[Cell, tuple[Contender, ...]],
    providers: Sequence[str],
    threads: int = 1,
    *,
    with_itself: bool,
) -> GroupedPlan:
    """The plan of a request whose contenders are known, on each cell."""
    return GroupedPlan(
        contenders,
        tuple(providers),
        request.groups,
        request.seed,
        request.held,
        apart=request.processes != "shared",
        engines_apart=request.processes == "engine" and any(_several(those) for those in contenders.values()),
        threads=threads,
        fewer_beside=True,
        with_itself=with_itself,
    )


def _over(request: GroupedRequest, left: Chosen) -> Iterator[tuple[str, str, tuple[str, str]]]:
    """Each series, condition, and object type as a format; what is written is not fetched, and has one condition of its own; what is pushed is read whole."""
    of = {ENCODE: [WRITE], PARTIAL: [name for name in request.conditions if name not in PUSHES]}
    for checks in request.checks:
        yield from product([checks], of.get(operation_of(checks), request.conditions), left.objects)


def _nothing(request: GroupedRequest, left: Chosen) -> UsageError:
    """Why no cell has a contender."""
    if not request.conditions:
        return UsageError("there is nothing to sweep", why="no condition was named", do=f"name one of {', '.join(CONDITIONS)} with --condition")
    names, known = ", ".join(dict.fromkeys(name for name, _ in left.objects)), ", ".join(sorted(left.excerpted)) or "no type"
    why = f"no engine of the series {', '.join(request.checks)} reads {names}; three fields alone are read of {known}"
    return UsageError("there is nothing to sweep", why=why, do="name another --object-type, or another --operation")


def _floors(announced: Announced, consumer: str, format_name: str) -> list[str]:
    """The floor of a usual consumer in a format, where it has one."""
    return [engine.name for engine in announced.engines if engine.format == format_name and engine.name.startswith(FLOOR) and PLUS not in consumer]


def _several(those: Sequence[Contender]) -> bool:
    """Whether a consumer has more than one engine among contenders."""
    return len({(who.consumer, who.engine) for who in those}) > len({who.consumer for who in those})


def _engine(left: Chosen, kind: tuple[str, str, str], name: str) -> str:
    """An engine as a contender has it."""
    return "" if left.defaults[kind] == name else name
