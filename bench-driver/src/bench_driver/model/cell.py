"""What contenders are compared on, who they are, and what a slice of one gave: frozen, and of no
library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import inf
from statistics import median
from typing import Any

from . import answers
from .condition import CORES, PUSHES
from .records import Answer
from .scenario import Scenario, object_name, server_name
from .series import CHECKS, DECODE, USUAL
from .sizes import SIZES, Size

#: The consumer whose clock is too coarse for one window: it is read once for each block of 500.
BROWSER = "browser"
#: The role of a contender of `cores` that parses on one thread: what the scaling of the same
#: contender on all is taken from.
ONE_THREAD = "one-thread"
#: The roles of a contender that is compared with itself: in its own process, and in a second one.
ITSELF, AGAIN = "itself", "again"
#: The role of an engine that builds the object and parses nothing.
FLOOR = "floor"
#: How the setups begin that are kept builds; the rest of the name is a digest of them.
REFERENCE = "reference-"
#: Who spends more of its time compiling is not warm. The contract calls more noise.
COMPILES = 0.01
#: A contender that nobody asks for anything and that uses more of a CPU than this is not idle.
IDLE = 0.02


@dataclass(frozen=True, order=True, kw_only=True)
class Cell:
    """What contenders are compared on; it never contains what is compared. `condition` is block,
    http, one of `PUSHES`, replay, cores or write.

    `size` is empty for an object type that comes in none, `coding` where the bodies have no content
    coding. `operation` is decode, partial or encode. `checks` is the series that its contenders
    stand in, all of them: what they check, or, of the others, their kind.
    """

    object_type: str
    size: str = ""
    format: str
    coding: str = ""
    condition: str
    operation: str = DECODE
    checks: str = USUAL

    @property
    def sized(self) -> Size | None:
        """The contract's size of its objects; None of a type that comes in none."""
        return SIZES.get(self.size)

    @property
    def object_name(self) -> str:
        """The object type, with its size where it has one."""
        return object_name(self.object_type, self.size)

    @property
    def slug(self) -> str:
        """Its name in file names."""
        parts = (self.object_name, self.format, self.coding, self.condition)
        named = "_".join(part for part in parts if part)
        return named + (f"_{self.checks}" if self.checks != USUAL else "")

    @property
    def objects(self) -> str:
        """What is parsed, for people."""
        coded = f", {self.coding}" if self.coding else ""
        return f"{self.object_name} as {self.format}{coded}"

    @property
    def coded_format(self) -> str:
        """Its format, and the coding of its bodies where they have one."""
        return f"{self.format} {self.coding}" if self.coding else self.format

    @property
    def in_series(self) -> str:
        """The same, and its series where that is not the usual one."""
        return self.objects + self._series

    @property
    def _series(self) -> str:
        if self.checks not in CHECKS:
            return f", {self.checks}"
        return f", {self.checks} checks" if self.checks != USUAL else ""

    @property
    def under(self) -> str:
        """Its condition for people, and its series where that is not the usual one."""
        return self.condition + self._series

    @property
    def on_all_cores(self) -> bool:
        """Whether its figure is a rate, objects a second."""
        return self.condition == CORES

    @property
    def pushed(self) -> bool:
        """Whether the provider pushes what is parsed."""
        return self.condition in PUSHES

    def blocks(
        self, told: Mapping[str, Sequence[float]], compiles: float | None = None
    ) -> tuple[tuple[float, float], ...]:
        """A slice's blocks, by the contract's `blocks`: the median of its windows and the walks
        beside each; none where they tell nothing of each other.

        Where windows wait for bodies, a block of them lasts so long that the scans at its ends tell
        little of it. Where the runtime compiled for more than `COMPILES` of the slice's time, no
        walk of it is one of a quiet core: infinity.
        """
        waits = self.pushed or self.condition == "http"
        scans = told.get("scan_ns", ())
        walks = scans if (compiles or 0.0) <= COMPILES else [inf] * len(scans)
        return () if waits else tuple(zip(told.get("p50_ns", ()), walks, strict=False))

    def __str__(self) -> str:
        """Its name for people."""
        return f"{self.objects}, {self.under}"


def cell_of(item: Mapping[str, Any]) -> Cell:
    """The cell that a plain dictionary names, whatever else it says."""
    return Cell(**{part.name: item[part.name] for part in fields(Cell)})


@dataclass(frozen=True, order=True)
class Contender:
    """Who is compared: a consumer, its engine, and the setup that it was built or started in, ""
    for the usual one; or who stands beside these for its `role`.

    The engine "" is the default of the series: the first engine of the format that the consumer
    announces in the series of the cell.
    """

    consumer: str
    engine: str = ""
    setup: str = ""
    role: str = ""

    @property
    def server(self) -> str:
        """The server that it is, by name."""
        return server_name(self.consumer, self.setup)

    @property
    def is_reference(self) -> bool:
        """Whether it is a kept build, which stands beside tonight's for histories alone."""
        return self.setup.startswith(REFERENCE)

    @property
    def floor(self) -> bool:
        """Whether it parses nothing, but builds the object: the least that an engine of its
        consumer can take.
        """
        return self.role == FLOOR

    @property
    def compared(self) -> bool:
        """Whether it is compared with others; on one thread, and in two processes, it is beside
        itself, and a floor beside its consumer's engines.
        """
        return not self.role

    @property
    def alone(self) -> bool:
        """Whether it is compared with itself."""
        return self.role in (ITSELF, AGAIN)

    @property
    def in_process(self) -> Contender:
        """Who shares its process, whatever else they stand for: itself, or its second self."""
        return replace(self, role=AGAIN if self.role == AGAIN else "")

    def __str__(self) -> str:
        """Its name for people: what differs from the usual is said."""
        role = "" if self.floor else self.role
        return " ".join(part for part in (self.server, self.engine, role) if part)


