"""What the direction changes: objects that are asked for beside those that are pushed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median

from ...analysis.facts import Facts
from ...analysis.slice_facts import Seen
from ...model.cell import Cell, Contender
from ...model.condition import PUSHES
from .. import words
from ..document import Section, Table, Text
from .columns import CELL, cell_of

_TITLE = "Pulled and pushed"
_SAID = (
    "Medians over slices, of one object. Whole: from the first request to the last object "
    "compared; for pushed objects, from the sender's first window to the last answer. Waited: "
    "how long the parsing thread was idle. CPU: all that this thread used. Written: the "
    "sender's window. Sent: bytes that left the sender's sockets, heads included. http has "
    "one request in flight. push sends objects in frames over one connection, push-4, push-16 "
    "and push-64 over 4, 16 and 64; sender and receiver work at the same time. push-each has "
    "one request in flight, and push-new opens a connection for each."
)
_CONDITIONS = ("http", *PUSHES)


def pushed(facts: Facts) -> Section | None:
    """A row for each contender of a cell in each direction, and for each provider: which share a
    core differs, and medians over both mean little.
    """
    cells = [cell for cell in facts.cells if cell.condition in _CONDITIONS]
    if not any(cell.pushed for cell in cells):
        return None
    cells.sort(
        key=lambda cell: (
            cell.object_name,
            cell.format,
            cell.checks,
            _CONDITIONS.index(cell.condition),
        )
    )
    seen: dict[tuple[Cell, Contender], dict[str, list[Seen]]] = {}
    for one in facts.seen:
        seen.setdefault((one.slice.cell, one.slice.contender), {}).setdefault(
            one.slice.provider, []
        ).append(one)
    rows = [
        (cell, who)
        for cell in cells
        for who in facts.contenders[cell]
        if who.compared and (cell, who) in seen
    ]
    lines = [
        _line(cell, who, provider, of)
        for cell, who in rows
        for provider, of in sorted(seen[cell, who].items())
    ]
    head = [
        *CELL,
        "condition",
        "contender",
        "provider",
        "whole us",
        "waited us",
        "CPU us",
        "parsed us",
        "written us",
        "sent bytes",
        "body bytes",
    ]
    return Section("pushed", _TITLE, [Table(head, lines, len(CELL) + 3, _TITLE), Text(_SAID)])


def _line(cell: Cell, who: Contender, provider: str, of: Sequence[Seen]) -> list[str]:
    values: list[Callable[[Seen], float | None]] = [
        lambda one: one.run.wall_ns / one.run.amount / 1e3,
        lambda one: None if one.run.fetch_ns is None else one.run.fetch_ns / one.run.amount / 1e3,
        lambda one: (
            None if (cpu := one.slice.cpu.get("run_ms")) is None else 1e3 * cpu / one.run.amount
        ),
        lambda one: one.slice.p50_ns / 1e3,
        lambda one: None if one.run.written_ns is None else one.run.written_ns / 1e3,
    ]
    sizes: list[Callable[[Seen], float | None]] = [
        lambda one: one.run.sent_bytes,
        lambda one: one.run.body_bytes,
    ]
    return [
        *cell_of(cell),
        cell.condition,
        str(who),
        provider,
        *(_middle(of, value, 1) for value in values),
        *(_middle(of, value, 0) for value in sizes),
    ]


def _middle(of: Sequence[Seen], value: Callable[[Seen], float | None], digits: int) -> str:
    """The median of those that say it."""
    known = [found for one in of if (found := value(one)) is not None]
    return f"{median(known):,.{digits}f}" if known else words.DASH
