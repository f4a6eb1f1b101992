"""Every way in which a provider fails, and what a run must answer: `failures.toml`, read.

The command, the tests and docs/failures.md share the list.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ..tables import table
from .stub import (
    Behaviour,
    answering,
    chunked,
    close,
    repeating,
    reset,
    response,
    silent,
    trickling,
    whole_and_closed,
)

JSON = "application/json"
#: Limits of the consumers, ms and bytes: a slow failure shall not be a slow test.
READ_TIMEOUT_MS, CONNECT_TIMEOUT_MS, MAX_OBJECT_BYTES = 800, 500, 65_536
LIMITS = {
    "READ_TIMEOUT_MS": str(READ_TIMEOUT_MS),
    "CONNECT_TIMEOUT_MS": str(CONNECT_TIMEOUT_MS),
    "MAX_OBJECT_BYTES": str(MAX_OBJECT_BYTES),
}
_STATUSES = {"": 200, "provider_timeout": 504, "provider_not_allowed": 403}


@dataclass(frozen=True)
class Row:
    """A failure and its answer. `behaviour` is the stub's, `cut` and `toxic` are toxiproxy's."""

    name: str
    how: str
    code: str
    refused_by: str = ""
    completed: int = 0
    unseen: bool = False
    place: str = ""
    down: bool = False
    cut: tuple[int, int, str] | None = None
    toxic: tuple[str, Mapping[str, int]] | None = None
    behaviour: Behaviour | None = None

    @property
    def by(self) -> Literal["place", "proxy", "stub"]:
        """What makes it."""
        return "place" if self.place else "proxy" if self.down or self.cut or self.toxic else "stub"

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return _STATUSES.get(self.code, 502)

    @property
    def fast(self) -> bool:
        """Whether it waits for no timeout and needs no toxiproxy."""
        return self.code not in ("", "provider_timeout") and self.by != "proxy"


def golden(root: Path, name: str = "DummyObject.json") -> bytes:
    """The canonical bytes of an object."""
    return (root / "providers" / "golden" / name).read_bytes()


def rows(root: Path) -> list[Row]:
    """All of them, in the order of the table."""
    good = golden(root)
    variants = root / "providers" / "objects" / "DummyObject.variants.jsonl"
    pieces = {
        "good": good,
        "cut": good[:-1],
        "start": good[:10],
        "another": variants.read_bytes().splitlines()[1],
        "zipped": gzip.compress(good),
        "bomb": gzip.compress(bytes(16 << 20)),
        "levels": b"[" * 65 + b"]" * 65,
        "length": b"%d" % len(good),
        "head": f"HTTP/1.1 200 OK\r\nContent-Type: {JSON}\r\n".encode(),
    }
    return [_row(name, how, code, making, pieces) for name, how, code, making in table(__file__)]


_OWN = ("refused_by", "completed", "unseen", "place", "down")


def _row(
    name: str, how: str, code: str, making: dict[str, Any], pieces: Mapping[str, bytes]
) -> Row:
    own = {key: making.pop(key) for key in _OWN if key in making}
    own["cut"] = tuple(making.pop("cut")) if "cut" in making else None
    if kind := making.pop("toxic", None):
        before = making.pop("before", None)
        own["toxic"], making = (kind, making), before
    elif own["cut"] or own.keys() & {"place", "down"}:
        making = {}
    behaviour = _behaviour(pieces, **making) if making else None
    return Row(name, how, code, behaviour=behaviour, **own)


_NAMED: Mapping[str, Behaviour] = {"close": close, "reset": reset, "silent": silent}


def _behaviour(
    pieces: Mapping[str, bytes],
    *,
    stub: str = "",
    endless: tuple[str, str] | None = None,
    at_once: int | str | None = None,
    fin: bool = False,
    stay_open: bool = False,
    **says: Any,
) -> Behaviour:
    if stub:
        return _NAMED[stub]
    if endless:
        return repeating(*(_filled(part, pieces) for part in endless))
    data = _said(pieces, **says)
    if at_once is not None:
        return trickling(data, data.index(b"\r\n\r\n") + 4 if at_once == "head" else int(at_once))
    return whole_and_closed(data) if fin else answering(data, stay_open=stay_open)


def _said(
    pieces: Mapping[str, bytes],
    *,
    raw: str = "",
    before_it: str = "",
    body: str = "$good",
    times: int = 1,
    replace: tuple[str, str] = ("", ""),
    type: str = JSON,
    more: int = 0,
    chunk: int = 0,
    end: str = "0\r\n\r\n",
    **head: str,
) -> bytes:
    """The bytes of an answer; `more` is what its length declares beyond its body."""
    if raw:
        return _filled(raw, pieces)
    old, new = (text.encode("latin-1") for text in replace)
    content = _filled(body, pieces) * times
    content = content.replace(old, new) if old else content
    if chunk:
        parts = (content[at : at + chunk] for at in range(0, len(content), chunk))
        return chunked(type, *parts, end=end.encode())
    return before_it.encode() + response(content, type, length=len(content) + more, **head)


def _filled(text: str, pieces: Mapping[str, bytes]) -> bytes:
    """The text as bytes, with the pieces for their `$name`s."""
    named = re.compile(rb"\$\{?(\w+)\}?")
    return named.sub(lambda match: pieces[match[1].decode()], text.encode("latin-1"))
