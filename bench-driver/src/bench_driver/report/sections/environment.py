"""What the figures depend on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ... import __version__
from ...model.records import SweepRecord
from ...servers.specs import Options
from ...system import machine, repository

#: An engine as its server announces it.
Engine = Mapping[str, Any]


def machine_of(sweep: SweepRecord) -> str:
    """Where a sweep was measured, in a few words."""
    return machine_in(sweep.about)


def machine_in(about: Mapping[str, Any]) -> str:
    """The machine of what a measurement says about itself, in a few words."""
    machine_ = about.get("machine", {})
    count = machine_.get("cores")
    cores = f"{count} {'core' if count == 1 else 'cores'}" if count else ""
    return ", ".join(filter(None, [str(machine_.get("cpu", "")), cores])) or "machine unknown"


def here(options: Options, command: str, servers: Mapping[str, Any]) -> dict[str, Any]:
    """What `where` tells of a measurement that is no sweep, and was made just now on
    this machine.
    """
    return {
        "machine": machine.describe(),
        "java": options.jdk.name,
        "jvm_flags": list(options.jvm_flags),
        "servers": servers,
        "driver_version": __version__,
        **repository.checked_out(options.root).about,
        "command": command,
    }


def where(
    about: Mapping[str, Any], engines: Mapping[str, Sequence[Engine]] | None = None
) -> list[str]:
    """Machine, servers, driver and command, a line each; what a plan does not say is left out. A
    server is told with these of its engines, or with all.
    """
    known = about.get("machine", {})
    named = {"cpu": "{}", "cores": "{} cores", "memory_gib": "{} GiB", "system": "{}"}
    told = ", ".join(words.format(known[name]) for name, words in named.items() if known.get(name))
    lines = [f"machine: {told or 'unknown'}"]
    lines += (
        [f"Java: {about['java']}, flags {' '.join(about.get('jvm_flags', []))}"]
        if about.get("java")
        else []
    )
    lines += own_objects(about)
    lines += [
        _server(name, said, said.get("engines", []) if engines is None else engines[name])
        for name, said in about.get("servers", {}).items()
    ]
    unknown = f"unknown ({about['commit_unknown']})" if about.get("commit_unknown") else "unknown"
    lines.append(
        f"bench-driver {about.get('driver_version', 'unknown')}, commit "
        f"{about.get('commit') or unknown}"
    )
    return [*lines, f"command: {about['command']}"] if about.get("command") else lines


def own_objects(about: Mapping[str, Any]) -> list[str]:
    """That object types of somebody's own were built in, where some were."""
    own = about.get("objects")
    if not isinstance(own, Mapping):
        return []
    count = own.get("types")
    types = "1 object type" if count == 1 else f"{count} object types"
    return [f"built in: {types} from outside the repository, digest {own.get('digest')}"]


def _server(name: str, said: Mapping[str, Any], engines: Sequence[Engine]) -> str:
    flags = ", ".join(f"{key}={value}" for key, value in sorted(said.get("flags", {}).items()))
    told = ", ".join(
        dict.fromkeys(
            f"{engine['name']} {engine['version']} ({engine['format']})" for engine in engines
        )
    )
    return (
        f"{name}: {said.get('server_version', 'unknown')} on "
        f"{said.get('runtime_version', 'unknown')}{flags and f' ({flags})'}; {told}"
    )
