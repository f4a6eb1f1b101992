"""What contenders are compared on, who they are, and what a slice of one gave: frozen, and of no library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from statistics import median
from typing import Any

from . import answers
from .condition import CORES, PUSHES, REPLAY, WRITE
from .records import Answer
from .scenario import Scenario
from .series import CHECKS, DECODE, USUAL

#: The consumer whose clock is too coarse for one window: it is read once for each block of 500.
BROWSER = "browser"
#: Stands in a consumer's name between that of the usual one and the setup that it was built or started in: `java-server+serial`.
PLUS = "+"
#: Stands between a consumer's name and the number of a process of it, where it has several: `java-server#2` is the second.
NUMBER = "#"
#: The setup of a contender of `cores` that parses on one thread: what the scaling of the same contender on all is taken from.
ONE_THREAD = "one-thread"
#: The setups of a contender that is compared with itself: in its own process, and in a second one.
ITSELF, AGAIN = "itself", "again"
#: Begins the names of the engines that build the object and parse nothing.
FLOOR = "floor-"
#: Who spends more of its time compiling is not warm. The contract calls more noise.
COMPILES = 0.01
#: A contender that nobody asks for anything and that uses more of a CPU than this is not idle.
IDLE = 0.02


@dataclass(frozen=True, order=True)
class Cell:
    """What contenders are compared on; it never contains what is compared. `condition` is block, http, one of `PUSHES`, replay, cores or write.

    `operation` is decode, partial or encode. `checks` is the series that its contenders stand in, all of them: what they check, or, of the others, their kind.
    """

    object_type: str
    format: str
    condition: str
    operation: str = DECODE
    checks: str = USUAL

    @property
    def slug(self) -> str:
        """Its name in file names."""
        return f"{self.object_type}_{self.format}_{self.condition}" + (f"_{self.checks}" if self.checks != USUAL else "")

    @property
    def objects(self) -> str:
        """What is parsed, for people."""
        return f"{self.object_type} as {self.format}"

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

    @property
    def from_memory(self) -> bool:
        """Whether its bodies stay in memory, so that whose they are plays no part."""
        return self.condition in (REPLAY, CORES, WRITE)

    def blocks(self, told: Mapping[str, Sequence[float]], compiles: float | None = None) -> tuple[tuple[float, float], ...]:
        """A slice's blocks, by the contract's `blocks`: the median of its windows and the walks beside each; none where they tell nothing of each other.

        Where windows wait for bodies, a block of them lasts so long that the scans at its ends tell little of it. Where the runtime compiled for more than
        `COMPILES` of the slice's time, no walk of it is one of a quiet core: infinity.
        """
        waits = self.pushed or self.condition == "http"
        scans = told.get("scan_ns", ())
        walks = scans if (compiles or 0.0) <= COMPILES else [inf] * len(scans)
        return () if waits else tuple(zip(told.get("p50_ns", ()), walks, strict=False))

    def __str__(self) -> str:
        """Its name for people."""
        return f"{self.objects}, {self.under}"


@dataclass(frozen=True, order=True)
class Contender:
    """Who is compared: a consumer by its name in the stack, its engine, and its setup, "" for the usual one; or `ONE_THREAD`, `ITSELF` or `AGAIN`.

    The engine "" is the default of the series: the first engine of the format that the consumer announces in the series of the cell.
    """

    consumer: str
    engine: str = ""
    setup: str = ""

    @property
    def usual(self) -> str:
        """The consumer of which this one's is another setup; itself where it is none."""
        return self.consumer.partition(PLUS)[0]

    @property
    def set_up(self) -> bool:
        """Whether its consumer was built or started in another way than the usual one."""
        return PLUS in self.consumer

    @property
    def floor(self) -> bool:
        """Whether it parses nothing, but builds the object: the least that an engine of its consumer can take."""
        return self.engine.startswith(FLOOR)

    @property
    def compared(self) -> bool:
        """Whether it is compared with others; on one thread, and in two processes, it is beside itself, and a floor beside its consumer's engines."""
        return self.setup not in (ONE_THREAD, ITSELF, AGAIN) and not self.floor

    @property
    def alone(self) -> bool:
        """Whether it is compared with itself."""
        return self.setup in (ITSELF, AGAIN)

    @property
    def process(self) -> str:
        """The consumer, or the second process of it that this one parses in."""
        return again(self.consumer) if self.setup == AGAIN else self.consumer

    def __str__(self) -> str:
        """Its name for people: what differs from the usual is said."""
        return " ".join(part for part in (self.consumer, self.engine, self.setup) if part)


