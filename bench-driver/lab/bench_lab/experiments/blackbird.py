"""What Jackson's module Blackbird gives, which fills records by calls that a compiler looks through."""

from __future__ import annotations

from ..paired.rows import Parsed
from .experiment import Engines, Experiment, Side, alone, beside


def _sides(parsed: Parsed, known: Engines) -> tuple[Side, Side] | None:
    other = beside(parsed, f"{parsed.engine}-blackbird", known)
    return (alone(parsed), other) if other else None


BLACKBIRD = Experiment(
    "blackbird",
    "Jackson with and without Blackbird",
    ("without", "with Blackbird"),
    "Both contenders parse the same bodies with usual checks, each in a process of its own. Jackson alone fills a record by reflection, boxing its fields "
    "into an array; Blackbird, Jackson's own module, makes a call of it.",
    _sides,
)
