"""The order in which people read scenarios."""

from __future__ import annotations

from collections.abc import Iterable

from .records import SweepRecord
from .scenario import Scenario


def in_order(sweep: SweepRecord, scenarios: Iterable[Scenario]) -> list[Scenario]:
    """Scenarios in the plan's order; what it has not, with servers as the sweep has them, object types and formats as the servers' engines."""
    planned = {Scenario(**item): place for place, item in enumerate(sweep.conditions.get("scenarios", []))}
    servers = sweep.about.get("servers", {})
    engines = [engine for server in servers.values() for engine in server.get("engines", [])]
    orders = {
        "object_type": [name for engine in engines for name in engine["object_types"]],
        "format": [engine["format"] for engine in engines],
        "provider": list(servers),
        "consumer": list(servers),
    }

    def place(scenario: Scenario) -> tuple[int, ...]:
        parts = tuple(order.index(name) if (name := getattr(scenario, part)) in order else len(order) for part, order in orders.items())
        return (planned.get(scenario, len(planned)), *parts)

    return sorted(sorted(scenarios), key=place)
