"""A study as its file says it: what it asked, what it claims, and what of the testbed answers each
claim.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib import resources
from itertools import product
from typing import Annotated, Literal, Self

from pydantic import Field, TypeAdapter, ValidationError, model_validator

from bench_driver.errors import SetupError, UsageError
from bench_driver.model.cell import Cell, Contender
from bench_driver.model.series import OPERATIONS, USUAL, operation_of

from .claims import Claim, Compared, Data, Study, refuse_repeated
from .trial_study import TrialStudy


class Side(Data):
    """Who and what one side of a ratio is of.

    What it leaves out is the row's object type, the default engine, and the study's condition.
    """

    consumer: str
    format: str
    object_type: str = ""
    series: str = USUAL
    engine: str = ""
    #: whose bodies; of all where it says none
    provider: str = ""
    #: the study's where it says none
    condition: str = ""

    def cell(self, object_type: str, condition: str) -> Cell:
        """The cell that it is measured on."""
        return Cell(
            object_type=self.object_type or object_type,
            format=self.format,
            condition=self.condition or condition,
            operation=operation_of(self.series),
            checks=self.series,
        )

    @property
    def contender(self) -> Contender:
        """Who is measured there."""
        return Contender(self.consumer, self.engine)

    def __str__(self) -> str:
        """Its name for people."""
        series = "" if self.series == USUAL else f", {self.series}"
        under = f"by {self.condition}" if self.condition else ""
        return " ".join(
            part
            for part in (
                self.consumer,
                self.engine,
                self.format + series,
                f"from {self.provider}" if self.provider else "",
                under,
            )
            if part
        )


class _Rows(Compared):
    """A row of a claim for each object type: one thing over another."""

    object_types: list[str]


#: What of a slice a ratio is of: the time of a window, or that from the first object to the last,
#: or the CPU time of the process that parses, all of an object; what share of one CPU that process
#: had in user mode or in the kernel; its peak of memory.
Measure = Literal[
    "window", "whole", "CPU time", "user share", "system share", "kernel share", "memory"
]


class Ratio(_Rows):
    """What is measured of one side over the same of the other."""

    measure: Measure = "window"
    #: whose sweep has both sides
    part: Literal["claims", "browser"] = "claims"
    over: Side
    under: Side

    @property
    def sides(self) -> tuple[str, str]:
        """Both, and what of them is measured where that is no window."""
        of = "" if self.measure == "window" else f", {self.measure}"
        return f"{self.over}{of}", f"{self.under}{of}"


class Bytes(_Rows):
    """The bodies' sizes, which are what they are: bytes of one format over bytes of the other."""

    over: str
    under: str

    @property
    def sides(self) -> tuple[str, str]:
        """Both formats."""
        return f"{self.over} bytes", f"{self.under} bytes"


class Growth(_Rows):
    """What an object takes where there are many, over what it takes where there are few; of one
    consumer, format and provider, from the sweep by amounts.
    """

    consumer: str
    format: str
    provider: str
    many: int
    few: int

    @property
    def sides(self) -> tuple[str, str]:
        """Both amounts."""
        of = f"{self.consumer} {self.format} from {self.provider}, whole, of"
        return f"{of} {self.many:,}", f"{of} {self.few:,}"


class SweepClaim(Claim):
    """What a study says, and by which ratios it is replicated."""

    ratios: Sequence[Ratio] = ()
    sizes: Sequence[Bytes] = ()
    growths: Sequence[Growth] = ()

    @property
    def rows(self) -> Sequence[tuple[Ratio | Bytes | Growth, str]]:
        """Each row: what it is of, and its object type."""
        every: list[Ratio | Bytes | Growth] = [*self.ratios, *self.sizes, *self.growths]
        return [pair for one in every for pair in product([one], one.object_types)]


class Part(Data):
    """A sweep beside that of the claims: its options, and those of a shorter one."""

    sweep: list[str]
    quick: Sequence[str] = ()


class Browser(Part):
    """A sweep with a browser among its contenders, whose figures are of another make than those of
    a sweep without.
    """

    condition: str


class Amounts(Part):
    """The study's own amounts, and those of them that its test took as trials."""

    trials: list[int]


