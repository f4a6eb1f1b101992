"""A process for each format, against one that parses all formats."""

from __future__ import annotations

from ..paired.rows import Parsed
from .experiment import Engines, Experiment, Side, alone


def _sides(parsed: Parsed, _: Engines) -> tuple[Side, Side]:
    return alone(parsed), Side(parsed.consumer, parsed)


SHARED = Experiment(
    "shared",
    "A process a format, or one for all",
    ("one format", "all formats"),
    "Both contenders parse the same bodies: in a process that parses every object type of one format alone, or in one that parses every object type of all "
    "formats. Each process was warmed as a sweep warms it, with all that it parses. What a JIT compiler learned of one format may burden another.",
    _sides,
)
