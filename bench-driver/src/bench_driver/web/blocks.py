"""Sections of a report as plain data. Pictures are left out: the page draws its own."""

from __future__ import annotations

from typing import Any

from ..report.document import Block, Charts, Code, Items, Section, Table, Text


def section(given: Section) -> dict[str, Any]:
    """A section with its blocks."""
    blocks = [block(item) for item in given.blocks if not isinstance(item, Charts)]
    return {"anchor": given.anchor, "title": given.title, "blocks": blocks}


def block(given: Block) -> dict[str, Any]:
    """A block, by its kind."""
    match given:
        case Text():
            return {"kind": "text", "text": given.text, "lead": given.lead}
        case Items():
            return {"kind": "items", "items": list(given.items)}
        case Code():
            return {"kind": "code", "text": given.text}
        case Table():
            return {"kind": "table", **table(given)}
    raise TypeError(f"{type(given).__name__} has no data")


def table(given: Table) -> dict[str, Any]:
    """A table; `figures` says of each column whether it holds figures."""
    figures = [given.is_figure(place) for place in range(len(given.head))]
    rows = [list(row) for row in given.rows]
    return {
        "caption": given.caption,
        "head": list(given.head),
        "figures": figures,
        "rows": rows,
        "aside": given.aside,
    }
