"""What equal checks cost: the engine of each series, each in a process of its own."""

from __future__ import annotations

from dataclasses import replace

from ..paired.rows import Parsed
from .experiment import Engines, Experiment, Side, alone

#: The Rust server's build whose object types are read by what serde derives.
AS_DERIVED = "as-derived"


def _sides(parsed: Parsed, known: Engines) -> tuple[Side, Side]:
    own = [engine for engine in known[parsed.consumer] if engine["format"] == parsed.format]
    equal = next(engine["name"] for engine in own if "equal" in engine["checks"])
    if equal == parsed.engine:
        return alone(parsed, AS_DERIVED), alone(parsed)
    return alone(parsed), alone(replace(parsed, engine=equal))


CHECKS = Experiment(
    "checks",
    "What equal checks cost",
    ("usual checks", "equal checks"),
    "Both contenders parse the same bodies, each in a process of its own: as the library's documentation begins, or so that whatever the guard refuses of an "
    "object's fields is refused inside the window, too. An engine that stands in both series is compared with itself in a build whose object types are read by "
    "what serde derives. What serde derives looks whether each field is there, and there once; nothing can take that out.",
    _sides,
)
