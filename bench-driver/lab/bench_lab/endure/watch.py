"""Watches servers while something is done to them: whether `/health_check` answers, and how long the slowest answer took."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

import httpx

from bench_driver.servers.launch import Server

#: A health check is unanswered after so long, s.
PATIENCE_S = 10.0


@dataclass
class Health:
    """What one server answered so far: how often, its slowest answer, s; and what was no answer at all."""

    answers: int = 0
    slowest_s: float = 0.0
    failures: list[str] = field(default_factory=list)


class Watch:
    """Asks each server at an interval, each time over a connection of its own, from the beginning of the block to its end."""

    def __init__(self, servers: Iterable[Server], interval_s: float = 0.1, patience_s: float = PATIENCE_S) -> None:
        self.health = {server.name: Health() for server in servers}
        self._patience_s = patience_s
        self._end = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(server.url, self.health[server.name], interval_s), daemon=True) for server in servers]

    def __enter__(self) -> Self:
        """The watch, watching."""
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends it, once what was asked is answered."""
        self._end.set()
        for thread in self._threads:
            thread.join(self._patience_s + 1)

    def slowest(self) -> float:
        """The slowest answer of any server, s."""
        return max(health.slowest_s for health in self.health.values())

    def heard(self) -> int:
        """How often the server answered that answered least."""
        return min(health.answers for health in self.health.values())

    def failures(self) -> list[str]:
        """What was no answer, of any server."""
        return [f"{name}: {failure}" for name, health in self.health.items() for failure in health.failures]

    def _ask(self, url: str, health: Health, interval_s: float) -> None:
        with httpx.Client(base_url=url, trust_env=False, headers={"Connection": "close"}, timeout=self._patience_s) as client:
            while not self._end.wait(interval_s):
                began = time.monotonic()
                try:
                    status = client.get("/health_check").status_code
                    if status != 200:
                        health.failures.append(f"{urlsplit(url).netloc} answered {status}")
                except httpx.HTTPError as error:
                    health.failures.append(f"{urlsplit(url).netloc}: {type(error).__name__}")
                health.answers += 1
                health.slowest_s = max(health.slowest_s, time.monotonic() - began)
