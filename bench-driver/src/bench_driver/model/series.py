"""The series of contenders, never mixed: what their engines check inside the window; where they
read three fields, how; where they write, what. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: What a window holds: the whole object; three fields of it; the bytes of an object.
DECODE, PARTIAL, ENCODE = "decode", "partial", "encode"
#: Engines as their libraries' own documentation begins; engines that refuse inside the window
#: whatever the guard refuses of fields.
USUAL, EQUAL = "usual", "equal"
#: Ends the name of an engine that stands in the second alone beside one of the same library in the
#: first.
OF_EQUAL = f"-{EQUAL}"
#: Those of whole objects by their titles, in the order in which they are planned and shown.
CHECKS: Mapping[str, str] = {USUAL: "As people run it", EQUAL: "With equal checks"}
#: Those of three fields: an engine of this operation stands in that of its kind.
KINDS: Mapping[str, str] = {
    "partial-typed": "Three fields, bound to a type that has no others",
    "pull": "Three fields, by a pass over events",
    "lazy": "Three fields, by a view that is asked for each",
    "tree": "Three fields, out of a whole document",
}
#: Those of writing, likewise.
WRITTEN: Mapping[str, str] = {"canonical": "Objects written, as their canonical bytes"}
#: All of them.
SERIES: Mapping[str, str] = {**CHECKS, **KINDS, **WRITTEN}
#: The series of each operation.
OPERATIONS: Mapping[str, Sequence[str]] = {
    DECODE: tuple(CHECKS),
    PARTIAL: tuple(KINDS),
    ENCODE: tuple(WRITTEN),
}


def operation_of(series: str) -> str:
    """What the windows of a series hold."""
    return next(operation for operation, those in OPERATIONS.items() if series in those)


def of_engine(engine: Mapping[str, Any]) -> Sequence[str]:
    """The series that an engine is in, as its server announces it."""
    return [engine["kind"]] if engine.get("kind") else list(engine["checks"])