@dataclass(frozen=True)
class Process:
    """A process of a server: the server's own, or a further one, by what it is for."""

    server: str
    further: str = ""

    @property
    def name(self) -> str:
        """Its name among servers."""
        return f"{self.server}#{self.further}" if self.further else self.server


@dataclass(frozen=True, kw_only=True)
class Turn:
    """A planned run: whose, on which cell, with bodies of which provider.

    Series: `provider-warmup` makes providers quick; `cold` are the first objects of a consumer that
    was just started; `warmup` warms a contender; `slice` is measured. Of slices `group` counts the
    cell's groups of the round from 1, `place` from 0.
    """

    round: int
    series: str
    cell: Cell
    contender: Contender
    provider: str
    amount: int
    #: the amounts that are reported of it
    points: tuple[int, ...] = ()
    group: int = 0
    place: int = 0

    @property
    def scenario(self) -> Scenario:
        """All that names its run except its amount and its condition."""
        who, cell = self.contender, self.cell
        return Scenario(
            consumer=who.consumer,
            provider=self.provider,
            object_type=cell.object_type,
            format=cell.format,
            engine=who.engine or None,
            setup=who.setup,
            role=who.role,
            size=cell.size,
            coding=cell.coding,
        )


#: A group's slices in the order in which they were to be made, each with what came of it.
MadeGroup = Sequence[tuple[Turn, Answer]]


def whole(group: MadeGroup) -> MadeGroup:
    """A group's slices where none failed, else none. Who was not warmed takes no part in it."""
    warmed = [(turn, made) for turn, made in group if made.warmed]
    return warmed if all(made.answer is not None for _, made in warmed) else []


@dataclass(frozen=True)
class Slice:
    """A slice that did well: its place in the sweep, and its figures.

    Times are ns an object, of the windows; shares are parts of 1.
    """

    cell: Cell
    contender: Contender
    provider: str
    round: int
    group: int
    place: int
    amount: int
    #: the median window; in a group with the browser the median over blocks of 500 of their mean
    p50_ns: float
    p99_ns: float
    mean_ns: float
    total_ns: int
    #: what the idle contenders used of a CPU meanwhile, as a share of one; None where nobody could
    #: read it
    idle_cpu: float | None
    #: what the server said of the CPUs during the slice, the contract's `Cpu`
    cpu: Mapping[str, Any]
    #: how many parsed at once
    threads: int = 1
    #: of all threads together, releasing included; None but under `cores`
    objects_per_s: float | None = None
    #: the median of each block of windows and the mean of the scans beside it, ns; empty where
    #: there are none that tell of the windows
    blocks: tuple[tuple[float, float], ...] = ()

    @property
    def figure_ns(self) -> float:
        """An object's time, ns, with whatever neighbours the core had: the median window; of a
        rate, the time from one object to the next.
        """
        return 1e9 / self.objects_per_s if self.objects_per_s else self.p50_ns

    @classmethod
    def together(cls, group: MadeGroup) -> list[Slice]:
        """The slices of a whole group.

        In one that has the browser among them everybody's figure is by blocks, as its clock can
        tell it.
        """
        made = whole(group)
        found = [cls.told(turn, one.answer or {}, one.notes.get("idle_cpu")) for turn, one in made]
        if all(turn.contender.consumer != BROWSER for turn, _ in group):
            return found
        means = [(one.answer or {})["blocks"]["mean_ns"] for _, one in made]
        return [
            replace(one, p50_ns=median(those) if those else one.mean_ns, blocks=())
            for one, those in zip(found, means, strict=True)
        ]

    @classmethod
    def told(cls, turn: Turn, answer: Mapping[str, Any], idle_cpu: float | None = None) -> Slice:
        """The same of a bare answer, of which it takes the windows' figures, what was read of the
        CPUs, and the series.
        """
        parse, cores = answers.windows(answer), answer.get("cores") or {}
        return cls(
            cell=turn.cell,
            contender=turn.contender,
            provider=turn.provider,
            round=turn.round,
            group=turn.group,
            place=turn.place,
            amount=turn.amount,
            **{name: parse[name] for name in ("p50_ns", "p99_ns", "mean_ns", "total_ns")},
            idle_cpu=idle_cpu,
            cpu=answer.get("cpu") or {},
            threads=cores.get("threads", 1),
            objects_per_s=cores.get("objects_per_s"),
            blocks=turn.cell.blocks(answer.get("blocks", {}), answers.compiles(answer)),
        )
