"""The shapes of what servers answer, as docs/contract/openapi.yaml has them, and what an answer
must satisfy to be believed.

Read strictly in types, but a field that is new here is let pass: later servers say more, and the
raw answer is always kept beside these models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from ..errors import ServerError
from ..model.series import DECODE, ENCODE, of_engine

_Model = TypeVar("_Model", bound=BaseModel)


#: Under which names an answer has the times of its windows.
_WINDOWS = Field(validation_alias=AliasChoices("parse", "encode"))


class _Answer(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True)


class Windows(_Answer):
    """Times of the windows, ns."""

    total_ns: int
    mean_ns: float
    min_ns: int
    p50_ns: int
    p90_ns: int
    p99_ns: int
    max_ns: int
    timer_overhead_ns: int


class Checkpoint(_Answer):
    """Running totals over the first `amount` measured objects."""

    amount: int
    total_time_ms: int
    windows: Windows = _WINDOWS


class Rule(_Answer):
    """A rule that says that a part of a run was disturbed: what was measured, and what is allowed,
    as ratios.
    """

    rule: str
    value: float
    limit: float


class Steadiness(_Answer):
    """Whether the block means stay on one level."""

    model_config = ConfigDict(strict=True, frozen=True, populate_by_name=True)

    verdict: str = Field(alias="class")


class Fetch(_Answer):
    """How long the run's thread waited for a body, ns."""

    total_ns: int
    mean_ns: float
    p50_ns: int
    p99_ns: int


class Reclaim(_Answer):
    """What it cost to release the objects; what a runtime has no word for is None."""

    drop_ns: int | None = None
    drop_p50_ns: int | None = None
    gc_count: int | None = None
    gc_pause_ms: int | None = None
    gc_pause_in_window_ns: int | None = None


class Memory(_Answer):
    """What a parse allocates, and the process's peak."""

    allocated_bytes_per_object: float | None = None
    peak_rss_bytes: int | None = None


class Cores(_Answer):
    """What a run reached on this many threads at once, all of them together."""

    threads: int
    objects_per_s: float = Field(gt=0)


class Figures(_Answer):
    """What both parts of a run say of themselves beside their times."""

    noise: list[Rule] = []
    steadiness: Steadiness | None = None
    fetch: Fetch | None = None
    reclaim: Reclaim = Reclaim()
    memory: Memory = Memory()
    guard_ns: int | None = None
    #: the windows in which bodies were decoded; there exactly where a run was asked for a `coding`
    decoding: Windows | None = None
    #: there exactly where a run was asked for `threads`
    cores: Cores | None = None


class Warmup(Figures):
    """The warm-up's own figures."""

    amount: int
    total_time_ms: int
    windows: Windows = _WINDOWS


class Payload(_Answer):
    """The bodies that were parsed in the measured part, in bytes."""

    bytes: int
    min_bytes: int
    max_bytes: int
    sha256: str


class Coded(_Answer):
    """The same bodies before they were decoded."""

    coding: str
    bytes: int
    min_bytes: int
    max_bytes: int
    sha256: str


class Histograms(_Answer):
    """All windows of a run: HdrHistograms in V2 compressed encoding, base64; of the warm-up none
    where there was none.
    """

    measured: str
    warmup: str | None = None


class RunEngine(_Answer):
    """The engine that parsed."""

    name: str
    library: str
    version: str
    format: str
    operation: str = DECODE
    kind: str | None = None


class Environment(_Answer):
    """What a figure depends on beside the engine."""

    runtime: str
    runtime_version: str
    server_version: str
    flags: dict[str, str]


class RunResult(Figures):
    """A run's answer.

    Its two times carry the format in their names; `sum_micro_s` and `total_time_ms` find them.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="allow")

    amount: int
    verified: int
    windows: Windows = _WINDOWS
    #: what the server advises whoever reads its figures, a sentence or more a text; [] where all is
    #: well
    advice: list[str] = []
    payload: Payload
    coded: Coded | None = None
    #: None of a run that fetched nothing
    connections: int | None = None
    checkpoints: list[Checkpoint]
    engine: RunEngine
    environment: Environment
    warmup: Warmup | None = None
    histograms: Histograms | None = None

    @property
    def sum_micro_s(self) -> int:
        """The sum over all windows, us; ServerError where the answer lacks it."""
        return self._named(
            "encoding_time_micro_s" if self.engine.operation == ENCODE else "parsing_time_micro_s"
        )

    @property
    def total_time_ms(self) -> int:
        """The wall time of the measured part, ms; ServerError where the answer lacks it."""
        return self._named("total_time_ms")

    def _named(self, field: str) -> int:
        name = f"{self.engine.format.lower()}_{field}"
        value = (self.model_extra or {}).get(name)
        if type(value) is not int:
            raise ServerError(
                f"the answer's {name} is {value!r}",
                why="the contract says an integer",
                do="run the contract tests: make test-live",
            )
        return value


class Sent(_Answer):
    """What went over the connections of a send, in the measured part."""

    transfer: Literal["framed", "request", "connection"]
    connections: int
    requests: int
    sent_bytes: int
    received_bytes: int
    #: from a request's last byte to its answer
    answers: Fetch


class SendResult(_Answer):
    """A send's answer: what went over its connections, and the figures of both ends."""

    sent: Sent
    sender: RunResult
    receiver: RunResult