class Step(Data):
    """What may make a figure as large as the study's, and what it adds to the step before it."""

    adds: str
    over: Side
    #: whether it stands beside the others, and adds nothing to the step before it
    beside: bool = False


class Ladder(Part):
    """Steps from what is measured today to what a study may have measured, each over the same
    thing.
    """

    says: str
    measure: Measure = "window"
    object_types: list[str]
    figure: float
    under: Side
    steps: list[Step]


class SweepStudy(Study):
    """A published study whose claims sweeps of the servers answer."""

    runner: Literal["sweep"] = "sweep"
    #: the condition that answers its claims, and the options of the sweep that measures them
    condition: str
    sweep: list[str]
    #: those of a shorter one, which answers some of them; empty where there is none
    quick: Sequence[str] = ()
    claims: list[SweepClaim]
    #: what could explain a figure of the study's
    ladder: Ladder | None = None
    #: what is measured by amounts, as the study did it
    amounts: Amounts | None = None
    #: what a browser parses
    browser: Browser | None = None

    def part(self, name: str) -> Part | None:
        """The sweep of one of `PARTS`, where the study has it."""
        return {
            "claims": Part(sweep=self.sweep, quick=self.quick),
            "ladder": self.ladder,
            "amounts": self.amounts,
            "browser": self.browser,
        }[name]

    def label(self, part: str) -> str:
        """By which a sweep of a part is found again."""
        return f"study-{self.name}" + ("" if part == "claims" else f"-{part}")

    @cached_property
    def cells(self) -> set[Cell]:
        """The cells that its claims are answered by."""
        mine = (ratio for claim in self.claims for ratio in claim.ratios if ratio.part == "claims")
        sides = ((ratio, side) for ratio in mine for side in (ratio.over, ratio.under))
        return {
            side.cell(name, self.condition) for ratio, side in sides for name in ratio.object_types
        }

    @model_validator(mode="after")
    def _whole(self) -> Self:
        refuse_repeated(self.claims)
        known = {name for those in OPERATIONS.values() for name in those}
        sides = (
            side
            for claim in self.claims
            for ratio in claim.ratios
            for side in (ratio.over, ratio.under)
        )
        if unknown := sorted({side.series for side in sides} - known):
            raise ValueError(f"{unknown[0]} is no series")
        if missing := [
            claim.id
            for claim in self.claims
            for ratio in claim.ratios
            if self.part(ratio.part) is None
        ]:
            raise ValueError(f"{missing[0]} is of a part that the study has not")
        return self


#: By its runner, which a sweep's study need not name.
_ANY: TypeAdapter[SweepStudy | TrialStudy] = TypeAdapter(
    Annotated[SweepStudy | TrialStudy, Field(discriminator="runner")]
)


def names() -> list[str]:
    """The studies that there are."""
    return sorted(
        file.name.removesuffix(".toml")
        for file in _folder().iterdir()
        if file.name.endswith(".toml")
    )


def load(name: str) -> SweepStudy | TrialStudy:
    """A study by its name; UsageError where there is none, SetupError where its file cannot be
    read.
    """
    if name not in names():
        raise UsageError(
            f"{name} is no study",
            why=f"there are {', '.join(names())}",
            do="name one of these: `bench-driver study list`",
        )
    try:
        read = tomllib.loads(_folder().joinpath(f"{name}.toml").read_text("utf-8"))
        return _ANY.validate_python({"runner": "sweep", **read})
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise SetupError(
            f"the file of the study {name} cannot be read",
            why=str(error).replace("\n", " "),
            do="mend it",
        ) from error


def load_sweep(name: str) -> SweepStudy:
    """A study that sweeps answer. UsageError where it is none."""
    found = load(name)
    if isinstance(found, TrialStudy):
        raise UsageError(
            f"{name} is measured by no sweep",
            why="it is measured on real stores",
            do=f"run `bench-driver study run {name}` without the options of a sweep",
        )
    return found


def every() -> Iterator[SweepStudy | TrialStudy]:
    """All of them."""
    return map(load, names())


def _folder() -> resources.abc.Traversable:
    return resources.files(__package__).joinpath("files")
