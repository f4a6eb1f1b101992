"""What the figures depend on."""

from __future__ import annotations

from typing import Any

from ...analysis.facts import Facts
from ..document import Block, Section, Table, Text


def environment(facts: Facts) -> Section:
    """The sweep's conditions, the machine, and each server as it described itself."""
    about, held = facts.sweep.about, facts.sweep.conditions
    rows = [
        [name, _value(value)]
        for name, value in [
            *((name, held[name]) for name in held if name != "scenarios" and held[name] not in ([], None)),
            ("seed", facts.sweep.seed),
            ("preset", facts.sweep.preset),
        ]
    ]
    machine = [[name, _value(value)] for name, value in about.get("machine", {}).items()]
    known = {name: about.get(name) for name in ("stack_in_words", "each_round", "java", "jvm_flags", "driver_version", "commit")}
    machine += [[name.replace("_", " "), _value(value)] for name, value in known.items() if value]
    blocks: list[Block] = [
        Text("A claim from this page names runtime, library and version, never a language alone."),
        Table(["server", "runtime", "flags", "engines"], [_server(name, said) for name, said in about.get("servers", {}).items()], 4, "Servers"),
        Table(["condition", "value"], rows, 2, "Conditions of every run"),
        Table(["", ""], machine, 2, "Machine and driver"),
    ]
    return Section("environment", "Environment", blocks)


def _server(name: str, said: dict[str, Any]) -> list[str]:
    flags = ", ".join(f"{key}={value}" for key, value in sorted(said.get("flags", {}).items()))
    engines = ", ".join(f"{engine['name']} {engine['version']} ({engine['format']})" for engine in said.get("engines", []))
    return [f"{name} {said.get('server_version', '')}", str(said.get("runtime_version", "")), flags, engines]


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        every = [f"{item:,}" if isinstance(item, int) else str(item) for item in value]
        return ", ".join(every) if len(every) < 12 else f"{every[0]} to {every[-1]} ({len(every)})"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) and value < 10**7 else str(value)
