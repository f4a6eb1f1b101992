"""A store in miniature: its pair is two dicts, and its clients have ended when they begin."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from bench_driver.errors import StackError
from bench_studies.stores.base import Store
from bench_studies.stores.client import Inserting, Watching
from bench_studies.stores.forms import digest, text_of
from bench_studies.stores.pair import Pair
from bench_studies.stores.sandbox import LinkBytes, Role
from bench_studies.stores.usage import Usage

_MS = 1_000_000


class FakeClient:
    """A client that has ended, or that never does."""

    def __init__(self, running: bool = False) -> None:
        self.running = running

    def wait(self, timeout: float) -> None:
        if self.running:
            raise StackError("a store's client did not end")

    def kill(self) -> None:
        self.running = False


class FakeStore(Pair):
    """Each document costs its text and 100 B on the link. `behaviour` by the number of inserts."""

    title = "Fake 1.0"
    forms = ("JSON text", "XML text", "json")
    acknowledgements = {"memory": "as it is", "majority": "as it is"}  # noqa: RUF012

    def __init__(
        self, name: str, behaviour: dict[int, str], inserts: Iterator[int], folder: Path
    ) -> None:
        self.fake, self.behaviour, self.inserts = name, behaviour, inserts
        self.documents: dict[str, dict[int, str]] = {role: {} for role in Role}
        self.images = 0
        self.link, self.ended, self.logs = 0, set[str](), Path("none")
        self.sandbox: Any = SimpleNamespace(
            link_bytes=lambda: LinkBytes(self.link, 0, self.link, 0),
            kind="a fake link",
            folder=folder,
        )

    def prepare(self, trial: str, form: str) -> None:
        for role in Role:
            self.documents[role].clear()

    def counters(self) -> dict[str, int]:
        return {"WAL bytes": self.link, "full-page images": self.images}

    def usage(self, node: str) -> Usage:
        return Usage(self.link / 1e6, 1_000_000 + self.link, self.link)

    def forget_peak(self, node: str) -> None: ...

    def settings(self) -> dict[str, str]:
        return {"version": "1.0"}

    def runs(self, node: str) -> bool:
        return node not in self.ended

    def log(self, node: str) -> Path:
        return self.logs

    def insert(
        self, trial: str, form: str, documents: Path, in_flight: int, bulk: bool, log: Path
    ) -> Inserting:
        does = self.behaviour.get(next(self.inserts), "")
        if does.startswith("interrupts"):
            raise KeyboardInterrupt
        if does == "overruns":
            raise subprocess.TimeoutExpired("server", 30)
        sent = [json.loads(line) for line in documents.read_text().splitlines()]
        taken = sent[: len(sent) // 2] if does in ("dies", "hangs", "refuses") else sent
        extra = 200 if does == "costs more" and form != "JSON text" else 100
        lines: list[Any] = []
        for place, one in enumerate(taken):
            text = text_of(form, one)
            self.documents[Role.PRIMARY][one["key"]] = text
            if not (does == "loses" and place == 0):
                self.documents[Role.REPLICA][one["key"]] = text + " " * (does == "changes")
            self.link += len(text.encode()) + extra
            at = place * _MS
            lines.append({"key": one["key"], "sent_ns": at, "acknowledged_ns": at + _MS // 2})
        if does == "refuses":
            lines += [{"key": one["key"], "error": "DiskFull"} for one in sent[len(taken) :]]
        self.images += does == "writes pages"
        if does == "dies":
            self.logs = documents.with_name("server.log")
            self.logs.write_text("PANIC: no space left\nended\n")
            self.ended.add(Role.PRIMARY)
        lines.append({"cpu_s": 0.5, "peak_rss_bytes": 1000})
        log.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        client: Any = FakeClient(running=does == "hangs")
        return Inserting(client, log)

    def seen(self, trial: str, form: str, keys: Sequence[int], count: int, log: Path) -> Watching:
        lines: list[Any] = [{"key": key, "seen_ns": key * _MS + 2 * _MS} for key in keys]
        lines.append({"caught_up_ns": count * _MS})
        log.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        client: Any = FakeClient()
        return Watching(client, log)

    def digest(self, trial: str, form: str, node: str) -> dict[int, str]:
        return {key: digest(form, text) for key, text in self.documents[node].items()}

    def kill(self, node: str) -> None:
        self.ended.add(node)

    def restart(self, node: str) -> None:
        self.ended.discard(node)

    def promote(self) -> None:
        self.documents[Role.REPLICA].popitem()  # what had not reached it yet

    # What the tests never ask.

    def create(self, node: str) -> None: ...

    def command(self, node: str) -> list[str]:
        return []

    def answers(self, node: str) -> bool:
        return True

    def follows(self) -> bool:
        return True


class FakePairs:
    """Starts pairs of fakes; the nth insert of all does what `behaviour` says."""

    def __init__(self, behaviour: dict[int, str] | None = None) -> None:
        self.behaviour, self.inserts = behaviour or {}, iter(range(1, 10_000))
        self.started: list[tuple[str, str]] = []

    @contextmanager
    def __call__(self, store: str, acknowledgement: str) -> Iterator[Store]:
        self.started.append((store, acknowledgement))
        if self.behaviour.get(-len(self.started)) == "does not start":
            raise StackError(f"{store} does not answer", why="waited 120 s")
        with TemporaryDirectory() as folder:
            yield FakeStore(store, self.behaviour, self.inserts, Path(folder))
