"""The conditions of a slice: what a request says for them, and which of them an option names.

Pure.
"""

from __future__ import annotations

from typing import Any

from ..errors import UsageError
from ..model.cell import Cell
from ..model.condition import CONDITIONS


def conditions(cell: Cell) -> dict[str, Any]:
    """What a request says for the condition of a cell; of large objects a block has fewer, since a
    server holds all of it.
    """
    words, size = dict(CONDITIONS.get(cell.condition, {})), cell.sized
    if size and "block" in words:
        words["block"] = size.most(words["block"])
    return words


def parse_conditions(text: str) -> tuple[str, ...]:
    """The conditions of a list by commas, in the order of `CONDITIONS`; UsageError on a name that
    is none.
    """
    names = [name.strip().lower() for name in text.split(",")]
    if unknown := [name for name in names if name not in CONDITIONS]:
        why = f"there are {', '.join(CONDITIONS)}"
        raise UsageError(
            f"--condition {unknown[0] or text} fits nothing",
            why=why,
            do="name one of these, or some by commas",
        )
    return tuple(name for name in CONDITIONS if name in names)
