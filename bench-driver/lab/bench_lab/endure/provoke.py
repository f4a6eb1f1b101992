"""Makes one failure happen to one consumer: the answer, and whether the server serves on."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from bench_driver.report.document import Table

from .failures import CONNECT_TIMEOUT_MS, READ_TIMEOUT_MS, Row
from .scene import Scene

#: A run has this many objects, of which some come before the failure.
AMOUNT, GOOD_BEFORE = 20, 7
#: How late a timeout may be on a busy machine, ms.
LATE_MS = 2500


@dataclass(frozen=True)
class Seen:
    """What a client saw of a run, and of the server after it."""

    status: int
    answer: dict[str, Any]
    ms: float
    #: requests that the stub got; None where another fails
    requests: int | None
    #: connections that the origin got which must get none
    unlisted: int
    healthy: bool
    next_run: str

    @property
    def words(self) -> str:
        """The answer in a few words."""
        return answer_words(self.status, self.answer)


def answer_words(status: int, answer: Mapping[str, Any]) -> str:
    """Status, code and who refused, as far as an answer says them."""
    said = f"{status} {answer.get('code', '')}".strip()
    return ", ".join(filter(None, (said, answer.get("refused_by", ""))))


def request(provider_url: str, **changes: Any) -> dict[str, Any]:
    """A good body of `POST /triggerReqs`, with changes."""
    kind = {"object_format": "JSON", "server_type": "rust", "object_type": "DummyObject"}
    return {"amount": AMOUNT, "provider_url": provider_url, **kind, **changes}


def provoke(
    scene: Scene, consumer: str, row: Row, good_before: int = 0, provider: str = "rust-provider"
) -> Seen:
    """A run with the failing provider, a health check, and a run with a provider that is well."""
    url = scene.consumers.url(consumer)
    with httpx.Client(base_url=url, trust_env=False, timeout=60) as client:
        with scene.arranged(row, good_before, provider) as origin:
            began = time.monotonic()
            answer = client.post("/triggerReqs", json=request(origin))
            ms = 1000 * (time.monotonic() - began)
            requests = scene.stub.requests if row.by == "stub" else None
        healthy = client.get("/health_check").status_code == 200
        good = request(scene.providers.url(provider))
        after = client.post("/triggerReqs", json=good).json()
    next_run = "fine" if after.get("verified") == AMOUNT else str(after.get("code", after))
    unlisted = scene.unlisted.connections
    return Seen(answer.status_code, answer.json(), ms, requests, unlisted, healthy, next_run)


def moment(row: Row) -> int:
    """The good objects before the failure: only the stub fails at a request of one's choice."""
    return GOOD_BEFORE if row.by == "stub" else 0


def completed(row: Row, good_before: int) -> int:
    """The objects of such a run that are received, parsed and right."""
    return row.completed + (good_before if row.by == "stub" else 0) if row.code else AMOUNT


def wrong(row: Row, seen: Seen, good_before: int) -> list[str]:
    """What is not as the failure contract says, in words."""
    done, answer = completed(row, good_before), seen.answer
    claims: dict[str, tuple[Any, Any]] = {
        "status": (seen.status, row.status),
        "code": (answer.get("code", ""), row.code),
        "health after it": (seen.healthy, True),
        "the next run": (seen.next_run, "fine"),
        "connections to an origin that is not allowed": (seen.unlisted, 0),
    }
    if not row.code:
        claims["verified"] = (answer.get("verified"), AMOUNT)
    else:
        sums = [name for name in answer if any(part in name for part in ("pars", "total"))]
        claims["fields that hold a sum"] = (sums, [])
        if seen.requests is not None:
            expected = done + (not row.unseen)
            claims["requests, since nothing is retried"] = (seen.requests, expected)
    if row.code and row.code != "provider_not_allowed":
        for name, value in (("completed", done), ("request", done), ("phase", "measured")):
            claims[name] = (answer.get(name), value)
    if row.refused_by:
        claims["refused_by"] = (answer.get("refused_by"), row.refused_by)
    if row.code == "provider_timeout":
        due = CONNECT_TIMEOUT_MS if row.by == "place" else READ_TIMEOUT_MS
        timely = 0.95 * due <= seen.ms <= due + LATE_MS
        claims[f"time of {due} to {due + LATE_MS} ms"] = (0 if timely else round(seen.ms), 0)
    return [
        f"{name}: {value!r}, expected {expected!r}"
        for name, (value, expected) in claims.items()
        if value != expected
    ]


def table(seen: Sequence[tuple[Row, Mapping[str, Seen]]], servers: Sequence[str]) -> Table:
    """A line a row; a `!` marks what is not as contracted."""
    times = [f"{name} ms" for name in servers]
    head = ["failure", "how it is made", *servers, "completed", *times]
    return Table(head, [_cells(row, by_server) for row, by_server in seen], 2 + len(servers))


def _cells(row: Row, seen: Mapping[str, Seen]) -> list[str]:
    done = "" if row.code == "provider_not_allowed" else str(completed(row, moment(row)))
    answers = [one.words + (" !" if wrong(row, one, moment(row)) else "") for one in seen.values()]
    return [row.name, row.how, *answers, done, *(f"{one.ms:,.0f}" for one in seen.values())]
