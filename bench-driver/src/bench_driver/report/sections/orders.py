"""Where the order of libraries changes from object type to object type."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log
from typing import Any

from ...analysis.facts import Facts
from ...analysis.headline import BY
from ...analysis.orders import FEWEST, Change, Span, changes, object_types
from ...model import shape
from ...model.series import USUAL
from ...stats.decision import MARGIN
from .. import charts
from ..document import Block, Chart, Charts, Section, Table, Text
from .columns import of_each
from .dots import LEGEND, axis, colours_of, dot, notes_on
from .libraries import of_cells

_TITLE = "Across object types"
_SAID = (
    "A change is told where each of two libraries of a runtime is its fastest on some object "
    f"types, and the other is slower there by a verdict ({BY} or more). Told apart by: numbers of "
    "the types' canonical objects whose ranges on either side do not meet. Of few types some do "
    "by chance, and none need be the cause."
)


def orders(facts: Facts) -> Section | None:
    """A sentence, one picture and one table a series; None of few object types."""
    if facts.on_all_cores or len(types := object_types(facts)) < FEWEST:
        return None
    series = [(one, changes(one)) for one in facts.series]
    made: dict[str, list[Change]] = {one.title: found for one, found in series if found}
    many = f"{len(types)} object types"
    if not made:
        said = f"No two libraries of a runtime change places, by verdicts, over these {many}."
        return Section("orders", _TITLE, [Text(said)])
    count = sum(map(len, made.values()))
    said = f"Over {many} {count} pair{'s' * (count > 1)} of libraries change places, by verdicts."
    blocks: list[Block] = [
        Text(said),
        Charts([_picture(one, found[0]) for one, found in series if found]),
        Text(_SAID),
        *of_each(facts, lambda one: _table(one, made.get(one.title, []))),
    ]
    return Section("orders", _TITLE, blocks)


def _shapes(facts: Facts) -> Mapping[str, Mapping[str, float]]:
    return facts.sweep.about.get(shape.KEY) or {}


def _table(facts: Facts, found: list[Change]) -> list[Table]:
    lines = []
    for one in found:
        cell = next(iter(one.rows.values())).cell
        names = [who.engine or facts.engine_name(cell, who) for who in (one.first, one.second)]
        apart = [
            f"{shape.NUMBERS[name]} {_span(name, spans[0])} / {_span(name, spans[1])}"
            for name, spans in one.apart(_shapes(facts)).items()
        ]
        lines.append(
            [
                one.format,
                one.first.consumer,
                names[0],
                ", ".join(one.led(True)),
                names[1],
                ", ".join(one.led(False)),
                "; ".join(apart) or "nothing",
            ]
        )
    head = ["format", "consumer", "library", "leads on", "library", "leads on", "told apart by"]
    return [Table(head, lines, len(head), _TITLE)] if lines else []


def _span(name: str, span: Span) -> str:
    ends = [f"{100 * end:.0f} %" if name in ("text", "numbers") else f"{end:,.0f}" for end in span]
    return " to ".join(dict.fromkeys(ends))


def _picture(facts: Facts, one: Change) -> Chart:
    """The change of most object types: a dot on its interval for each, in the order of the first
    number that tells them apart.
    """
    shapes, rows, by = _shapes(facts), one.rows, ""
    shown: list[dict[str, Any]] = [{**dot(rows[of]), "name": of} for of in rows]
    if name := next(iter(one.apart(shapes)), ""):
        by = f", by {shape.NUMBERS[name]}"
        at = {of: shapes[of][name] for of in rows}
        shown = [
            {**dot(rows[of]), "name": f"{of}, {_span(name, (at[of], at[of]))}"}
            for of in sorted(rows, key=lambda of: at[of])
        ]
    ends = [abs(log(row[end])) for row in shown for end in ("low", "high")]
    first = next(iter(rows.values()))
    spec = charts.dots(
        shown,
        title=axis(first),
        legend=LEGEND,
        margin=MARGIN,
        reach=exp(1.02 * max([2 * log(1 + MARGIN), *ends])),
        colours=colours_of(first, [str(row["line"]) for row in shown]),
    )
    checks = first.cell.checks
    said = (
        f"Each object type's ratio of {one.second} over {one.first} as {one.format}, as a dot on "
        f"its 95 % interval{by}."
    )
    return Chart(
        "orders" + (f"_{checks}" if checks != USUAL else ""),
        f"{facts.title}: {one.first} and {one.second} as {one.format}{by}",
        said,
        spec,
        of_cells(facts, [first.cell]),
        notes_on(list(rows.values()), one_start=facts.one_start),
    )
