"""How bodies reach the parser of a slice, and what a request says for it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import UsageError
from ..model.cell import CORES, PUSH, PUSH_4, PUSH_16, PUSH_64, PUSH_EACH, PUSH_NEW, REPLAY, WRITE, Cell
from ..model.series import ENCODE
from ..model.sizes import size_of

#: By the words of the contract. A sweep in groups measures each of those that it is asked for in cells of their own.
CONDITIONS: Mapping[str, Mapping[str, Any]] = {
    "block": {"source": "http", "block": 500, "concurrency": 16},
    "http": {"source": "http", "concurrency": 1},
    PUSH: {"transfer": "framed", "connections": 1},
    PUSH_4: {"transfer": "framed", "connections": 4},
    PUSH_16: {"transfer": "framed", "connections": 16},
    PUSH_64: {"transfer": "framed", "connections": 64},
    PUSH_EACH: {"transfer": "request", "connections": 1},
    PUSH_NEW: {"transfer": "connection", "connections": 1},
    REPLAY: {"source": "replay", "concurrency": 1},
    CORES: {"source": "replay"},  # and on how many threads, which `cores` says of each contender
}


def conditions(cell: Cell) -> dict[str, Any]:
    """What a request says for the condition of a cell; of large objects a block has fewer, since a server holds all of it."""
    words, size = dict(CONDITIONS.get(cell.condition, {})), size_of(cell.object_type)
    if size and "block" in words:
        words["block"] = size.most(words["block"])
    return words


def parse_conditions(text: str) -> tuple[str, ...]:
    """The conditions of a list by commas, in the order of `CONDITIONS`; UsageError on a name that is none."""
    names = [name.strip().lower() for name in text.split(",")]
    if unknown := [name for name in names if name not in CONDITIONS]:
        why = f"there are {', '.join(CONDITIONS)}"
        raise UsageError(f"--condition {unknown[0] or text} fits nothing", why=why, do="name one of these, or some by commas")
    return tuple(name for name in CONDITIONS if name in names)


def condition_of(request: Mapping[str, Any]) -> str | None:
    """Under which condition a request asks for its objects; None where it is none of these."""
    if request.get("operation") == ENCODE:
        return WRITE
    if "threads" in request:
        return CORES
    if "block" in request:
        return "block"
    return next((name for name, words in CONDITIONS.items() if all(request.get(word) == value for word, value in words.items())), None)
