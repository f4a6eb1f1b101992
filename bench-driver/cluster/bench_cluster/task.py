"""A round as it is sent to a machine, and back: data alone. It names no program, no flag and no
path, and what it names is looked up in the machine's own lists.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from bench_driver.errors import NotComparable, SetupError, UsageError
from bench_driver.measure.wanted import Whose
from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.records import Attempt
from bench_driver.plan.plan import Plan, planned
from bench_driver.servers import setups
from bench_driver.servers.specs import JVM_FLAGS, NAMES
from bench_driver.system import repository

#: A machine's name: what a sweep's id has room for beside its own.
MACHINE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,41}")
#: The number of the round that measures nothing: it asks the servers what they can do.
MEET = 0

_Id = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$")]
_Count = Annotated[int, Field(strict=True, ge=0, le=1000)]


def _named(item: Any) -> Any:
    """What it is given. ValueError where a string in it is no name."""
    match item:
        case str() if not re.fullmatch(r"[A-Za-z0-9_.+=#@:-]{0,64}", item):
            raise ValueError(f"{item!r:.60} is no name")
        case dict():
            _named([*item, *item.values()])
        case list():
            for one in item:
                _named(one)
    return item


def _planned(facts: Any) -> Plan | None:
    """The plan, as `Plan.facts` with a seed has it, or none."""
    return planned(_named(facts), int(facts["seed"])) if facts else None


_Names = BeforeValidator(_named)
#: The shortest quiet walks of the rounds of a sweep so far, ns.
_Walks = Annotated[list[tuple[Cell, Contender, float]], _Names]


class Task(BaseModel):
    """A round to be made; without a plan, servers to be asked what they can do."""

    model_config = ConfigDict(extra="forbid", frozen=True, revalidate_instances="always")

    sweep: _Id
    round: _Count
    attempt: _Count
    #: the driver's
    commit: str
    names: Annotated[list[str], _Names]
    setups: Annotated[list[str], _Names] = []
    plan: Annotated[Plan | None, BeforeValidator(_planned)] = None
    #: what the machine's servers said when the sweep was planned; only compared
    servers: dict[str, dict[str, Any]] = {}
    #: sizes of slices and lengths of warm-ups, which the machine's first round found
    cells: Annotated[list[dict[str, Any]], _Names] = []
    due: Annotated[list[Cell], _Names] = []
    walks: _Walks = []

    @property
    def key(self) -> str:
        """The name of the round, whichever attempt it is, in folders and messages."""
        return f"{self.sweep}.{self.round}"

    def whose(self, root: Path, folder: Path) -> Whose:
        """The machine's own servers of these names, on free ports, with the flags that the driver
        gives them.

        Raises:
            NotComparable: the checkout is another than the driver's
            UsageError: it names servers that the checkout does not have
            SetupError: one is not built

        """
        if (own := checked_out(root)) != self.commit:
            why = f"it is {own:.60}, the driver's is {self.commit:.60}"
            do = "check the same commit out on every machine, and build it"
            raise NotComparable("another commit is checked out", why=why, do=do)
        for word in self.setups:
            if not setups.started_only(word):
                raise _refused(f"its setup {word} is none that is only started in another way")
        ports = dict.fromkeys(NAMES, 0)
        names, words = tuple(self.names), tuple(self.setups)
        whose = Whose("native", names, ports, {}, None, JVM_FLAGS, str(folder), words)
        there = {name for name in whose.specs(root) if name.partition("+")[0] in NAMES}
        if strangers := sorted(set(names) - there):
            raise _refused(f"{strangers[0]} is no server of this checkout")
        if self.plan:
            needed = {who.server for _, who in self.plan.pairs}
            if strangers := sorted({*needed, *self.plan.providers} - set(names)):
                raise _refused(f"its plan has {strangers[0]}, and its servers are {self.names}")
        if lacking := whose.to_build(root):
            why = f"a sweep on many machines builds nothing: {', '.join(lacking)}"
            do = "make a sweep with the same options on that machine alone, which builds it"
            raise SetupError("a server is not built on this machine", why=why, do=do)
        return whose


def read(text: str) -> Task:
    """A task that somebody sent. UsageError where it is none, or names what none may."""
    try:
        return Task.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))[:80]
        raise _refused(f"{place}: {first['msg']}") from None
    except (LookupError, TypeError, ArithmeticError) as error:
        raise _refused(f"plan: {in_a_line(error)}") from None


@dataclass(frozen=True)
class Result:
    """A round as it was made; without a plan, what the machine and its servers are."""

    seconds: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
    runs: list[tuple[Turn, dict[str, Any], Attempt]] = field(default_factory=list)
    cells: list[dict[str, Any]] = field(default_factory=list)
    walks: _Walks = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)
    servers: dict[str, dict[str, Any]] = field(default_factory=dict)

    def refuse_unplanned(self, plan: Plan, number: int, due: Collection[Cell]) -> None:
        """ValueError where it has a run that the plan has not in that round, one twice, or none of
        a cell that is due.
        """
        turns = [turn for turn, _, _ in self.runs]
        slices = [turn for turn in turns if turn.series == "slice"]
        if len(slices) > len({*slices}):
            raise ValueError("it has a run twice")
        if lacking := {*due}.difference(turn.cell for turn in turns):
            raise ValueError(f"it lacks {min(map(str, lacking))}")
        for turn in turns:
            those = plan.contenders.get(turn.cell, ())
            same = {astuple(who)[:3] for who in those}  # whatever their role
            who = astuple(turn.contender)[:3]
            if turn.round != number or who not in same or turn.provider not in plan.providers:
                raise ValueError(f"it has a run that was not planned: {turn.cell}")


RESULT = TypeAdapter(Result)
#: What is raised where a machine sent something else.
UNUSABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError)


def in_a_line(error: Exception) -> str:
    """Why it cannot be used."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


def checked_out(root: Path) -> str:
    """The commit of a checkout. SetupError where it differs from that, or nobody can say which it
    is: then two machines may differ and seem the same.
    """
    seen = repository.checked_out(root)
    if not seen.commit:
        raise SetupError("this checkout has no commit", why=seen.why, do=seen.do)
    if seen.commit.endswith("-dirty"):
        do = "commit what has changed, and check that out on every machine"
        raise SetupError("this checkout has changes", why="other machines lack them", do=do)
    return seen.commit


def _refused(why: str) -> UsageError:
    return UsageError("the round is refused", why=why, do="send it by `sweep --cluster`")