def again(consumer: str) -> str:
    """The second process of a consumer, by name, in which it is compared with itself."""
    return f"{consumer}{NUMBER}{AGAIN}"


@dataclass(frozen=True)
class SliceTurn:
    """A slice to be made: its place in its round's order, and in its group. `group` counts the cell's groups of the round from 1, `place` from 0."""

    round: int
    position: int
    cell: Cell
    contender: Contender
    provider: str
    group: int
    place: int
    amount: int
    #: what a run is there for, as `Turn.series` says it of others
    series = "slice"

    @property
    def checks(self) -> str:
        """The series that its engine stands in."""
        return self.cell.checks

    @property
    def scenario(self) -> Scenario:
        """All that names its run except its amount and its condition."""
        return Scenario(self.contender.process, self.provider, self.cell.object_type, self.cell.format, self.contender.engine or None)


#: A group's slices in the order in which they were to be made, each with what came of it.
MadeGroup = Sequence[tuple[SliceTurn, Answer]]


def whole(group: MadeGroup) -> MadeGroup:
    """A group's slices where none failed, else none. Who was not warmed takes no part in it."""
    warmed = [(turn, made) for turn, made in group if made.warmed]
    return warmed if all(made.answer is not None for _, made in warmed) else []


@dataclass(frozen=True)
class Slice:
    """A slice that did well: its place in the sweep, and its figures. Times are ns an object, of the windows; shares are parts of 1."""

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
    #: what the idle contenders used of a CPU meanwhile, as a share of one; None where nobody could read it
    idle_cpu: float | None
    #: what the server said of the CPUs during the slice, the contract's `Cpu`
    cpu: Mapping[str, Any]
    #: how many parsed at once
    threads: int = 1
    #: of all threads together, releasing included; None but under `cores`
    objects_per_s: float | None = None
    #: the median of each block of windows and the mean of the scans beside it, ns; empty where there are none that tell of the windows
    blocks: tuple[tuple[float, float], ...] = ()

    @property
    def figure_ns(self) -> float:
        """An object's time, ns, with whatever neighbours the core had: the median window; of a rate, the time from one object to the next."""
        return 1e9 / self.objects_per_s if self.objects_per_s else self.p50_ns

    @classmethod
    def together(cls, group: MadeGroup) -> list[Slice]:
        """The slices of a whole group. In one that has the browser among them everybody's figure is by blocks, as its clock can tell it."""
        made = whole(group)
        found = [cls.told(turn, one.answer or {}, one.notes.get("idle_cpu")) for turn, one in made]
        if all(turn.contender.consumer != BROWSER for turn, _ in group):
            return found
        means = [(one.answer or {})["blocks"]["mean_ns"] for _, one in made]
        return [replace(one, p50_ns=median(those) if those else one.mean_ns, blocks=()) for one, those in zip(found, means, strict=True)]

    @classmethod
    def told(cls, turn: SliceTurn, answer: Mapping[str, Any], idle_cpu: float | None = None) -> Slice:
        """The same of a bare answer, of which it takes the windows' figures, what was read of the CPUs, and the series."""
        parse, cores = answers.windows(answer), answer.get("cores") or {}
        return cls(
            turn.cell, turn.contender, turn.provider, turn.round, turn.group, turn.place, turn.amount,
            parse["p50_ns"], parse["p99_ns"], parse["mean_ns"], parse["total_ns"], idle_cpu, answer.get("cpu") or {},
            cores.get("threads", 1), cores.get("objects_per_s"), turn.cell.blocks(answer.get("blocks", {}), answers.compiles(answer)),
        )  # fmt: skip
