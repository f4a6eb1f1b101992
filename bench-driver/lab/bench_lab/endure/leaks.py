"""Thousands of failing runs at each consumer, and what it holds before and after them."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from bench_driver.report.document import Table
from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options

from ..claims import Line, megabytes
from .failures import golden, rows
from .provoke import request
from .pushes import BREAKS, opened
from .scene import Scene
from .stub import silent
from .vitals import Vitals, settled

#: Of this many turns one is: streamed; left by its client before its end; a push.
STREAMED_EVERY, LEFT_EVERY, PUSHED_EVERY = 10, 50, 3
#: Failures before the first look: pools fill and code is compiled by failures too.
WARM_UP = 1500
#: The most growth in the second half, bytes a failure; less is an allocator that has not settled.
ALLOWED_BYTES = 200
#: The most threads and files that pools may come to hold beside the earlier ones.
ALLOWED_MORE = 2


@dataclass(frozen=True)
class Held:
    """A consumer before, half-way and after its failures, and the answers that were wrong."""

    server: str
    failures: int
    kinds: int
    seconds: float
    before: Vitals
    halfway: Vitals
    after: Vitals
    wrong: list[str]


def hold(
    scene: Scene,
    server: Server,
    options: Options,
    failures: int,
    shown: Callable[[str, int, int], None],
) -> Held:
    """Provokes them all, one after the other."""
    with httpx.Client(base_url=server.url, trust_env=False, timeout=30) as client:
        driver = _Failing(scene, server.url, client)
        for number in range(min(WARM_UP, failures)):
            driver.fail(number)
            shown(f"{server.name}: warming up", number, failures)
        before = halfway = settled(server, options)
        began = time.monotonic()
        driver.wrong.clear()
        for number in range(failures):
            if number == failures // 2:
                halfway = settled(server, options)
            driver.fail(number)
            shown(f"{server.name}: {number:,} of {failures:,} failures", number, failures)
        seconds = time.monotonic() - began
    kinds, after = len(driver.rows) + len(BREAKS) + 2, settled(server, options)
    return Held(server.name, failures, kinds, seconds, before, halfway, after, driver.wrong)


class _Failing:
    """A client whose runs all fail, each as its turn has it."""

    def __init__(self, scene: Scene, url: str, client: httpx.Client) -> None:
        self.rows = [row for row in rows(scene.root) if row.fast]
        self.wrong: list[str] = []
        self._scene, self._url, self._client = scene, url, client
        self._pushes, self._golden = [*BREAKS.items()], golden(scene.root)

    def fail(self, number: int) -> None:
        """The next failing run; notes what was not as contracted."""
        if number % LEFT_EVERY == LEFT_EVERY - 1:
            self._leave()
        elif number % PUSHED_EVERY == PUSHED_EVERY - 1:
            self._push(number // PUSHED_EVERY)
        else:
            row = self.rows[number % len(self.rows)]
            with self._scene.arranged(row, number % 3, "rust-provider") as origin:
                streamed = number % STREAMED_EVERY == STREAMED_EVERY - 1
                problem = self._run(request(origin), streamed)
            self._expect(row.name, problem.get("code", problem), row.code)

    def _expect(self, name: str, code: object, expected: str) -> None:
        if code != expected:
            self.wrong.append(f"{name}: {code}, expected {expected}")

    def _run(self, body: dict[str, object], streamed: bool) -> dict[str, object]:
        """The answer, or the last event; a run that was left may hold the server for a moment."""
        deadline = time.monotonic() + 10
        accept = {"Accept": "application/x-ndjson"} if streamed else None
        while True:
            answer = self._client.post("/triggerReqs", json=body, headers=accept)
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
        self._expect(name, said, code)

    def _leave(self) -> None:
        """Starts a run that waits for its provider, and goes away."""
        stub, target = self._scene.stub, urlsplit(self._url)
        stub.reset(silent)
        body = json.dumps(request(stub.url))
        head = (
            "POST /triggerReqs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        address, deadline = (str(target.hostname), int(target.port or 80)), time.monotonic() + 5
        with socket.create_connection(address, timeout=10) as client:
            client.sendall(f"{head}{body}".encode())
            while not stub.requests and time.monotonic() < deadline:
                time.sleep(0.002)


def table(lines: Sequence[Line]) -> Table:
    """The table of all consumers' lines."""
    head = ["server", "what", "before", "half-way", "after", "verdict"]
    return Table(head, [line.cells for line in lines], len(head))


def judged(held: Held) -> Iterator[Line]:
    """The lines of one consumer."""
    looks = (held.before, held.halfway, held.after)

    def line(what: str, values: list[str], verdict: str, good: bool | None) -> Line:
        word = {True: "holds", False: "LEAKS", None: ""}[good]
        said = ": ".join(filter(None, (word, verdict)))
        return Line([held.server, what, *values, said], good)

    def counted(what: str, counts: list[int]) -> Line:
        more = counts[2] - counts[0]
        return line(what, list(map(str, counts)), f"{more:+d}", more <= ALLOWED_MORE)

    yield counted("threads", [one.threads for one in looks])
    yield counted("open files", [one.files for one in looks])
    for state in sorted({name for one in looks for name in one.sockets}):
        yield counted(f"sockets, {state}", [one.sockets.get(state, 0) for one in looks])
    memories = [one.memory_bytes for one in looks]
    grown = (memories[2] - memories[1]) / max(held.failures - held.failures // 2, 1)
    heap = held.after.heap_bytes is not None
    what, shown = "live heap" if heap else "resident memory", list(map(megabytes, memories))
    verdict = f"{grown:+,.0f} bytes a failure in the second half"
    yield line(what, shown, verdict, grown <= ALLOWED_BYTES)
    if heap:
        pages = [megabytes(one.rss_bytes) for one in looks]
        yield line("resident memory", pages, "shown: the heap's pages stay the JVM's", None)
    wrong = "; ".join(sorted(set(held.wrong))[:3])
    count = ["", "", str(len(held.wrong))]
    yield line("answers other than contracted", count, wrong, not held.wrong)
