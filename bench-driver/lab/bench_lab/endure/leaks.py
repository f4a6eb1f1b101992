"""Thousands of failing runs against each consumer, and what each holds before and after them."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from bench_driver.errors import StackError
from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options

from .behaviours import silent
from .failures import rows
from .provoke import request
from .pushes import BREAKS, opened
from .row import Row
from .scene import Scene
from .vitals import Vitals, take

Told = Callable[[str, int, int], None]
#: Each so manieth run is streamed; each so manieth is left by its client before its end.
STREAMED_EVERY, LEFT_EVERY = 10, 50
#: Each so manieth is a push in place of a run.
PUSHED_EVERY = 3
#: As many of these before the first look: pools are filled and code is compiled by failures too.
WARM_UP = 1500
_SETTLE_S = 15.0


@dataclass(frozen=True)
class Held:
    """A consumer before its failures, half-way and after them; how many there were, of how many kinds, in how long; what was answered wrongly."""

    server: str
    failures: int
    kinds: int
    seconds: float
    before: Vitals
    halfway: Vitals
    after: Vitals
    wrong: list[str]


def hold(scene: Scene, server: Server, options: Options, failures: int, told: Told) -> Held:
    """Provokes them all, one after the other."""
    failing = [row for row in rows(scene.root) if row.fast]
    driver = _Failing(scene, server.url, failing)
    try:
        for number in range(min(WARM_UP, failures)):
            driver.fail(number)
            told(f"{server.name}: warming up", number, failures)
        before = settled(server, options)
        began, halfway = time.monotonic(), before
        driver.wrong.clear()
        for number in range(failures):
            if number == failures // 2:
                halfway = settled(server, options)
            driver.fail(number)
            told(f"{server.name}: {number:,} of {failures:,} failures", number, failures)
        seconds = time.monotonic() - began
    finally:
        driver.close()
    return Held(server.name, failures, len(failing) + len(BREAKS) + 2, seconds, before, halfway, settled(server, options), driver.wrong)


def settled(server: Server, options: Options) -> Vitals:
    """What the server holds once it is at rest: healthy, and with the same threads and files twice in a row."""
    deadline = time.monotonic() + _SETTLE_S
    with httpx.Client(base_url=server.url, trust_env=False, headers={"Connection": "close"}) as client:
        if client.get("/health_check").status_code != 200:
            raise StackError(f"{server.name} is not well", why="GET /health_check does not answer 200", do=f"see its log: {server.log}")
    last = take(server, options)
    while time.monotonic() < deadline:
        time.sleep(0.5)
        now = take(server, options)
        if (now.threads, now.files) == (last.threads, last.files) and not now.sockets.get("CLOSE_WAIT"):
            break
        last = now
    return take(server, options, collect=True)


class _Failing:
    """A client whose runs all fail, each as its turn has it."""

    def __init__(self, scene: Scene, url: str, failing: list[Row]) -> None:
        self._scene, self._url = scene, url
        self._rows, self._pushes = failing, [*BREAKS.items()]
        self._golden = (scene.root / "providers" / "golden" / "DummyObject.json").read_bytes()
        self._client = httpx.Client(base_url=url, trust_env=False, timeout=30)
        self.wrong: list[str] = []

    def close(self) -> None:
        """Its connection ends."""
        self._client.close()

    def fail(self, number: int) -> None:
        """The next failing run; notes what was not as contracted."""
        if number % LEFT_EVERY == LEFT_EVERY - 1:
            self._leave()
            return
        if number % PUSHED_EVERY == PUSHED_EVERY - 1:
            self._push(number // PUSHED_EVERY)
            return
        row = self._rows[number % len(self._rows)]
        with self._scene.arranged(row, number % 3, "rust-provider") as origin:
            streamed = number % STREAMED_EVERY == STREAMED_EVERY - 1
            problem = self._run(request(origin), streamed)
        if problem.get("code") != row.code:
            self.wrong.append(f"{row.name}: {problem.get('code', problem)}, expected {row.code}")

    def _run(self, body: dict[str, object], streamed: bool) -> dict[str, object]:
        """The answer, or the last event; a run that was left may hold the server for a moment."""
        deadline = time.monotonic() + 10
        while True:
            answer = self._client.post("/triggerReqs", json=body, headers={"Accept": "application/x-ndjson"} if streamed else None)
            last = dict(json.loads(answer.text.splitlines()[-1]))
            if last.get("code") != "busy" or time.monotonic() > deadline:
                return last
            time.sleep(0.01)

    def _push(self, number: int) -> None:
        """Opens an ingest and breaks its rules; every tenth is left by its sender instead."""
        name, (push, code) = self._pushes[number % len(self._pushes)]
        with opened(self._client, self._url) as ingest:
            if number % 10 == 9:
                ingest.object(0, self._golden)
                return
            push(ingest, self._golden)
            said = ingest.end().get("code")
        if said != code:
            self.wrong.append(f"{name}: {said}, expected {code}")

    def _leave(self) -> None:
        """Starts a run that waits for its provider, and goes away."""
        self._scene.stub.reset(silent)
        body = json.dumps(request(self._scene.stub.url)).encode()
        head = f"POST /triggerReqs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        target = urlsplit(self._url)
        with socket.create_connection((str(target.hostname), int(target.port or 80)), timeout=10) as client:
            client.sendall(head + body)
            _until(lambda: self._scene.stub.requests > 0)


def _until(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 5
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.002)
    return True