class Engine(_Answer):
    """An engine that a server announces."""

    name: str
    library: str
    version: str
    format: str
    object_types: list[str]
    default: bool
    operation: str = DECODE
    #: how it reads three fields, or what it writes; None of an engine that reads whole objects
    kind: Literal["partial-typed", "pull", "lazy", "tree", "canonical"] | None = None
    #: what it checks of the other fields; None likewise
    skipped: str | None = None
    #: what it checks; of one that checks nothing, or reads three fields, empty
    checks: list[Literal["usual", "equal"]]
    #: each setting in which it differs from what its library's documentation begins with, and why
    settings: list[str]
    failing: list[str] = []
    #: object types on which it is still to be proven, so that it does not say yet whether it reads
    #: them
    unproven: list[str] = []

    @property
    def series(self) -> Sequence[str]:
        """Its series; an engine in no series is compared with nothing."""
        return of_engine({"checks": self.checks, "kind": self.kind})


class InSize(_Answer):
    """A size of an object type."""

    size: str
    variants: int


class ObjectType(_Answer):
    """An object type that a server announces."""

    name: str
    variants: int
    #: JSON Pointers to the fields that are read alone; empty where none are
    excerpt: list[str] = []
    sizes: list[InSize] = []


class Coding(_Answer):
    """A content coding of bodies, and the library that decodes it."""

    name: str
    library: str
    version: str


class Engines(Environment):
    """Who a server is, and what its engines can do."""

    engines: list[Engine]
    #: empty of a server that is older than the field
    object_types: list[ObjectType] = []
    #: likewise
    codings: list[Coding] = []
    #: those that its process may use; None of a server that is older than the field
    cpus: int | None = None

    @property
    def is_proven(self) -> bool:
        """Whether each engine says of all object types whether it reads them."""
        return not any(engine.unproven for engine in self.engines)

    @property
    def excerpts(self) -> dict[str, list[str]]:
        """The JSON Pointers to the three fields that are read alone, of each object type that has
        some.
        """
        return {known.name: known.excerpt for known in self.object_types if known.excerpt}

    @property
    def excerpted(self) -> list[str]:
        """The object types of which three fields can be read alone."""
        return [*self.excerpts]

    @property
    def growing(self) -> list[str]:
        """The object types that come in sizes."""
        return [known.name for known in self.object_types if known.sizes]

    @property
    def decodes(self) -> list[str]:
        """The content codings that bodies may come in."""
        return [known.name for known in self.codings]


def read(model: type[_Model], data: Any, source: str) -> _Model:
    """The model of an answer; ServerError where the answer has another shape."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise ServerError(
            f"{source} answered something else than its contract says",
            why=f"{where}: {first['msg']}",
            do="run the contract tests: make test-live",
        ) from error


def doubts(request: dict[str, Any], result: RunResult) -> list[str]:
    """Why a result is not the answer to its request; empty where it is."""
    return _wrong(_claims(request, result))


def doubts_of_send(request: dict[str, Any], result: SendResult) -> list[str]:
    """The same of a send: both ends dealt with every object, and saw the same bytes."""
    both = {
        name: value
        for name, value in request.items()
        if name in ("amount", "object_format", "warmup")
    }
    sender = _claims(
        {**both, "operation": ENCODE, "checkpoints": request.get("checkpoints", [])}, result.sender
    )
    engine = {"engine": request["receiver_engine"]} if "receiver_engine" in request else {}
    receiver = _claims({**both, **engine}, result.receiver)
    shared = {
        "transfer": (result.sent.transfer, request["transfer"]),
        "the receiver's digest": (result.receiver.payload.sha256, result.sender.payload.sha256),
    }
    named = {
        f"{end}'s {name}": claim
        for end, claims in (("the sender", sender), ("the receiver", receiver))
        for name, claim in claims.items()
    }
    return _wrong({**named, **shared})


def _wrong(claims: Mapping[str, tuple[Any, Any]]) -> list[str]:
    return [
        f"{name} is {said!r}, expected {expected!r}"
        for name, (said, expected) in claims.items()
        if said != expected
    ]


def _claims(asked: Mapping[str, Any], result: RunResult) -> dict[str, tuple[Any, Any]]:
    """What an answer says of its request, and what it should."""
    engine = result.engine
    return {
        "amount": (result.amount, asked["amount"]),
        "verified": (result.verified, asked["amount"]),
        "engine.format": (engine.format, asked["object_format"]),
        "engine.operation": (engine.operation, asked.get("operation", DECODE)),
        "engine.name": (engine.name, asked.get("engine", engine.name)),
        **(
            {asked["server_type"]: ((result.model_extra or {}).get(asked["server_type"]), 1)}
            if "server_type" in asked
            else {}
        ),
        "the checkpoints' amounts": (
            [point.amount for point in result.checkpoints],
            asked.get("checkpoints", []),
        ),
        "coded.coding": (result.coded.coding if result.coded else None, asked.get("coding")),
        "cores.threads": (result.cores.threads if result.cores else None, asked.get("threads")),
        "warmup.amount": (result.warmup.amount if result.warmup else 0, asked.get("warmup", 0)),
        "the sum of the windows, us": (result.sum_micro_s, (result.windows.total_ns + 500) // 1000),
    }
