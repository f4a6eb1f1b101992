"""What the figures of a sweep in groups depend on."""

from __future__ import annotations

from ...analysis.grouped.facts import GroupedFacts
from .. import words
from ..document import Items, Section, Text
from ..sections.environment import where
from .sure import told_of

#: What each condition does with the bodies.
CONDITIONS = {
    "block": "500 bodies are fetched and checked, then parsed back to back, each for the first time",
    "http": "each body is waited for, one request in flight",
    "replay": "bodies fetched once are parsed again and again from memory",
    "cores": "as replay, on as many threads at once as there are CPUs for every contender, and on one",
}


def conditions(facts: GroupedFacts) -> Section:
    """The conditions, the machine, and each server as it described itself."""
    sweep = facts.sweep
    how = [f"condition {name}: {CONDITIONS.get(name, 'as its name says')}" for name in facts.conditions]
    where_made = sweep.about.get("each_round", "in fresh processes")
    anew, those = (", consumers anew for each format", "a format's cells") if sweep.conditions.get("apart") else ("", "all cells")
    many = f"{facts.rounds} rounds {where_made}{anew}, groups of {those} in one random sequence (seed {sweep.seed})"
    order = f"bodies from {words.listed(facts.providers)}, each equally often with each order of the contenders"
    planned = {name: value for name, value in sweep.conditions.items() if not isinstance(value, list | dict)}
    lines = [*how, f"stack: {sweep.about.get('stack_in_words', 'native processes')}", many, order, *where(sweep.about)]
    said = Text("A claim names runtime, library and version, never a language alone.")
    return Section("conditions", "Conditions", [said, Items(lines), Items([f"planned {line}" for line in told_of(planned)])])
