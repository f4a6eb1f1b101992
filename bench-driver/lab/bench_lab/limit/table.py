"""The comparison of tight loop and service, pure: figures in, lines out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

#: The service's conditions in the order in which they leave the tight loop behind.
CONDITIONS = ("replay", "block", "http")
#: How far `replay` may lie over the tight loop and the empty window before the page owes an explanation.
ALLOWED = 0.05


@dataclass(frozen=True, order=True)
class Key:
    """What was parsed, by whom: a line of the table."""

    object_type: str
    format: str
    runtime: str
    engine: str


@dataclass(frozen=True)
class Tight:
    """A tight loop's median, ns an object, whether that holds an empty window too, and what an object allocates where the tool says it, bytes."""

    ns: float
    allocated_bytes: float | None = None
    windowed: bool = False


@dataclass(frozen=True)
class Service:
    """A consumer's p50 of each repetition by condition, ns; its empty window; what it says that an object allocates, bytes."""

    p50_ns: Mapping[str, Sequence[float]]
    timer_overhead_ns: int
    allocated_bytes: float | None = None


@dataclass(frozen=True)
class Line:
    """A line of the table. `over` is `replay` over the tight loop and the empty window, as a ratio."""

    key: Key
    tight_ns: float
    timer_overhead_ns: int
    medians_ns: tuple[float, ...]
    ratios: tuple[float, ...]
    over: float
    allocated_tight: float | None
    allocated_service: float | None

    @property
    def agrees(self) -> bool:
        """Whether `replay` is the tight loop, to within `ALLOWED`."""
        return abs(self.over - 1) <= ALLOWED


def lines(tight: Mapping[Key, Tight], service: Mapping[Key, Service]) -> list[Line]:
    """Every key that both know, in order."""
    return [_line(key, tight[key], service[key]) for key in sorted(tight.keys() & service.keys())]


def _line(key: Key, tight: Tight, service: Service) -> Line:
    medians = tuple(median(service.p50_ns[condition]) for condition in CONDITIONS)
    over = medians[0] / (tight.ns + (0 if tight.windowed else service.timer_overhead_ns))
    ratios = tuple(found / tight.ns for found in medians)
    return Line(key, tight.ns, service.timer_overhead_ns, medians, ratios, over, tight.allocated_bytes, service.allocated_bytes)


HEADER = ("object type", "format", "engine", "tight ns", *(f"{name} ns" for name in CONDITIONS), *(f"{name} / tight" for name in CONDITIONS),
          "replay / (tight + window)", "bytes/object tight", "service")  # fmt: skip


def cells(line: Line) -> list[str]:
    """A line as text, in the order of `HEADER`."""
    allocated = ["" if found is None else f"{found:,.0f}" for found in (line.allocated_tight, line.allocated_service)]
    return [
        line.key.object_type, line.key.format, f"{line.key.engine} ({line.key.runtime})", f"{line.tight_ns:,.0f}",
        *(f"{found:,.0f}" for found in line.medians_ns), *(f"{ratio:.2f}" for ratio in line.ratios),
        f"{line.over:.3f}{'' if line.agrees else ' !'}", *allocated,
    ]  # fmt: skip
