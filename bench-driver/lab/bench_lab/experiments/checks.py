"""What equal checks cost: the engine of each series, each in a process of its own."""

from __future__ import annotations

from dataclasses import replace

from bench_driver.model.series import EQUAL, OF_EQUAL

from ..paired.rows import Parsed
from .experiment import Engines, Experiment, Side, alone


def _sides(parsed: Parsed, known: Engines) -> tuple[Side, Side]:
    own = [engine["name"] for engine in known[parsed.consumer] if engine["format"] == parsed.format and EQUAL in engine["checks"]]
    equal = replace(parsed, engine=own[0] if own else parsed.engine + OF_EQUAL)
    return alone(parsed), alone(equal, "" if own else EQUAL)


CHECKS = Experiment(
    "checks",
    "What equal checks cost",
    ("usual checks", "equal checks"),
    "Both contenders parse the same bodies, each in a process of its own: as the library's documentation begins, or so that whatever the guard refuses of an "
    "object's fields is refused inside the window, too. Rust's engines with equal checks are a build of their own. What serde derives looks in both "
    "whether each field is there, and there once; nothing can take that out.",
    _sides,
)
