"""Bodies that bring naive servers down, and bodies that cost the guard much, at each consumer.

The first are sent to `/decode`, and by a provider in a run. Of the others counts the time a byte
over that of a sound body: that of `/decode`, less that of a body as long which the guard refuses
at its first byte. They are sent in turn, so that a busy machine slows them alike; each has a fault
at its end, so that no engine sees it.
"""

from __future__ import annotations

import http.client
import json
import random
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

import httpx

from bench_driver.report.document import Table
from bench_driver.servers.launch import Server
from bench_driver.servers.specs import Options

from ..claims import megabytes
from .failures import MAX_OBJECT_BYTES
from .guard_bodies import FORMATS, GuardBody, guard_bodies, refused_at_once, sound
from .leaks import ALLOWED_BYTES
from .provoke import answer_words, request
from .scene import Scene
from .stub import answering, response
from .vitals import Vitals, rss, take

#: How progress is shown: what runs now, how much is done, and of how much.
Shown = Callable[[str, int, int], None]
#: The default MAX_OBJECT_BYTES, and a larger one, with which the guard sees larger bodies too.
CAP, RAISED = MAX_OBJECT_BYTES, 4 << 20
_LEVELS = 100_000
#: The most time a byte of the guard, over that of a sound body.
MOST = 20
#: Rounds that nobody counts, and bodies of a round: it and a sound one, each with one refused.
_WARMING, _SENT = 20, 4
PASSED = "200"
#: The guard's refusal, by the way of the body; and the cap's.
REFUSED = {"/decode": "422 deserialize_failed, guard", "run": "502 deserialize_failed, guard"}
_CAPPED = {"/decode": "413 too_large", "run": "502 provider_too_large"}


@dataclass(frozen=True)
class Attack:
    """A body, and the format that it pretends to be of."""

    name: str
    format: str
    body: bytes


@dataclass(frozen=True)
class Struck:
    """An attack at a consumer: its answers, their waits, the memory before and after them."""

    server: str
    attack: Attack
    way: str
    cap: int
    answer: str
    waits_ms: Sequence[float]
    before_bytes: int
    after_bytes: int
    healthy: bool

    @property
    def held(self) -> bool:
        """Whether it was refused as the contract says, and the server serves on."""
        expected = _CAPPED if len(self.attack.body) > self.cap else REFUSED
        return self.healthy and self.answer == expected[self.way]


def nested_bson(levels: int, field: bytes = b"a") -> bytes:
    """Documents nested so deep, the outermost included, without a copy a level."""
    around = 4 + 1 + len(field) + 1 + 1  # length, type, name, its NUL, NUL of the document
    lengths = (5 + around * (level - 1) for level in range(levels, 1, -1))
    heads = b"".join(struct.pack("<i", length) + b"\x03" + field + b"\0" for length in lengths)
    return heads + struct.pack("<i", 5) + b"\0" + b"\0" * (levels - 1)


