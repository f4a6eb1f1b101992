"""What every study's file says, whatever measures it: what it asked, and what it claims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Data(BaseModel):
    """A table of a study's file: nothing in it may be misspelt."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class Asked(Data):
    """What a row of a claim is of, and what the study says of it."""

    #: what it says of its own figure, as far as it is known
    found: str = ""
    #: the study's own ratio, where it gives one
    figure: float | None = None

    @property
    def sides(self) -> tuple[str, str]:
        """What is compared with what, for people."""
        raise NotImplementedError

    @property
    def they_say(self) -> str:
        """The claim of the row, for people."""
        raise NotImplementedError


class Compared(Asked):
    """A ratio, and what the study says of it."""

    #: over 1, under 1, or 1
    claimed: Literal["greater", "less", "equal"]

    @property
    def they_say(self) -> str:
        """The claim of the row, for people."""
        return {"greater": "greater than 1", "less": "less than 1", "equal": "1"}[self.claimed]


class Claim(Data):
    """What a study says, and by which rows it is replicated."""

    id: str = Field(pattern=r"^[CP]\d{3}-\d+$")
    says: str
    #: why nothing here answers it
    not_testable: str = ""

    @property
    def rows(self) -> Sequence[tuple[Any, str]]:
        """Each row: what it is of, and what it is at."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _answerable(self) -> Self:
        if bool(self.rows) == bool(self.not_testable):
            raise ValueError(f"{self.id} has rows, or says why it has none")
        return self


class Study(Data):
    """The head of a study's file."""

    #: what measures it
    runner: str
    name: str
    title: str
    by: str
    question: str
    then: list[str]
    changed: list[str]


def refuse_repeated(claims: Sequence[Claim]) -> None:
    """ValueError where two claims have one id."""
    ids = [claim.id for claim in claims]
    if repeated := sorted({one for one in ids if ids.count(one) > 1}):
        raise ValueError(f"{repeated[0]} is claimed twice")
