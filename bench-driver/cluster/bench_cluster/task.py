"""A round as it is sent to a machine: data alone. It names no program, no flag and no path, and
what it names is looked up in the machine's own lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from bench_driver.errors import NotComparable, SetupError, UsageError
from bench_driver.measure.wanted import Whose
from bench_driver.model.cell import Contender
from bench_driver.plan.plan import Plan, planned
from bench_driver.servers import setups
from bench_driver.servers.specs import JVM_FLAGS, NAMES
from bench_driver.system import repository

#: What every machine of a sweep must have alike beside the commit.
LOCKS = (
    "bench-driver/requirements.lock",
    "rust-server/Cargo.lock",
    "java-server/pom.xml",
)
#: The round that measures nothing: it asks the servers what they can do.
MEET = 0

Name = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9_.+=#@:-]{0,64}$")]
_Id = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,63}$")]
_Objects = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]
_Count = Annotated[int, Field(strict=True, ge=0, le=1000)]
_More = ConfigDict(extra="allow")


class _Cell(BaseModel):
    object_type: Name
    size: Name
    format: Name
    coding: Name
    condition: Name
    operation: Name
    checks: Name


class _Contender(BaseModel):
    consumer: Name
    engine: Name = ""
    setup: Name = ""
    role: Name = ""


class _Planned(_Cell):
    contenders: list[_Contender]


class _Warmed(_Contender):
    model_config = _More
    warmup_runs: _Count = 0


class _Sized(_Cell):
    model_config = _More
    amount: _Objects
    pilot: list[_Warmed]


class _Plan(BaseModel):
    """What a plan is kept as (`Plan.facts`); what else is there is left out."""

    groups: _Count
    providers: list[Name]
    cells: list[_Planned]
    apart: bool = False
    engines_apart: bool = False
    fewer_beside: bool = False
    with_itself: bool = False
    threads: _Count = 1
    variants: Annotated[int, Field(strict=True, ge=1, le=1024)] = 1024
    warmup_run: _Objects = 4096
    warmup_runs: _Count | None = None
    warmup_slice: _Objects = 1024
    warmup_provider: _Objects = 0
    amounts: list[_Objects] = []
    cold_amounts: list[_Objects] = []
    cold: Literal["none", "one-provider", "all"] = "none"


class Task(BaseModel):
    """A round to be made, or, of round `MEET`, servers to be asked what they can do."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sweep: _Id
    round: _Count
    attempt: Annotated[int, Field(strict=True, ge=1, le=1000)]
    #: what the machine must have alike: its commit, and the digests of its locks
    checkout: dict[str, str | None]
    names: list[Name]
    setups: list[Name] = []
    seed: Annotated[int, Field(strict=True, ge=0, le=2**32 - 1)] = 0
    plan: _Plan | None = None
    #: what the machine's servers said when the sweep was planned
    servers: dict[Name, dict[str, Any]] = {}
    #: sizes of slices and lengths of warm-ups, which the machine's first round found
    cells: list[_Sized] = []
    due: list[_Cell] = []
    #: the shortest quiet walks of the rounds before, ns
    walks: list[tuple[_Cell, _Contender, float]] = []

    @property
    def key(self) -> str:
        """Its name in folders and messages."""
        return f"{self.sweep}.{self.round}.{self.attempt}"

    def planned(self) -> Plan:
        """The plan of the sweep. UsageError where it has contenders of servers that it does not
        name.
        """
        assert self.plan is not None, "round MEET alone has no plan"
        plan = planned(self.plan.model_dump(exclude_unset=True), self.seed)
        needed = {who.server for those in plan.contenders.values() for who in those}
        if strangers := sorted({*needed, *plan.providers} - set(self.names)):
            raise _refused(f"its plan has {strangers[0]}, and its servers are {self.names}")
        return plan

    def whose(self, root: Path, folder: Path) -> Whose:
        """The machine's own servers of these names, on free ports, with the flags that the driver
        gives them. UsageError where there are none; SetupError where one is not built.
        """
        for word in self.setups:
            if not setups.started_only(word):
                raise _refused(f"its setup {word} is none that is only started in another way")
        if strangers := [name for name in self.names if name.partition("+")[0] not in NAMES]:
            raise _refused(f"{strangers[0]} is no server of this checkout")
        ports = dict.fromkeys(NAMES, 0)
        names, words = tuple(self.names), tuple(self.setups)
        whose = Whose("native", names, ports, {}, None, JVM_FLAGS, str(folder), words)
        if strangers := sorted(set(names) - set(whose.specs(root))):
            raise _refused(f"{strangers[0]} is no server of this checkout")
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


def contender(one: _Contender) -> Contender:
    """The contender that it names."""
    return Contender(one.consumer, one.engine, one.setup, one.role)


def checked_out(root: Path) -> dict[str, str | None]:
    """What of a checkout is alike on all machines: its commit, and the digests of its locks."""
    known = {name: (root / name) for name in LOCKS}
    locks = {
        name: sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else None
        for name, file in known.items()
    }
    return {"commit": repository.checked_out(root).commit, **locks}


def refuse_other(
    machine: str, there: Mapping[str, str | None], driver: Mapping[str, str | None]
) -> None:
    """NotComparable where a machine's checkout is another than the driver's."""
    if differing := [name for name, value in driver.items() if there.get(name) != value]:
        name = differing[0]
        why = f"its {name} is {there.get(name)!r:.60}, the driver's {driver[name]!r:.60}"
        do = "check the same commit out on every machine, and build it"
        raise NotComparable(f"{machine} has another checkout", why=why, do=do)


def _refused(why: str) -> UsageError:
    return UsageError("the round is refused", why=why, do="send it by `sweep --cluster`")