def attacks() -> list[Attack]:
    """All of them."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    large = b"\x05_id\0" + struct.pack("<i", 2**31 - 1) + b"\0" + b"x" * 12 + b"\0"
    lol = f'<!DOCTYPE a [<!ENTITY l0 "lol">{laughs}]><DummyObject><id>&l9;</id></DummyObject>'
    outside = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    levels = f"{_LEVELS:,} levels"
    return [
        Attack("14 KB of nested documents", "BSON", nested_bson(1750)),
        Attack("a binary of 2 GiB in 27 bytes", "BSON", struct.pack("<i", 27) + large),
        Attack("billion laughs", "XML", lol.encode()),
        Attack(
            "an external entity",
            "XML",
            f"{outside}<DummyObject><id>&x;</id></DummyObject>".encode(),
        ),
        Attack(levels, "JSON", b"[" * _LEVELS + b"]" * _LEVELS),
        Attack(levels, "BSON", nested_bson(_LEVELS)),
        Attack(levels, "XML", b"<a>" * _LEVELS + b"</a>" * _LEVELS),
    ]


def strike(scene: Scene, cap: int, repetitions: int, shown: Shown) -> Iterator[Struck]:
    """The attacks at every consumer in both ways; with a raised cap those that it lets pass."""
    striking = [attack for attack in attacks() if cap == CAP or len(attack.body) > CAP]
    turns = [(one, attack, way) for one in scene.servers for attack in striking for way in REFUSED]
    for done, (server, attack, way) in enumerate(turns):
        shown(f"{server.name}: {attack.name} of {attack.format}, {way}", done, len(turns))
        with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
            healthy = client.get("/health_check").status_code == 200
            before, waits, answers = rss(server.process.pid), list[float](), set[str]()
            for _ in range(repetitions):
                began = time.monotonic()
                answers.add(_answer(client, scene, attack, way))
                waits.append(1000 * (time.monotonic() - began))
            healthy &= client.get("/health_check").status_code == 200
        answer, grown = " | ".join(sorted(answers)), (before, rss(server.process.pid))
        yield Struck(server.name, attack, way, cap, answer, waits, *grown, healthy)


def _answer(client: httpx.Client, scene: Scene, attack: Attack, way: str) -> str:
    try:
        if way == "/decode":
            answer = client.post(f"/decode/{attack.format}/DummyObject", content=attack.body)
        else:
            data = response(attack.body, f"application/{attack.format.lower()}")
            scene.stub.reset(answering(data, stay_open=False))
            body = request(scene.stub.url, object_format=attack.format)
            answer = client.post("/triggerReqs", json=body)
    except httpx.HTTPError as error:
        return type(error).__name__
    return answer_words(answer.status_code, answer.json())


def table(struck: Sequence[Struck], servers: Sequence[str]) -> Table:
    """A line an attack, way and cap; a `!` marks what was not refused as it must be."""
    head = ["attack", "format", "bytes", "MAX_OBJECT_BYTES", "to"]
    head += [f"{name} {what}" for name in servers for what in ("answer", "ms", "memory")]
    rows: dict[tuple[Attack, str, int], list[str]] = {}
    for one in struck:
        attack = one.attack
        facts = [attack.name, attack.format, f"{len(attack.body):,}", f"{one.cap:,}", one.way]
        rows.setdefault((attack, one.way, one.cap), facts).extend(
            [
                one.answer + ("" if one.held else " !"),
                f"{median(one.waits_ms):,.1f}, at most {max(one.waits_ms):,.1f}",
                f"{megabytes(one.before_bytes)} to {megabytes(one.after_bytes)}",
            ]
        )
    return Table(head, list(rows.values()), len(head))


@dataclass(frozen=True)
class Cost:
    """A server's answer to a body, and the guard's time a byte over that of a sound body."""

    body: GuardBody
    answer: str
    ratio: float

    @property
    def held(self) -> bool:
        """Whether the verdict is as it must be, and the time a byte in bounds."""
        expected = PASSED if self.body.passes else REFUSED["/decode"]
        return self.answer == expected and self.ratio <= MOST


@dataclass(frozen=True)
class Costs:
    """All bodies at a server, and its memory before and after."""

    server: str
    all: Sequence[Cost]
    sent: int
    before: Vitals
    after: Vitals

    @property
    def is_flat(self) -> bool:
        """Whether memory stayed as it was."""
        return self.after.memory_bytes - self.before.memory_bytes <= ALLOWED_BYTES * self.sent

    @property
    def held(self) -> bool:
        """Whether nothing is amiss."""
        return self.is_flat and all(one.held for one in self.all)


def weigh(root: Path, server: Server, options: Options, least: int, shown: Shown) -> Costs:
    """All bodies at a server, in random order, again and again until `least` were sent."""
    bodies = guard_bodies(root)
    rounds = -(-least // (_SENT * len(bodies)))
    sounds = {name: sound(root, name) for name in FORMATS}
    client = _Client(server.url)
    answers = {body: client.answer(body, body.body)[0] for body in bodies}
    shown(f"{server.name}: bodies made against the guard", 0, 2)
    _waits(client, bodies, sounds, _WARMING)  # a JIT compiler compiles, an allocator settles
    before = take(server, options, collect=True)
    shown(f"{server.name}: bodies made against the guard", 1, 2)
    waits = _waits(client, bodies, sounds, rounds)
    after = take(server, options, collect=True)
    client.close()
    # No time is less than the clock can tell.
    a_byte = {body: max(median(each), 1e-9) / len(body.faulted) for body, each in waits.items()}
    ratios = {body: a_byte[body] / a_byte[sounds[body.format]] for body in bodies}
    costs = [Cost(body, answers[body], ratios[body]) for body in bodies]
    return Costs(server.name, costs, _SENT * len(bodies) * rounds, before, after)


def _waits(
    client: _Client, bodies: Sequence[GuardBody], sounds: Mapping[str, GuardBody], rounds: int
) -> dict[GuardBody, list[float]]:
    """The guard's seconds for each body, and behind it for the sound one of its format."""
    dice = random.Random("the order of bodies made against the guard")
    waits: dict[GuardBody, list[float]] = {body: [] for body in [*bodies, *sounds.values()]}
    for body in [body for _ in range(rounds) for body in dice.sample(bodies, len(bodies))]:
        for one in (body, sounds[body.format]):
            waits[one].append(client.beyond_the_way(one))
    return waits


class _Client:
    """A connection, without what a library for HTTP would add to the time."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
        self.close = self._connection.close

    def answer(self, body: GuardBody, sent: bytes) -> tuple[str, float]:
        """The answer in words, and the seconds until it came."""
        began = time.perf_counter()
        self._connection.request("POST", f"/decode/{body.format}/{body.object_type}", sent)
        answer = self._connection.getresponse()
        content = answer.read()
        seconds = time.perf_counter() - began
        problem = {} if answer.status == 200 else json.loads(content)
        return answer_words(answer.status, problem), seconds

    def beyond_the_way(self, body: GuardBody) -> float:
        """The seconds of a body, less those of one as long that is refused at once."""
        nothing = refused_at_once(body.format, len(body.faulted))
        return self.answer(body, body.faulted)[1] - self.answer(body, nothing)[1]


def cost_table(costs: Sequence[Costs]) -> Table:
    """A line a body, and one for the memory; a `!` marks what is not as it must be."""
    head = ["against the guard", "format", "object type", "bytes", "answer"]
    head += [f"{one.server} time a byte" for one in costs]
    rows = [_cost_line(each) for each in zip(*(one.all for one in costs), strict=True)]
    grown = [(one.before.rss_bytes, one.after.rss_bytes) for one in costs]
    cells = [
        " to ".join(map(megabytes, each)) + ("" if one.is_flat else " !")
        for one, each in zip(costs, grown, strict=True)
    ]
    memory = f"memory before and after {costs[0].sent:,} bodies"
    return Table(head, [*rows, [memory, *[""] * 4, *cells]], len(head))


def _cost_line(costs: Sequence[Cost]) -> list[str]:
    body, answers = costs[0].body, " | ".join(dict.fromkeys(one.answer for one in costs))
    facts = [body.name, body.format, body.object_type, f"{len(body.body):,}", answers]
    return [*facts, *(f"{one.ratio:.1f}" + ("" if one.held else " !") for one in costs)]
