"""All rounds of the guard's passes, and how one is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bench_driver.measure.kept import Form

from ..paired.told import parsed_taken
from .page import Made
from .passes import Pass
from .round import Row

#: A round's passes, by row.
Found = dict[Row, list[Pass]]


def made(rounds: Mapping[int, Found]) -> Made:
    """The passes of all rounds, by their numbers."""
    by_row: dict[Row, dict[int, list[Pass]]] = {}
    for number, found in rounds.items():
        for row, passes in found.items():
            by_row.setdefault(row, {})[number] = passes
    return by_row


def _told(found: Found) -> list[dict[str, Any]]:
    return [{**asdict(parsed), "condition": condition, "passes": [asdict(one) for one in passes]} for (parsed, condition), passes in found.items()]


def _taken(said: Sequence[Mapping[str, Any]]) -> Found:
    return {(parsed_taken(row), row["condition"]): [Pass(**one) for one in row["passes"]] for row in said}


FORM = Form(_told, _taken)
