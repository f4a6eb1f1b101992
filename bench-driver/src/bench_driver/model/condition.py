"""How bodies reach the parser of a slice, by name, and by the words of a request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .series import ENCODE

#: The condition in which all cores parse at once: its figure is a rate, where that of every other
#: is a time.
CORES = "cores"
#: Where bodies are parsed from memory, one after the other.
REPLAY = "replay"
#: Where objects are written: nothing is fetched, so that whose bodies they are plays no part.
WRITE = "write"
#: Where the provider writes and pushes: frames over one connection or several; a request an object,
#: over a connection that is kept or one of its own.
PUSHES = PUSH, PUSH_4, PUSH_16, PUSH_64, PUSH_EACH, PUSH_NEW = (
    "push",
    "push-4",
    "push-16",
    "push-64",
    "push-each",
    "push-new",
)

#: Where bodies are fetched one by one, and whole, so that they may be compressed.
CODED = ("block", "http", REPLAY)

#: By the words of the contract. A sweep measures each of those that it is asked for in cells of
#: their own. The first of these that it measured is what its answer is about; the others, and
#: `write`, have tables of their own.
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


def condition_of(request: Mapping[str, Any]) -> str | None:
    """Under which condition a request asks for its objects; None where it is none of these."""
    if request.get("operation") == ENCODE:
        return WRITE
    if "threads" in request:
        return CORES
    if "block" in request:
        return "block"
    return next(
        (
            name
            for name, words in CONDITIONS.items()
            if all(request.get(word) == value for word, value in words.items())
        ),
        None,
    )
