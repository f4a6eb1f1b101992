"""Which library a contender parses with, in which version, by what its server announced."""

from __future__ import annotations

from collections.abc import Iterable

from ...analysis.facts import Facts
from ...model.cell import Cell, Contender
from ...model.records import SweepRecord
from ...model.series import of_engine
from .environment import Engine


def announced(sweep: SweepRecord, format_name: str, checks: str, who: Contender) -> Engine | None:
    """The engine of a contender in a format and series; None where its server announced none."""
    engines = sweep.about.get("servers", {}).get(who.server, {}).get("engines", [])
    return next(
        (
            engine
            for engine in engines
            if engine["format"] == format_name
            and who.engine in ("", engine["name"])
            and checks in of_engine(engine)
        ),
        None,
    )


def library(sweep: SweepRecord, cell: Cell, who: Contender) -> str:
    """An engine's name and version; empty where its server announced none."""
    engine = announced(sweep, cell.format, cell.checks, who)
    return f"{engine['name']} {engine.get('version', '')}".strip() if engine else ""


def of_pairs(sweep: SweepRecord, pairs: Iterable[tuple[Cell, Contender]]) -> list[str]:
    """The libraries of some contenders on some cells by their servers, with the runtimes'
    versions; of several formats each with its own, and with its object types where these differ.
    """
    every = list(pairs)
    several = len({cell.format for cell, _ in every}) > 1
    types = {cell.object_name for cell, _ in every}
    found: dict[str, dict[tuple[str, str], set[str]]] = {}
    for cell, who in every:
        name = library(sweep, cell, who)
        of = found.setdefault(who.server, {}).setdefault((name, cell.format), set())
        of.add(cell.object_name)

    def of_what(server: str, format_name: str, objects: set[str]) -> str:
        mine = {name for (_, one), those in found[server].items() if one == format_name
                for name in those}  # fmt: skip
        named = sorted(objects) if objects != mine and len(types) > 1 else []
        return ", ".join([*([format_name] if several else []), *named])

    made = {
        server: [
            f"{name} ({what})" if (what := of_what(server, format_name, objects)) else name
            for (name, format_name), objects in those.items()
            if name
        ]
        for server, those in found.items()
    }
    return [
        f"{server}{_runtime(sweep, server)}: {', '.join(dict.fromkeys(names)) or 'library unknown'}"
        for server, names in made.items()
    ]


def runtimes(sweep: SweepRecord, servers: Iterable[str]) -> list[str]:
    """Servers with their runtimes' versions, on one line."""
    return [", ".join(f"{server}{_runtime(sweep, server)}" for server in servers)]


def _runtime(sweep: SweepRecord, server: str) -> str:
    said = sweep.about.get("servers", {}).get(server, {}).get("runtime_version", "")
    version = str(said).partition(" (")[0]
    return f" ({version})" if version else ""


def of_cells(facts: Facts, cells: Iterable[Cell]) -> list[str]:
    """The same of all who are compared on these cells."""
    return of_pairs(
        facts.sweep,
        [(cell, who) for cell in cells for who in facts.contenders[cell] if who.compared],
    )
