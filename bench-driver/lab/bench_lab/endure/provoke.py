"""Makes one failure happen to one consumer, and says what was seen: the answer, and whether the server serves on."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import httpx

from .row import CONNECT_TIMEOUT_MS, READ_TIMEOUT_MS, Place, Row, Stub
from .scene import Scene

#: A run of so many objects, some of which may come before the failure.
AMOUNT, GOOD_BEFORE = 20, 7
#: A timeout may be noticed so much later on a busy machine, ms.
LATE_MS = 2500


@dataclass(frozen=True)
class Seen:
    """What a client saw of a run, how long it waited, and how the server was afterwards."""

    status: int
    answer: dict[str, Any]
    ms: float
    #: requests that the stub got; None where it is not the stub that fails
    requests: int | None
    #: connections that the origin got which must get none
    unlisted: int
    healthy: bool
    next_run: str

    @property
    def code(self) -> str:
        """The problem's code; empty where it is none."""
        return str(self.answer.get("code", ""))


def request(provider_url: str, **changes: Any) -> dict[str, Any]:
    """A good body of `POST /triggerReqs`, with changes."""
    good = {"amount": AMOUNT, "provider_url": provider_url, "object_format": "JSON", "server_type": "rust", "object_type": "DummyObject"}
    return {**good, **changes}


def provoke(scene: Scene, consumer: str, row: Row, good_before: int = 0, provider: str = "rust-provider") -> Seen:
    """One run against the failing provider, a health check, and a run against a provider that is well."""
    with httpx.Client(base_url=scene.consumers.url(consumer), trust_env=False, timeout=60) as client:
        with scene.arranged(row, good_before, provider) as origin:
            began = time.monotonic()
            answer = client.post("/triggerReqs", json=request(origin))
            ms = 1000 * (time.monotonic() - began)
            requests = scene.stub.requests if isinstance(row.made, Stub) else None
        healthy = client.get("/health_check").status_code == 200
        after = client.post("/triggerReqs", json=request(scene.providers.url(provider))).json()
    next_run = "fine" if after.get("verified") == AMOUNT else str(after.get("code", after))
    return Seen(answer.status_code, answer.json(), ms, requests, scene.unlisted.connections, healthy, next_run)


def completed(row: Row, good_before: int) -> int:
    """How many objects of such a run are received, parsed and found right."""
    if not row.code:
        return AMOUNT
    return row.completed + (good_before if isinstance(row.made, Stub) else 0)


def wrong(row: Row, seen: Seen, good_before: int) -> list[str]:
    """What is not as the failure contract says, in words; empty where all is."""
    done = completed(row, good_before)
    claims: dict[str, tuple[Any, Any]] = {
        "status": (seen.status, row.status),
        "code": (seen.code, row.code),
        "health after it": (seen.healthy, True),
        "the next run": (seen.next_run, "fine"),
        "connections to an origin that is not allowed": (seen.unlisted, 0),
    }
    if not row.code:
        claims["verified"] = (seen.answer.get("verified"), AMOUNT)
    else:
        claims["fields that hold a sum"] = ([name for name in seen.answer if "parsing" in name or "parse" in name or "total" in name], [])
    if row.code and row.code != "provider_not_allowed":
        claims["completed"] = (seen.answer.get("completed"), done)
        claims["request"] = (seen.answer.get("request"), done)
        claims["phase"] = (seen.answer.get("phase"), "measured")
    if row.refused_by:
        claims["refused_by"] = (seen.answer.get("refused_by"), row.refused_by)
    if row.code and seen.requests is not None:
        claims["requests, since nothing is retried"] = (seen.requests, done + (not row.unseen))
    found = [f"{name}: {said!r}, expected {expected!r}" for name, (said, expected) in claims.items() if said != expected]
    return found + _untimely(row, seen.ms)


def _untimely(row: Row, ms: float) -> list[str]:
    """A timeout must come when it is due, and never before."""
    if row.code != "provider_timeout":
        return []
    due = CONNECT_TIMEOUT_MS if isinstance(row.made, Place) else READ_TIMEOUT_MS
    return [] if 0.95 * due <= ms <= due + LATE_MS else [f"it took {ms:.0f} ms, expected {due} to {due + LATE_MS}"]


def moment(row: Row) -> int:
    """How many objects come right before the failure: only the stub can fail at a request of one's choice."""
    return GOOD_BEFORE if isinstance(row.made, Stub) else 0
