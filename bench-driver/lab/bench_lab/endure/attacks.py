"""Bodies that bring naive servers down, each sent to both consumers in two ways: to `/decode`, and by a provider in a run."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import httpx

from bench_driver.servers.launch import Server

from .leak_table import megabytes
from .provoke import request
from .row import MAX_OBJECT_BYTES
from .scene import Scene
from .stub import answering, response
from .vitals import rss

Told = Callable[[str, int, int], None]
#: Over this, a consumer with the default MAX_OBJECT_BYTES reads no further.
CAP = MAX_OBJECT_BYTES
#: What MAX_OBJECT_BYTES is raised to, so that the guard sees the bodies which the cap would keep from it.
RAISED = 4 << 20
LEVELS = 100_000


@dataclass(frozen=True)
class Attack:
    """A body, the format that it pretends to be of, and what it did to whom."""

    name: str
    format: str
    body: bytes


@dataclass(frozen=True)
class Struck:
    """What a consumer made of an attack: the answers, the median and slowest wait, its memory before and after all repetitions."""

    server: str
    attack: Attack
    way: str
    cap: int
    answer: str
    median_ms: float
    slowest_ms: float
    before_bytes: int
    after_bytes: int
    healthy: bool

    @property
    def refused(self) -> bool:
        """Whether it was refused as the contract says, and the server serves on."""
        size = len(self.attack.body)
        expected = {"/decode": "413 too_large", "run": "502 provider_too_large"} if size > self.cap else _REFUSED
        return self.healthy and self.answer == expected[self.way]


_REFUSED = {"/decode": "422 deserialize_failed, guard", "run": "502 deserialize_failed, guard"}


def nested_bson(levels: int, field: bytes = b"a") -> bytes:
    """Documents nested so deep, the outermost included, without a copy a level."""
    around = 4 + 1 + len(field) + 1 + 1  # length, type, name, NUL of the name, NUL of the document
    lengths = (5 + around * (level - 1) for level in range(levels, 1, -1))
    return b"".join(struct.pack("<i", length) + b"\x03" + field + b"\0" for length in lengths) + struct.pack("<i", 5) + b"\0" + b"\0" * (levels - 1)


def attacks() -> list[Attack]:
    """All of them."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return [
        Attack("14 KB of nested documents", "BSON", nested_bson(1750)),
        Attack("a binary of 2 GiB in 27 bytes", "BSON", struct.pack("<i", 27) + b"\x05_id\0" + struct.pack("<i", 2**31 - 1) + b"\0" + b"x" * 12 + b"\0"),
        Attack("billion laughs", "XML", f'<!DOCTYPE a [<!ENTITY l0 "lol">{laughs}]><DummyObject><id>&l9;</id></DummyObject>'.encode()),
        Attack("an external entity", "XML", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><DummyObject><id>&x;</id></DummyObject>'),
        Attack("100,000 levels", "JSON", b"[" * LEVELS + b"]" * LEVELS),
        Attack("100,000 levels", "BSON", nested_bson(LEVELS)),
        Attack("100,000 levels", "XML", b"<a>" * LEVELS + b"</a>" * LEVELS),
    ]


def strike(scene: Scene, cap: int, repetitions: int, told: Told) -> Iterator[Struck]:
    """The attacks at every consumer in both ways, so many times each; those that the default cap lets pass with no other cap."""
    striking = [attack for attack in attacks() if cap == CAP or len(attack.body) > CAP]
    turns = [(server, attack, way) for server in scene.servers for attack in striking for way in _REFUSED]
    for done, (server, attack, way) in enumerate(turns):
        told(f"{server.name}: {attack.name} of {attack.format}, {way}", done, len(turns))
        yield _struck(scene, server, attack, way, cap, repetitions)


def _struck(scene: Scene, server: Server, attack: Attack, way: str, cap: int, repetitions: int) -> Struck:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=60) as client:
        healthy = client.get("/health_check").status_code == 200
        before, waits, answers = rss(server.process.pid), [], set()
        for _ in range(repetitions):
            began = time.monotonic()
            answers.add(_answer(client, scene, attack, way))
            waits.append(1000 * (time.monotonic() - began))
        healthy &= client.get("/health_check").status_code == 200
    after = rss(server.process.pid)
    return Struck(server.name, attack, way, cap, " | ".join(sorted(answers)), median(waits), max(waits), before, after, healthy)


def _answer(client: httpx.Client, scene: Scene, attack: Attack, way: str) -> str:
    try:
        if way == "/decode":
            answer = client.post(f"/decode/{attack.format}/DummyObject", content=attack.body)
        else:
            scene.stub.reset(answering(response(attack.body, f"application/{attack.format.lower()}"), stay_open=False))
            answer = client.post("/triggerReqs", json=request(scene.stub.url, object_format=attack.format))
    except httpx.HTTPError as error:
        return type(error).__name__
    said: dict[str, Any] = answer.json()
    return ", ".join(filter(None, (f"{answer.status_code} {said.get('code', '')}".strip(), said.get("refused_by", ""))))


def header(servers: Sequence[str]) -> list[str]:
    """The columns."""
    return ["attack", "format", "bytes", "MAX_OBJECT_BYTES", "to", *(f"{name} {what}" for name in servers for what in ("answer", "ms", "memory"))]


def lines(found: Sequence[Struck]) -> list[list[str]]:
    """A line of text an attack, way and cap, in the order of `header`; a `!` marks what was not refused as it must be."""
    rows: dict[tuple[Attack, str, int], list[str]] = {}
    for one in found:
        facts = [one.attack.name, one.attack.format, f"{len(one.attack.body):,}", f"{one.cap:,}", one.way]
        rows.setdefault((one.attack, one.way, one.cap), facts).extend(_cells(one))
    return list(rows.values())


def _cells(one: Struck) -> list[str]:
    """What one server made of it."""
    memory = f"{megabytes(one.before_bytes)} to {megabytes(one.after_bytes)}"
    return [one.answer + ("" if one.refused else " !"), f"{one.median_ms:,.1f}, at most {one.slowest_ms:,.1f}", memory]
