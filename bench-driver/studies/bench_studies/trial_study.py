"""A study that is measured on real stores, as its file says it: cells of a grid that is no product,
and claims on figures of trials.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from bench_driver.model.trials import Tag

from .claims import Asked, Claim, Compared, Data, Study, refuse_repeated
from .figures import FIGURES

Tags = dict[str, Tag]
#: What is measured for the claims, and what is killed for the promises.
PARTS = ("claims", "killed")
#: Tags in which a cell may differ from its base beside one: who, how much, and what of.
_FREE = {
    "replication": {"store", "form", "n"},
    "drivers": {"store", "language", "library", "operation", "n"},
    "microblog": {"store", "model", "level", "seconds"},
}


class _Measured(Asked):
    """A row of a claim for each of some cells; a side leaves out what its store's base says."""

    #: one of its runner's `FIGURES`
    measure: str
    part: Literal["claims", "killed"] = "claims"
    at: Sequence[Tags] = ({},)

    @property
    def asked_of(self) -> Sequence[Tags]:
        """The tags of each side."""
        raise NotImplementedError


class TrialRatio(_Measured, Compared):
    """What is measured of one side over the same of the other. A growth is one of two sizes."""

    over: Tags
    under: Tags
    #: the figure of the side below, where it is another
    than: str = ""

    @property
    def asked_of(self) -> Sequence[Tags]:
        """Over, under."""
        return self.over, self.under

    @property
    def sides(self) -> tuple[str, str]:
        """Both, and what is measured of them."""
        return f"{named(self.over)}, {self.measure}", (
            f"{named(self.under)}, {self.than or self.measure}"
        )


class Bound(_Measured):
    """A figure that is never more than this, in any round; of a count, among another."""

    of: Tags
    at_most: float
    among: str = "acknowledged"

    @property
    def asked_of(self) -> Sequence[Tags]:
        """The one."""
        return (self.of,)

    @property
    def sides(self) -> tuple[str, str]:
        """What is counted, and nothing."""
        return f"{named(self.of)}, {self.measure}", "-"

    @property
    def they_say(self) -> str:
        """The bound."""
        return f"at most {self.at_most:,}"


class TrialClaim(Claim):
    """What a study says, or a store promises, and by which trials it is tested."""

    ratios: Sequence[TrialRatio] = ()
    bounds: Sequence[Bound] = ()
    #: what makes the difference between their figure and ours
    explained: str = ""

    @property
    def rows(self) -> Sequence[tuple[TrialRatio | Bound, str]]:
        """Each row, and the cell that it is at."""
        every: list[TrialRatio | Bound] = [*self.ratios, *self.bounds]
        return [(one, named(at) or "base") for one in every for at in one.at]


class Preset(Data):
    """How much of the grid is measured, and how often."""

    rounds: int = Field(ge=1)
    #: at most so long, for the whole of it
    minutes: int
    #: cells, each as what differs from its store's base; of a list, one cell each
    claims: list[dict[str, Tag | list[Tag]]]
    killed: Sequence[dict[str, Tag | list[Tag]]] = ()


class Pace(Data):
    """What a trial takes, for the forecast of a run: seconds to start a pair, seconds beside the
    inserts, and inserts a second by acknowledgement; of drivers, fields a second by operation.
    """

    start: float
    beside: float
    rates: dict[str, float]


class TrialStudy(Study):
    """A published study whose claims trials on real stores answer."""

    runner: Literal["replication", "drivers", "microblog"]
    claims: list[TrialClaim]
    #: what the stores promise; tested by what is killed
    promises: Sequence[TrialClaim] = ()
    #: by part and store
    base: dict[str, dict[str, Tags]]
    presets: dict[str, Preset]
    pace: dict[str, Pace]

    def cells(self, preset: str, part: str) -> list[Tags]:
        """The cells of a part, each once."""
        lines = getattr(self.presets[preset], part)
        made = [cell for line in lines for cell in self._expanded(part, line)]
        return [one for place, one in enumerate(made) if one not in made[:place]]

    def tags(self, part: str, side: Mapping[str, Tag], at: Mapping[str, Tag]) -> Tags:
        """The cell that a side is measured in."""
        return {**self.base[part][str(side["store"])], **at, **side}

    def _expanded(self, part: str, line: Mapping[str, Tag | list[Tag]]) -> Iterator[Tags]:
        values = [value if isinstance(value, list) else [value] for value in line.values()]
        for chosen in product(*values):
            yield self.tags(part, dict(zip(line, chosen, strict=True)), {})

    @model_validator(mode="after")
    def _whole(self) -> Self:
        refuse_repeated([*self.claims, *self.promises])
        for preset in self.presets:
            for cell in self.cells(preset, "claims"):
                base = self.base["claims"][str(cell["store"])]
                varied = {name for name in cell if cell[name] != base.get(name)} - _FREE[
                    self.runner
                ]
                if len(varied) > 1:
                    raise ValueError(f"{preset} varies {' and '.join(sorted(varied))} at once")
        for claim in (*self.claims, *self.promises):
            for of in (*claim.ratios, *claim.bounds):
                for figure in (of.measure, getattr(of, "than", ""), getattr(of, "among", "")):
                    if figure and figure not in FIGURES[self.runner]:
                        raise ValueError(f"{figure} is no figure of a trial")
                known = self.cells("full", of.part)
                sides = [self.tags(of.part, side, at) for side in of.asked_of for at in of.at]
                if missing := [side for side in sides if side not in known]:
                    raise ValueError(f"{claim.id} is of {missing[0]}, which full does not measure")
        return self


def on_mongodb(study: TrialStudy) -> TrialStudy:
    """The study with a MongoDB in the place of its emulator."""

    def other(value: Any) -> Any:
        if isinstance(value, dict):
            return {other(name): other(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [other(item) for item in value]
        return "mongodb" if value == "mongo-java" else value

    return TrialStudy.model_validate(other(study.model_dump()))


def named(tags: Mapping[str, Tag]) -> str:
    """Tags for people: `postgresql xml, n 10,000`."""
    of = ("store", "form", "model", "level")
    first = " ".join(str(tags[name]) for name in of if name in tags)
    rest = [_named(name, tags[name]) for name in tags if name not in of]
    return ", ".join(filter(None, [first, *rest]))


def columns(tags: Mapping[str, Tag], names: Sequence[str]) -> list[str]:
    """Tags for a table: of each of these names one of its own, then all others together."""
    rest = {name: value for name, value in tags.items() if name not in names}
    return [*(str(tags[name]) for name in names), named(rest)]


def _named(name: str, value: Tag) -> str:
    if isinstance(value, bool):
        return name if value else ""
    return f"{name} {value:,}" if isinstance(value, int) else value
