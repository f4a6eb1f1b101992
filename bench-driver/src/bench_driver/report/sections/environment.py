"""What the figures depend on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ... import __version__
from ...analysis.facts import Facts
from ...servers.specs import Options
from ...system import machine, repository
from ..document import Items, Section, Table, Text

#: An engine as its server announces it.
Engine = Mapping[str, Any]


def environment(facts: Facts) -> Section:
    """The sweep's conditions, the machine, and each server as it described itself."""
    sweep = facts.sweep
    held = {"preset": sweep.preset, "seed": sweep.seed, **sweep.conditions}
    rows = [[name, _value(value)] for name, value in held.items() if name != "scenarios" and value not in ([], None)]
    return Section(
        "conditions",
        "Conditions",
        [
            Text("A claim names runtime, library and version, never a language alone."),
            Items([*_how(sweep.seed, sweep.conditions, sweep.about), *where(sweep.about)]),
            Table(["condition", "value"], rows, 2, "Conditions of every run", aside=True),
        ],
    )


def _how(seed: int, held: Mapping[str, Any], about: Mapping[str, Any]) -> list[str]:
    """What each run was asked for, a line each."""
    rounds = f"{held['rounds']} rounds {about.get('each_round', 'in fresh processes')}, scenarios in random order (seed {seed})"
    return [
        f"source {held['source']}, {_condition(held)}",
        f"stack: {about.get('stack_in_words', 'native processes')}",
        f"{rounds}, amounts {_value(held['amounts'])}{', a run for each' if held['independent'] else ', one run with checkpoints'}",
    ]


def here(options: Options, command: str, servers: Mapping[str, Any]) -> dict[str, Any]:
    """What `where` tells of a measurement that is no sweep, and was made just now on this machine."""
    return {
        "machine": machine.describe(),
        "java": options.jdk.name,
        "jvm_flags": list(options.jvm_flags),
        "servers": servers,
        "driver_version": __version__,
        **repository.checked_out(options.root).about,
        "command": command,
    }


def where(about: Mapping[str, Any], engines: Mapping[str, Sequence[Engine]] | None = None) -> list[str]:
    """Machine, servers, driver and command, a line each; what a plan does not say is left out. A server is told with these of its engines, or with all."""
    known = about.get("machine", {})
    named = {"cpu": "{}", "cores": "{} cores", "memory_gib": "{} GiB", "system": "{}"}
    lines = [f"machine: {', '.join(words.format(known[name]) for name, words in named.items() if known.get(name)) or 'unknown'}"]
    lines += [f"Java: {about['java']}, flags {' '.join(about.get('jvm_flags', []))}"] if about.get("java") else []
    lines += [_server(name, said, said.get("engines", []) if engines is None else engines[name]) for name, said in about.get("servers", {}).items()]
    unknown = f"unknown ({about['commit_unknown']})" if about.get("commit_unknown") else "unknown"
    lines.append(f"bench-driver {about.get('driver_version', 'unknown')}, commit {about.get('commit') or unknown}")
    return [*lines, f"command: {about['command']}"] if about.get("command") else lines


def _server(name: str, said: Mapping[str, Any], engines: Sequence[Engine]) -> str:
    flags = ", ".join(f"{key}={value}" for key, value in sorted(said.get("flags", {}).items()))
    told = ", ".join(dict.fromkeys(f"{engine['name']} {engine['version']} ({engine['format']})" for engine in engines))
    return f"{name}: {said.get('server_version', 'unknown')} on {said.get('runtime_version', 'unknown')}{flags and f' ({flags})'}; {told}"


def _condition(held: Mapping[str, Any]) -> str:
    """The conditions of a run in a few words."""
    concurrency = held["concurrency"]
    warm = [f"{held['warmup']:,} replayed"] if held["warmup"] else []
    warm += [f"{held['warmup_http']:,} by {held['source']}"] if held["warmup_http"] else []
    warm += [f"{held['warmup_provider']:,} a scenario as a round begins"] if held["warmup_provider"] else []
    flight = f"{concurrency} request{'s' if concurrency > 1 else ''} in flight" if held["source"] == "http" else "from memory"
    objects = "the same object again and again" if held["variants"] == 1 else f"{held['variants']} different objects"
    return f"{flight}, {objects}, warm-up {' + '.join(warm) or 'none'}"


def _value(value: Any) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        every = [_value(item) for item in value]
        return ", ".join(every) if len(every) < 5 else f"{every[0]} to {every[-1]} ({len(every)})"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) and value < 10**7 else str(value)
