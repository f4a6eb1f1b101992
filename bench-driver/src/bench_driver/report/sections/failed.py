"""Runs that failed."""

from __future__ import annotations

from ...analysis.facts import Facts
from ..document import Items, Section, Text


def failed(facts: Facts) -> Section:
    """Each of them, in the order in which they were made; no figure comes from one."""
    return Section(
        "failed", "Runs that failed", [Items(facts.failures) if facts.failures else Text("None.")]
    )
