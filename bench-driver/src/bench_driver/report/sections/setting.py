"""What the figures of a sweep depend on."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.facts import Facts
from ...model.cell import Contender
from .. import words
from ..document import Items, Section, Text
from .certainty import told_of
from .environment import Engine, where
from .libraries import announced

#: What each condition does with the bodies.
CONDITIONS = {
    "block": "500 bodies are fetched and checked, then each is parsed once, back to back",
    "http": "each body is waited for, one request in flight; its windows mostly measure where the "
    "scheduler puts two threads",
    "push": "the provider writes and pushes in frames over one connection; each body is waited for",
    "push-4": "as push, over 4 connections",
    "push-16": "as push, over 16 connections",
    "push-64": "as push, over 64 connections",
    "push-each": "the provider writes and pushes, a request an object, one in flight; each body "
    "is waited for",
    "push-new": "as push-each, each request over a connection of its own",
    "replay": "bodies fetched once are parsed again and again from memory",
    "write": "objects that lie in memory are written, one after the other",
    "cores": "as replay, on as many threads at once as there are CPUs for every contender, and on "
    "one",
}


def conditions(facts: Facts) -> Section:
    """The conditions, the machine, and each server as it described itself."""
    sweep = facts.sweep
    how = [
        f"condition {name}: {CONDITIONS.get(name, 'as its name says')}" for name in facts.conditions
    ]
    where_made = sweep.about.get("each_round", "in fresh processes")
    parts = ["series"] * (len(facts.series) > 1) + ["format"] * bool(sweep.conditions.get("apart"))
    anew, those = (
        (f", a part for each {' and '.join(parts)}", "a part's cells")
        if parts
        else ("", "all cells")
    )
    each = ", each engine in a process of its own" if sweep.conditions.get("engines_apart") else ""
    fresh = f", with consumers of its own{each}" if parts and sweep.about.get("starts") != 1 else ""
    many = (
        f"{facts.rounds} rounds {where_made}{anew}{fresh}, groups of {those} in one random "
        f"sequence (seed {sweep.seed})"
    )
    order = (
        f"bodies from {words.listed(facts.providers)}, each equally often with each order of the "
        "contenders"
    )
    planned = {
        name: value
        for name, value in sweep.conditions.items()
        if not isinstance(value, list | dict)
    }
    lines = [
        *how,
        f"stack: {sweep.about.get('stack_in_words', 'native processes')}",
        many,
        order,
        *where(sweep.about, _taking_part(facts)),
    ]
    said = Text("A claim names runtime, library and version, never a language alone.")
    engines = Items([line for one in facts.series for line in _engines(one)])
    return Section(
        "conditions",
        "Conditions",
        [said, Items(lines), engines, Items([f"planned {line}" for line in told_of(planned)])],
    )


def _taking_part(facts: Facts) -> dict[str, list[Engine]]:
    """By server: the engines that its contenders are; of one that has none, which provides, those
    that it writes these formats with.
    """
    formats = {cell.format for cell in facts.cells}
    parsing = [(who.server, engine) for one in facts.series for _, who, engine in _contenders(one)]
    taking: dict[str, list[Engine]] = {}
    for name, said in facts.sweep.about.get("servers", {}).items():
        first = {
            engine["format"]: engine
            for engine in reversed(said.get("engines", []))
            if engine["format"] in formats
        }
        mine = [engine for consumer, engine in parsing if consumer == name]
        taking[name] = mine or list(first.values())[::-1]
    return taking


def _engines(facts: Facts) -> Iterator[str]:
    """Which engine a contender of a series is in each format, and in which settings it differs from
    what its library's documentation begins with.
    """
    for format_name, who, engine in _contenders(facts):
        settings = (
            "; ".join(engine["settings"]) or "as its documentation begins"
            if "settings" in engine
            else "its settings were not told"
        )
        skipped = (
            f"; of what it skips it checks: {engine['skipped']}" if engine.get("skipped") else ""
        )
        yield f"{facts.title}, {who} in {format_name}: {engine['name']}, {settings}{skipped}"


def _contenders(facts: Facts) -> Iterator[tuple[str, Contender, Engine]]:
    """A series' contenders in each format, each with its engine as its server announced it."""
    for format_name, who in dict.fromkeys(
        (cell.format, who) for cell in facts.cells for who in facts.contenders[cell] if who.compared
    ):
        if engine := announced(facts.sweep, format_name, facts.cells[0].checks, who):
            yield format_name, who, engine
