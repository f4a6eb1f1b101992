"""The plan of a request: which contenders it puts on which cells, by what consumers announce.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from ..errors import UsageError
from ..model.cell import FLOOR, Cell, Contender
from ..model.condition import CODED, CONDITIONS, CORES, PUSHES, WRITE
from ..model.series import DECODE, ENCODE, PARTIAL, operation_of
from .amounts import choose
from .announced import Announced
from .filters import Chosen, Filters, Kind, Objects, chosen
from .groups import balanced
from .plan import Plan
from .request import Request
from .threads import threads_of, twice


def plan_of(
    request: Request,
    consumers: Mapping[Contender, Announced],
    providers: Sequence[str],
    *,
    with_itself: bool = False,
) -> Plan:
    """The plan of a request, by what each consumer announces in each setup; `with_itself` where a
    consumer can have a second process.

    UsageError where a filter fits nothing, or where the groups cannot be balanced.
    """
    left = chosen(
        Filters(
            request.object_types,
            request.formats,
            request.engines,
            request.sizes,
            request.checks,
            request.changed,
            request.touched,
            request.adding,
        ),
        consumers,
    )
    threads = threads_of(consumers) if CORES in request.conditions else 1
    codings = _codings(request.codings, consumers)
    contenders = {}
    for checks, condition, (objects, format_name) in _over(request, left):
        those = tuple(
            replace(who, engine=_engine(left, (who, format_name, checks), engine))
            for who in consumers
            for engine in left.of(objects.object_type, who, format_name, checks)
        )
        those = twice(those) if condition == CORES else those
        if request.floors and operation_of(checks) == DECODE:
            those += tuple(
                replace(who, engine=floor, role=FLOOR)
                for who in consumers
                if not who.setup and any(one.consumer == who.consumer for one in those)
                for floor in _floors(consumers[who], format_name)
            )
        if those:
            if len(those) < 3:
                balanced(len(those), len(providers), request.groups)
            cell = Cell(
                object_type=objects.object_type,
                size=objects.size,
                format=format_name,
                condition=condition,
                operation=operation_of(checks),
                checks=checks,
            )
            contenders[cell] = those
            contenders.update(_coded(cell, those, consumers, codings))
    if not contenders:
        raise _nothing(request, left)
    if codings and not any(cell.coding for cell in contenders):
        why = f"only whole objects under {', '.join(CODED)} are measured compressed"
        do = "leave it out, or add --condition block"
        raise UsageError("--coding fits nothing", why=why, do=do)
    return plan_with(request, contenders, providers, threads, with_itself=with_itself)


def plan_with(
    request: Request,
    contenders: Mapping[Cell, tuple[Contender, ...]],
    providers: Sequence[str],
    threads: int = 1,
    *,
    with_itself: bool,
) -> Plan:
    """The plan of a request whose contenders are known, on each cell."""
    return Plan(
        contenders,
        tuple(providers),
        request.groups,
        request.seed,
        request.held,
        apart=request.processes != "shared",
        engines_apart=request.processes == "engine"
        and any(_several(those) for those in contenders.values()),
        threads=threads,
        fewer_beside=True,
        with_itself=with_itself,
    )


def _over(request: Request, left: Chosen) -> Iterator[tuple[str, str, tuple[Objects, str]]]:
    """Each series, condition, and object type as a format; what is written is not fetched, and has
    one condition of its own; what is pushed is read whole.
    """
    of = {ENCODE: [WRITE], PARTIAL: [name for name in request.conditions if name not in PUSHES]}
    for checks in request.checks:
        yield from product([checks], of.get(operation_of(checks), request.conditions), left.objects)


def _codings(asked: Sequence[str], consumers: Mapping[Contender, Announced]) -> Sequence[str]:
    """Those that are asked for, among what any consumer decodes; UsageError on one that none
    does.
    """
    if not asked:
        return ()
    known = list(dict.fromkeys(name for said in consumers.values() for name in said.decodes))
    if not known:
        raise UsageError(
            "--coding fits nothing",
            why="these consumers announce no content coding",
            do="leave it out, or build the servers anew",
        )
    return choose(() if "all" in asked else asked, known, "--coding")


def _coded(
    cell: Cell,
    those: Sequence[Contender],
    consumers: Mapping[Contender, Announced],
    codings: Sequence[str],
) -> Iterator[tuple[Cell, tuple[Contender, ...]]]:
    """The cells of a cell's bodies in each coding, for those of its contenders that decode it."""
    if cell.condition not in CODED or cell.operation != DECODE:
        return
    whose = {(who.consumer, who.setup): said for who, said in consumers.items()}
    for coding in codings:
        able = tuple(
            who
            for who in those
            if not who.floor and coding in whose[who.consumer, who.setup].decodes
        )
        if able:
            yield replace(cell, coding=coding), able


def _nothing(request: Request, left: Chosen) -> UsageError:
    """Why no cell has a contender."""
    if not request.conditions:
        return UsageError(
            "there is nothing to sweep",
            why="no condition was named",
            do=f"name one of {', '.join(CONDITIONS)} with --condition",
        )
    names, known = (
        ", ".join(dict.fromkeys(objects.name for objects, _ in left.objects)),
        ", ".join(sorted(left.excerpted)) or "no type",
    )
    why = (
        f"no engine of the series {', '.join(request.checks)} reads {names}; three fields alone "
        f"are read of {known}"
    )
    return UsageError(
        "there is nothing to sweep",
        why=why,
        do="name another --object-type, or another --operation",
    )


def _floors(announced: Announced, format_name: str) -> list[str]:
    """The floor of a consumer in a format, where it has one."""
    name = f"floor-{format_name.lower()}"
    known = (engine.name for engine in announced.engines if engine.format == format_name)
    return [one for one in known if one == name]


def _several(those: Sequence[Contender]) -> bool:
    """Whether a consumer has more than one engine among contenders."""
    return len({(who.server, who.engine) for who in those}) > len({who.server for who in those})


def _engine(left: Chosen, kind: Kind, name: str) -> str:
    """An engine as a contender has it."""
    return "" if left.defaults[kind] == name else name
