"""What bodies made against the guard cost it: the time a byte over that of a sound body, and the process's memory over all of them.

A body's time is that of its answer from `POST /decode`, less that of a body as long which the guard refuses at its first byte. They are sent in turn, so
that a busy machine slows them alike; each has a fault at its end, so that no engine sees it.
"""

from __future__ import annotations

import http.client
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options

from .attacks import Told
from .guard_bodies import FORMATS, GuardBody, guard_bodies, refused_at_once, sound
from .leak_table import ALLOWED_BYTES, megabytes
from .vitals import Vitals, take

#: A body may take the guard so many times as long a byte as a sound one.
MOST = 20
#: Rounds that nobody counts: a JIT compiler compiles the guard, and an allocator settles.
WARMING = 20
#: Bodies sent for each of them in a round: it, a sound one, and for each of both one that is refused at once.
SENT = 4

PASSED, REFUSED = "200", "422 deserialize_failed, guard"


@dataclass(frozen=True)
class Cost:
    """What a server made of a body: its answer, and the guard's time a byte over that of a sound body."""

    body: GuardBody
    answer: str
    ratio: float

    @property
    def held(self) -> bool:
        """Whether the verdict is as it must be, and the time a byte in bounds."""
        return self.answer == (PASSED if self.body.passes else REFUSED) and self.ratio <= MOST


@dataclass(frozen=True)
class Costs:
    """What a server made of all of them, and its memory before and after so many bodies."""

    server: str
    all: Sequence[Cost]
    sent: int
    before: Vitals
    after: Vitals

    @property
    def is_flat(self) -> bool:
        """Whether memory stayed as it was; what of a JVM's pages, its live heap says."""
        return self.after.memory_bytes - self.before.memory_bytes <= ALLOWED_BYTES * self.sent

    @property
    def held(self) -> bool:
        """Whether nothing is amiss."""
        return self.is_flat and all(one.held for one in self.all)


def weigh(root: Path, server: Server, options: Options, least: int, told: Told) -> Costs:
    """All bodies at a server, in random order, again and again until so many were sent."""
    bodies = guard_bodies(root)
    rounds = -(-least // (SENT * len(bodies)))
    sounds = {name: sound(root, name) for name in FORMATS}
    client = _Client(server.url)
    answers = {body: client.answer(body, body.body)[0] for body in bodies}
    told(f"{server.name}: bodies made against the guard", 0, 2)
    _waits(client, bodies, sounds, WARMING)
    before = take(server, options, collect=True)
    told(f"{server.name}: bodies made against the guard", 1, 2)
    waits = _waits(client, bodies, sounds, rounds)
    after = take(server, options, collect=True)
    client.close()
    # No time is less than the clock can tell.
    a_byte = {body: max(median(each), 1e-9) / len(body.faulted) for body, each in waits.items()}
    costs = [Cost(body, answers[body], a_byte[body] / a_byte[sounds[body.format]]) for body in bodies]
    return Costs(server.name, costs, SENT * len(bodies) * rounds, before, after)


def _waits(client: _Client, bodies: Sequence[GuardBody], sounds: Mapping[str, GuardBody], rounds: int) -> dict[GuardBody, list[float]]:
    """The seconds that the guard took for each body, and behind it for the sound one of its format."""
    dice = random.Random("the order of bodies made against the guard")
    waits: dict[GuardBody, list[float]] = {body: [] for body in [*bodies, *sounds.values()]}
    for body in [body for _ in range(rounds) for body in dice.sample(bodies, len(bodies))]:
        for one in (body, sounds[body.format]):
            waits[one].append(client.beyond_the_way(one))
    return waits


class _Client:
    """A connection to a server, without what a library for HTTP would add to the time."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)

    def close(self) -> None:
        self._connection.close()

    def answer(self, body: GuardBody, sent: bytes) -> tuple[str, float]:
        """A status, code and who refused; and the seconds until they came."""
        began = time.perf_counter()
        self._connection.request("POST", f"/decode/{body.format}/{body.object_type}", sent)
        response = self._connection.getresponse()
        said = response.read()
        seconds = time.perf_counter() - began
        problem = {} if response.status == 200 else json.loads(said)
        return ", ".join(filter(None, (f"{response.status} {problem.get('code', '')}".strip(), problem.get("refused_by", "")))), seconds

    def beyond_the_way(self, body: GuardBody) -> float:
        """The seconds that a body took, less those of one as long that was refused at once."""
        nothing = refused_at_once(body.format, len(body.faulted))
        return self.answer(body, body.faulted)[1] - self.answer(body, nothing)[1]


def header(servers: Sequence[str]) -> list[str]:
    """The columns."""
    return ["against the guard", "format", "object type", "bytes", "answer", *(f"{name} time a byte" for name in servers)]


def lines(found: Sequence[Costs]) -> list[list[str]]:
    """A line of text a body, in the order of `header`, and one for the memory; a `!` marks what is not as it must be."""
    return [*map(_line, zip(*(costs.all for costs in found), strict=True)), _memory(found)]


def _line(costs: Sequence[Cost]) -> list[str]:
    body = costs[0].body
    verdicts = list(dict.fromkeys(one.answer for one in costs))
    facts = [body.name, body.format, body.object_type, f"{len(body.body):,}", " | ".join(verdicts)]
    return [*facts, *(f"{one.ratio:.1f}" + ("" if one.held else " !") for one in costs)]


def _memory(found: Sequence[Costs]) -> list[str]:
    """The memory of all."""
    cells = [f"{megabytes(one.before.rss_bytes)} to {megabytes(one.after.rss_bytes)}" + ("" if one.is_flat else " !") for one in found]
    return [f"memory before and after {found[0].sent:,} bodies", "", "", "", "", *cells]
