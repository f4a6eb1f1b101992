"""Every engine by its rank, each runtime's formats, and how much the library matters against
language and format.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...analysis.excerpts import Reading
from ...analysis.facts import Facts
from ...analysis.ranking import Ranked, Spread, formats, mean_of, ranking, spread
from ...model.cell import Cell, Contender
from ...model.series import USUAL
from .. import charts, palette, words
from ..document import Block, Chart, Charts, Section, Table, Text
from .answer import unit_of
from .columns import CELL, cell_of, of_each
from .libraries import library, of_cells, runtimes

_TITLE = "Engines ranked"
_SAID = (
    "Two engines share a rank unless the interval of their ratio lies 3 % or more above 1. "
    "Intervals of a series are simultaneous at 95 %. MB/s: million bytes of bodies a second. Over "
    "its floor: over what building the object takes in the same runtime, without a parse. Floors "
    "and passes are never ranked."
)
_TOGETHER = "Engines of a runtime parse in one process here, and may cost each other some per cent."
_OF_SPREAD = (
    "The spread of the logarithms of times, split by the law of total variance: between formats, "
    "between runtimes of a format, and between the libraries of a runtime and format, each "
    "with the same weight as the others of its kind. Typically: by what factor a choice differs "
    "from the mean of its kind."
)
_INTERVALS = "95 % intervals, simultaneous in a series"
_PARTS = ("format", "runtime", "library")
_WHAT = ("formats", "runtimes of the same format", "libraries of the same runtime and format")
#: The contenders of each cell of a series, by their ranks.
_Ranking = Mapping[Cell, Sequence[Ranked]]


def ranked(facts: Facts) -> Section | None:
    """A sentence, a picture and a table a cell, the formats of each runtime, and what the spread is
    made of.
    """
    found = {} if facts.on_all_cores else {one.title: ranking(one) for one in facts.series}
    if not any(found.values()):
        return None
    series = [(one, found[one.title]) for one in facts.series if found[one.title]]
    spreads = {one.title: _spreads(one, mine) for one, mine in series}
    blocks: list[Block] = [
        Text(f"{title}: {sentence(mean_of(list(those.values())))}")
        for title, those in spreads.items()
        if those
    ]
    blocks += [
        Charts(
            [
                chart
                for one, mine in series
                for chart in [*_pictures(one, mine), *_split(one, spreads[one.title])]
            ]
        )
    ]
    together = [Text(_TOGETHER)] if _together(facts) else []
    made = {
        one.title: [_places(one, mine), _formats(one, mine), *_table(spreads[one.title])]
        for one, mine in series
    }
    what = [Text(_OF_SPREAD)] if any(spreads.values()) else []
    return Section(
        "engines",
        _TITLE,
        [
            *blocks,
            Text(_SAID),
            *together,
            *of_each(facts, lambda one: made.get(one.title, [])),
            *what,
        ],
    )


def _together(facts: Facts) -> bool:
    """Whether several engines of a consumer parse in one process of it."""
    those = [[who.server for who in them] for them in facts.contenders.values()]
    return not facts.sweep.conditions.get("engines_apart") and any(
        len(set(them)) < len(them) for them in those
    )


def sentence(of: Spread) -> str:
    """How much the library matters, against the language, against the format."""
    parts = [
        f"{100 * share:.0f} % between {what} (typically a factor of {factor:.2f})"
        for what, share, factor in zip(_WHAT, of.shares, of.factors, strict=True)
    ]
    return f"of the spread of times there lies {words.listed(parts)}."


def named(facts: Facts, one: Ranked | Reading) -> str:
    """A contender with the name of its engine, also where that is a default."""
    return (
        str(one.contender)
        if one.contender.engine
        else f"{one.contender} {facts.engine_name(one.cell, one.contender)}".rstrip()
    )


def _spreads(facts: Facts, found: _Ranking) -> dict[str, Spread]:
    """By object type; of one that is ranked in a single format there is nothing to weigh formats
    against.
    """
    of_type: dict[str, list[Cell]] = {}
    for cell in found:
        of_type.setdefault(cell.object_name, []).append(cell)
    return {name: spread(facts, cells) for name, cells in of_type.items() if len(cells) > 1}


def _places(facts: Facts, found: _Ranking) -> Table:
    floors = any(one.over_floor for those in found.values() for one in those)
    lines = [
        [
            *cell_of(cell),
            str(one.rank),
            named(facts, one),
            words.ns(one.time_ns),
            words.ratio(one.over_first) if one.over_first else "1",
            *([words.ratio(one.over_floor)] if floors else []),
            words.number(one.mb_s, 0),
            words.ns(one.allocated_bytes),
            facts.engine(cell, one.contender) or "unknown",
        ]
        for cell, those in found.items()
        for one in those
    ]
    head = [
        *CELL,
        "rank",
        "engine",
        unit_of(facts.conditions[0]),
        "over the first",
        *(["over its floor"] if floors else []),
        "MB/s",
        "bytes allocated",
        "libraries",
    ]
    return Table(head, lines, len(CELL) + 2, _TITLE)


def _formats(facts: Facts, found: _Ranking) -> Table:
    lines = [
        [
            object_type,
            consumer,
            one.best.cell.format,
            named(facts, one.best),
            words.ns(one.time_ns),
            words.ratio(one.over_first) if one.over_first else "1",
        ]
        for (object_type, consumer), those in formats(found, facts).items()
        for one in those
    ]
    return Table(
        ["object type", "consumer", "format", "best engine", "ns", "over its fastest format"],
        lines,
        4,
        "Each runtime's formats, by their best engine",
    )


def _table(spreads: Mapping[str, Spread]) -> list[Table]:
    lines = []
    for name, one in spreads.items():
        lines.append(
            [
                name,
                *(
                    f"{100 * share:.0f} % (a factor of {factor:.2f})"
                    for share, factor in zip(one.shares, one.factors, strict=True)
                ),
            ]
        )
    return (
        [
            Table(
                ["object type", *(f"between {what}" for what in _WHAT)],
                lines,
                1,
                "What the spread of times is made of",
            )
        ]
        if lines
        else []
    )


def _pictures(facts: Facts, found: _Ranking) -> list[Chart]:
    return [_picture(facts, cell, those) for cell, those in found.items()]


def _picture(facts: Facts, cell: Cell, those: Sequence[Ranked]) -> Chart:
    shown = []
    for one in those:
        ratio = one.over_first
        low, high = (
            (ratio.low, ratio.high)
            if ratio and ratio.known
            else ((ratio.estimate,) * 2 if ratio else (1.0, 1.0))
        )
        shown.append(
            {
                "name": f"{one.rank}  {named(facts, one)}",
                "line": one.contender.consumer,
                "ratio": ratio.estimate if ratio else 1.0,
                "low": low,
                "high": high,
                "shown": f"{ratio.estimate if ratio else 1:.2f}, {words.ns(one.time_ns)} ns",
            }
        )
    spec = charts.ranked(
        shown,
        title=f"time over that of {named(facts, those[0])}",
        colours=palette.of_consumers(who.consumer for who in facts.contenders[cell]),
    )
    said = (
        f"Each engine's time of {cell.objects} over that of the fastest, as a dot on its 95 % "
        "interval, the fastest on top."
    )
    title = f"{facts.title}: {cell.objects}, condition {cell.under}"
    return Chart(f"engines_{cell.slug}", title, said, spec, of_cells(facts, [cell]), [_INTERVALS])


def board(facts: Facts, object_type: str) -> Chart | None:
    """The engines that read an object type as people run them, by format, the fastest first, with
    their times; None where no cell of it has several.
    """
    found = {
        cell: those
        for cell, those in ranking(facts).items()
        if (cell.object_type, cell.size, cell.checks) == (object_type, "", USUAL)
    }
    rows = [
        {
            "group": cell.format,
            "name": _with_runtime(facts, cell, who) or named(facts, one),
            "line": who.consumer,
            "value": one.time_ns,
            "shown": words.ns(one.time_ns),
        }
        for cell, those in found.items()
        for one in those
        if (who := one.contender) and one.time_ns
    ]
    if not rows:
        return None
    spec = charts.board(
        rows,
        groups=list(dict.fromkeys(str(row["group"]) for row in rows)),
        colours=palette.of_consumers(str(row["line"]) for row in rows),
    )
    said = f"Bars: the time of {object_type} by each library, the fastest of each format on top."
    title = f"{object_type}: time to have the object, by format and library"
    servers = runtimes(facts.sweep, dict.fromkeys(str(row["line"]) for row in rows))
    return Chart("board", title, said, spec, servers, [f"{facts.rounds} rounds"])


def _with_runtime(facts: Facts, cell: Cell, who: Contender) -> str:
    """A library with its version and runtime; empty where its server announced none."""
    runtime = facts.sweep.about.get("servers", {}).get(who.server, {}).get("runtime", who.consumer)
    name = library(facts.sweep, cell, who)
    return f"{name} ({runtime})" if name else ""


def _split(facts: Facts, spreads: Mapping[str, Spread]) -> list[Chart]:
    if not spreads:
        return []
    shown = [
        {"name": name, "part": part, "value": 100 * share}
        for name, one in spreads.items()
        for part, share in zip(_PARTS, one.shares, strict=True)
    ]
    spec = charts.stacked(
        shown,
        parts=_PARTS,
        colours=dict(zip(_PARTS, palette.OTHERS, strict=True)),
        title="per cent of the spread of times",
    )
    checks = facts.cells[0].checks
    name = "spread" + (f"_{checks}" if checks != USUAL else "")
    said = "How much of the spread of times lies between formats, runtimes and libraries."
    title = f"{facts.title}: what the spread is made of"
    return [Chart(name, title, said, spec, of_cells(facts, facts.compared(facts.conditions[0])))]
