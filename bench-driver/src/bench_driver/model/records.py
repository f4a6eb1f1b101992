"""What is planned, made and measured, as a store keeps it: frozen, and of no library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .condition import condition_of
from .scenario import Scenario
from .sizes import weight


@dataclass(frozen=True)
class Job:
    """What the time of a run goes by: its series, its consumer and format, and its objects, those
    of its own warm-up among them.
    """

    series: str
    consumer: str
    format: str
    objects: int

    @classmethod
    def of(cls, series: str, consumer: str, format_name: str, request: Mapping[str, Any]) -> Job:
        """The job of a turn of that series. A slice, and what warms a cell under its own condition,
        goes by that condition: `slice block`.
        """
        if series in ("slice", "warmup") and "warmup" in request:
            series = f"slice {condition_of(request)}"
        return cls(
            series,
            consumer,
            format_name,
            (request["amount"] + request.get("warmup", 0)) * weight(request),
        )


#: Where the `about` of a sweep that measures cells of another again names that.
AGAIN_OF = "again_of"


@dataclass(frozen=True)
class SweepRecord:
    """A sweep as planned, and how far it got.

    `conditions` and `about` are as they were written down.
    """

    id: str
    preset: str
    state: str
    seed: int
    planned_at: str
    finished_at: str | None
    conditions: dict[str, Any]
    about: dict[str, Any]
    #: its maker's own name for it
    label: str | None = None
    #: the place that it was written at, as the store counts; one that was merged has that of the
    #: sweep before it by date
    written: int = 0

    @property
    def place(self) -> tuple[int, str, str]:
        """What sweeps are in order by: as they were written, since a clock may have been wrong."""
        return self.written, self.planned_at, self.id

    @property
    def resumption(self) -> str:
        """The command that goes on with it."""
        of_many = f"{self.cluster} --cluster ADDRESS"
        return f"bench-driver sweep --resume {of_many if self.cluster else self.id}"

    @property
    def cluster(self) -> str:
        """The sweep of several machines that it is a part of; empty where it is of none."""
        return self._of_cluster("id")

    @property
    def machine(self) -> str:
        """What that sweep calls the machine of this part."""
        return self._of_cluster("machine")

    def _of_cluster(self, name: str) -> str:
        said = self.about.get("cluster")
        value = said.get(name) if isinstance(said, dict) else None
        return value if isinstance(value, str) else ""

    @property
    def by_amounts(self) -> bool:
        """Whether an older driver measured it by amounts: it can be listed and exported."""
        return "scenarios" in self.conditions


@dataclass(frozen=True)
class Attempt:
    """What came of a run that was made, and where: on which host, by which build of its server, in
    which process; these are empty of one that was not made. Columns as in the schema.
    """

    started_at: str
    ended_at: str
    outcome: str
    request: Mapping[str, Any]
    answer: Mapping[str, Any] | None
    problem: Mapping[str, Any] | None
    notes: Mapping[str, Any]
    host: str = ""
    build: str = ""
    process: str = ""


#: The problem of a run that was not made since its contender's warm-up failed: its figures would be
#: those of a cold consumer.
UNWARMED = "driver_unwarmed"


@dataclass(frozen=True)
class Answer:
    """A run that was made: what was asked, and what came back. `outcome` is ok with an `answer`, or
    failed with a `problem`.
    """

    series: str
    arm: str | None
    scenario: Scenario
    round: int
    position: int
    number: int
    outcome: str
    started_at: str
    ended_at: str
    request: dict[str, Any]
    answer: dict[str, Any] | None
    problem: dict[str, Any] | None
    notes: dict[str, Any]

    @property
    def warmed(self) -> bool:
        """Whether its contender was warmed up, so that it could be made."""
        return (self.problem or {}).get("code") != UNWARMED


@dataclass(frozen=True)
class Measurement:
    """A point's figures from one run: the running totals over its first `amount` objects.

    `run_amount` is the whole run's.
    """

    sweep_id: str
    series: str
    arm: str | None
    scenario: Scenario
    round: int
    position: int
    run_amount: int
    amount: int
    total_ns: int
    mean_ns: float
    min_ns: int
    p50_ns: int
    p90_ns: int
    p99_ns: int
    max_ns: int
    total_time_ms: int
    #: whether the server says that the run was disturbed, and the class of its series; None where
    #: it gives no verdict
    noisy: bool
    steadiness: str | None


#: Figures of nights that are no measurement's: what an object takes on a quiet core; what it takes
#: where a night lacks one, and where there is no walk that could tell.
QUIET_NS, NEIGHBOURS_NS, UNCORRECTED_NS = "quiet_ns", "neighbours_ns", "uncorrected_ns"
#: Two more, of nights that measured a kept reference: the ratio of the time to the reference's, and
#: the same where one of the two met more neighbours, so that it says nothing.
RATIO, UNSURE_RATIO = "reference_ratio", "unsure_ratio"


@dataclass(frozen=True)
class Night:
    """A contender's figure in one sweep: the median over its rounds, and each of them by round.

    `figure` is its name: one of a measurement's, or one of those above.
    """

    sweep_id: str
    planned_at: str
    preset: str
    state: str
    amount: int
    value: float
    rounds: dict[int, float]
    figure: str = "p50_ns"
    #: of a ratio: to which reference, and what that took, ns
    reference: str = ""
    reference_ns: float = 0.0

    @property
    def is_ratio(self) -> bool:
        """Whether it is a ratio to a reference."""
        return bool(self.reference)
