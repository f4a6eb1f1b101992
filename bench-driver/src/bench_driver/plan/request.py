"""What a sweep is asked for. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ..model.best import Choice
from ..model.cell import Cell, Contender
from ..model.series import USUAL
from .groups import GROUPS

#: With which providers the first objects of a fresh process are measured. The wait for a provider
#: is no part of a parse, so that one tells most of it.
Cold = Literal["none", "one-provider", "all"]
#: What a process of a consumer parses in a sweep: one format by one engine, one format by all
#: engines of it, or all.
Processes = Literal["engine", "format", "shared"]


@dataclass(frozen=True)
class Held:
    """What holds for every slice, and how what is measured is warmed; objects."""

    variants: int = 1024
    #: of each run with which a contender is warmed in a cell, under the cell's own condition, as a
    #: round begins
    warmup_run: int = 4096
    #: how many such runs each contender makes in each cell; None where the first round finds it
    warmup_runs: int | None = None
    #: at the start of each slice, from its own source, reported apart
    warmup_slice: int = 1024
    #: requested by each contender from each provider for each object type and format, with many in
    #: flight, so that no provider is cold. 0 leaves it out: the contenders warm under their own
    #: conditions, and so request thousands of each provider before the first slice
    warmup_provider: int = 0
    #: at which each slice is reported, the last being its size; empty where the pilot sizes slices
    amounts: tuple[int, ...] = ()
    #: at which the first objects of a process are reported that was just started
    cold_amounts: tuple[int, ...] = (1, 10, 100, 1000)
    cold: Cold = "none"


@dataclass(frozen=True)
class Stopping:
    """How many rounds: `rounds`, or, where that is None, as many as half-widths of `target` (0.05
    is 5 %) take, as far as `budget_s` seconds hold them.
    """

    rounds: int | None = None
    target: float = 0.05
    budget_s: float = 900.0


@dataclass(frozen=True)
class Request:
    """What the user asks for.

    Filters that are empty take the usual object types and formats, and the default engine of each
    format in each series. With `floors` each usual consumer's floor is in each of its cells.
    """

    stopping: Stopping = field(default_factory=Stopping)
    conditions: tuple[str, ...] = ("block",)
    groups: int = GROUPS
    processes: Processes = "engine"
    seed: int = 0
    preset: str = "own"
    held: Held = field(default_factory=Held)
    object_types: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    #: in each of which bodies are measured next to plain ones
    codings: tuple[str, ...] = ()
    engines: tuple[str, ...] = ()
    #: the series
    checks: tuple[str, ...] = (USUAL,)
    #: whether somebody asked for these, and no preset did
    explicit_checks: bool = field(default=False, compare=False)
    #: of object types that come in sizes; none of them where it is empty
    sizes: tuple[str, ...] = ()
    #: where no engine is named: of each format the first whose library has another version in
    #: another consumer, where there is one in any format
    changed: bool = False
    #: names, by their letters alone, of engines that are measured next to the defaults, where no
    #: engine is named and a consumer has them
    touched: tuple[str, ...] = ()
    floors: bool = False
    #: the consumers that are swept for what engines their usual ones lack
    adding: tuple[str, ...] = ()
    #: the engines of an earlier sweep that are measured, and no others
    best: Choice | None = None
    #: who is measured on which cell, in the place of all filters; empty where the filters say it
    contenders: Mapping[Cell, tuple[Contender, ...]] = field(default_factory=dict)
    #: the sweep whose contenders those are, which are measured again
    again_of: str = ""
