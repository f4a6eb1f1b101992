"""Watches the health of servers while something is done to them."""

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
    """A server's answers so far, the slowest of them, s, and what was none."""

    answers: int = 0
    slowest_s: float = 0.0
    failures: list[str] = field(default_factory=list)


class Watch:
    """Asks each server at an interval until the block ends, each time over a new connection."""

    def __init__(
        self, servers: Iterable[Server], interval_s: float = 0.1, patience_s: float = PATIENCE_S
    ) -> None:
        self.health = {server.name: Health() for server in servers}
        self._patience_s, self._end = patience_s, threading.Event()
        self._threads = [
            threading.Thread(
                target=self._ask, args=(one.url, self.health[one.name], interval_s), daemon=True
            )
            for one in servers
        ]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join(self._patience_s + 1)

    def heard(self) -> int:
        """How often the server answered that answered least."""
        return min(health.answers for health in self.health.values())

    def failures(self) -> list[str]:
        """What was no answer, of any server."""
        every = self.health.items()
        return [f"{name}: {failure}" for name, health in every for failure in health.failures]

    def _ask(self, url: str, health: Health, interval_s: float) -> None:
        who = urlsplit(url).netloc
        with httpx.Client(
            base_url=url, trust_env=False, headers={"Connection": "close"}, timeout=self._patience_s
        ) as client:
            while not self._end.wait(interval_s):
                began = time.monotonic()
                try:
                    if (status := client.get("/health_check").status_code) != 200:
                        health.failures.append(f"{who} answered {status}")
                except httpx.HTTPError as error:
                    health.failures.append(f"{who}: {type(error).__name__}")
                health.answers += 1
                health.slowest_s = max(health.slowest_s, time.monotonic() - began)
