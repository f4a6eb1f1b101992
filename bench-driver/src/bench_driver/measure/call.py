"""One run, and what is written down of it whatever comes of it."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from ..errors import BenchError, RunFailed, ServerError, ServerLost, Unreachable
from ..model.condition import CONDITIONS, PUSH_NEW
from ..model.records import UNWARMED, Attempt
from ..servers.client import RUN_BASE_S, RUN_PER_OBJECT_S, Event
from ..servers.identity import Live
from ..system import connections

#: By how much the time of day and the monotonic clock may disagree over a run before it is noted,
#: seconds. A machine that slept is seen so too.
CLOCK_JUMP_S = 1.0
#: The longest name of a host that is kept.
_HOST = 128


@dataclass(frozen=True)
class Run:
    """A run as it was made: with an answer where it did well, with a problem where not.

    `lost` where a server is gone since. Of one that was made `consumer` is who was to parse.
    """

    request: dict[str, Any]
    started_at: str
    ended_at: str
    notes: dict[str, Any]
    answer: dict[str, Any] | None = None
    problem: dict[str, Any] | None = None
    lost: ServerLost | None = None
    consumer: Live | None = None

    @property
    def ok(self) -> bool:
        """Whether it did well."""
        return self.answer is not None

    @property
    def warmed(self) -> bool:
        """Whether its contender was warmed up, so that it could be made."""
        return (self.problem or {}).get("code") != UNWARMED

    @property
    def attempt(self) -> Attempt:
        """What the store keeps of it."""
        said = (self.request, self.answer, self.problem, self.notes)
        where = (
            (socket.gethostname()[:_HOST], self.consumer.build, self.consumer.target.name)
            if self.consumer
            else ()
        )
        return Attempt(self.started_at, self.ended_at, "ok" if self.ok else "failed", *said, *where)


@dataclass
class _Clock:
    """The time of day as a run begins, and a monotonic clock from then on: a time of day that is
    set anew meanwhile spoils nothing.
    """

    day: datetime = field(default_factory=lambda: datetime.now(UTC))
    start: float = field(default_factory=time.monotonic)

    def read(self) -> dict[str, Any]:
        """The times of a run that ends now, and what is to be noted of them."""
        seconds = time.monotonic() - self.start
        end = self.day + timedelta(seconds=seconds)
        jump = (datetime.now(UTC) - end).total_seconds()
        notes = {"seconds": round(seconds, 3), "load_average": round(os.getloadavg()[0], 2)} | (
            {"clock_jump_s": round(jump, 3)} if abs(jump) > CLOCK_JUMP_S else {}
        )
        return {
            "started_at": self.day.isoformat(timespec="milliseconds"),
            "ended_at": end.isoformat(timespec="milliseconds"),
            "notes": notes,
        }


def limit_s(request: dict[str, Any]) -> float:
    """How long a run may take at most, seconds."""
    return RUN_BASE_S + RUN_PER_OBJECT_S * float(request["amount"] + request.get("warmup", 0))


def make(
    consumer: Live, provider: Live, request: dict[str, Any], progressed: Callable[[int], None]
) -> Run:
    """Makes a run; `progressed` hears of each checkpoint. Never raises for what happens
    to the run.
    """
    checkpoints: list[Event] = []

    def heard(event: Event) -> None:
        if event["event"] == "checkpoint":
            checkpoints.append(event)
            progressed(event.get("amount", 0))

    asked, body = _asked(consumer, provider, request)
    if request.get("transfer") == CONDITIONS[PUSH_NEW]["transfer"]:
        connections.await_ports()
    clock = _Clock()
    assert asked.client is not None, (
        "every stack lets the driver reach its consumers, and a plan has pushes only where it "
        "reaches its providers"
    )
    try:
        _, answer = asked.client.run(body, heard)
    except (RunFailed, ServerError) as error:
        times = clock.read()
        # What was measured before it failed is kept for whoever wants to know why, but never
        # becomes a figure.
        times["notes"] |= {"checkpoints": checkpoints} if checkpoints else {}
        lost = _lost(error, consumer, provider)
        return Run(body, **times, problem=_problem(error), lost=lost, consumer=consumer)
    return Run(body, **clock.read(), answer=answer, consumer=consumer)


def _asked(consumer: Live, provider: Live, request: dict[str, Any]) -> tuple[Live, dict[str, Any]]:
    """The server that is asked for a run, and for what: the consumer, or the provider for what it
    is to push.
    """
    if "transfer" in request:
        there = {
            "receiver_url": consumer.target.provider_url,
            "server_type": consumer.engines.runtime,
            "receiver_engine": request.get("engine"),
        }
        return provider, {
            **{name: value for name, value in request.items() if name != "engine"},
            **{name: said for name, said in there.items() if said},
        }
    return consumer, {
        "provider_url": provider.target.provider_url,
        **request,
    } if "server_type" in request else request


def unwarmed(request: dict[str, Any], what: str = "its warm-up") -> Run:
    """What is written down of a run that is not made because of a warm-up that failed."""
    return not_made(request, UNWARMED, f"{what} failed, so it was not measured")


def not_made(request: dict[str, Any], code: str, detail: str) -> Run:
    """What is written down of a run that is not made, and why."""
    return Run(request, **_Clock().read(), problem={"code": code, "detail": detail})


def _problem(error: BenchError) -> dict[str, Any]:
    """The server's problem as it came, else the driver's words under a code of its own."""
    if isinstance(error, RunFailed):
        return error.problem
    return {
        "code": "driver_" + type(error).__name__.lower(),
        "detail": f"{error.what}: {error.why}",
    }


def _lost(error: BenchError, consumer: Live, provider: Live) -> ServerLost | None:
    """The server that a failed run lost; None where both still answer."""
    suspects = [consumer, provider] if isinstance(error, Unreachable) else []
    blamed = {"provider_unreachable": provider, "receiver_unreachable": consumer}
    suspects += (
        [blamed[error.problem["code"]]]
        if isinstance(error, RunFailed) and error.problem.get("code") in blamed
        else []
    )
    for server in suspects:
        if server.gone:
            do = (
                "see its log, then go on with `bench-driver sweep --resume`, which does the round "
                "again"
            )
            return ServerLost(
                f"{server.target.name} ended within a round",
                why=f"{error.what}: {error.why}",
                do=do,
            )
    return None
