"""Pairs of real stores: what is inserted arrives, and what a fault takes is what the setting says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from bench_driver.errors import SetupError
from bench_studies.stores import find, forms, namespaces, package, sandboxes
from bench_studies.stores.pair import Pair
from bench_studies.stores.sandbox import Role

STORES = Path(os.environ["TESTBED_STORES"]) if "TESTBED_STORES" in os.environ else None
COUNT = 200
DOCUMENTS: list[dict[str, Any]] = [
    {"key": key, "json": f'{{"n":{1000 + key},"of":"é"}}', "xml": f"<n of='é'>{1000 + key}  </n>"}
    for key in range(COUNT)
]


@contextmanager
def pair(
    name: str, acknowledgement: str, folder: Path, *, loopback: bool = False
) -> Iterator[Pair]:
    try:
        installed = package.found(name, STORES, "installed")
    except SetupError as error:
        pytest.skip(f"{error.what}: {error.do}")
    if name == "postgresql" and os.geteuid() == 0 and (why := namespaces.why_none()):
        pytest.skip(f"PostgreSQL does not run as root, and there are no namespaces: {why}")
    with sandboxes.opened(folder, loopback=loopback) as box:
        store = find(name)(installed, box.folder / "pair", box)
        assert isinstance(store, Pair)
        store.start(acknowledgement)
        yield store
        store.stop()
    assert not list((folder / "running").iterdir())


def written(store: Pair, many: int = COUNT) -> Path:
    file = store.sandbox.folder / "documents.jsonl"
    made = (
        DOCUMENTS if many == COUNT else [{"key": n, "json": "{}", "xml": ""} for n in range(many)]
    )
    file.write_text("".join(f"{json.dumps(one)}\n" for one in made))
    return file


@pytest.mark.parametrize(
    ("name", "acknowledgement", "in_flight", "bulk"),
    [
        ("redis", "memory", 1, False),
        ("redis", "local fsync", 4, False),
        ("redis", "majority", 1, True),
        ("postgresql", "memory", 1, False),
        ("pouchdb", "memory", 1, True),
    ],
)
def test_every_document_of_every_form_arrives_whole(
    name: str, acknowledgement: str, in_flight: int, bulk: bool, tmp_path: Path
) -> None:
    with pair(name, acknowledgement, tmp_path) as store:
        file, log = written(store), store.sandbox.folder
        counted = {}
        for number, form in enumerate(store.forms):
            trial, keys = f"t{number}", [50, 199]
            store.prepare(trial, form)
            link, counters = store.sandbox.link_bytes(), store.counters()
            watching = store.seen(trial, form, keys, COUNT, log / f"{trial}.seen")
            inserting = store.insert(trial, form, file, in_flight, bulk, log / f"{trial}.log")
            inserted, watched = inserting.wait(60), watching.wait(60)
            assert inserted.errors == {}
            assert sorted(inserted.acknowledged) == list(range(COUNT))
            assert all(sent < done for sent, done in inserted.acknowledged.values())
            assert list(watched.seen) == keys
            assert watched.caught_up_ns
            assert store.digest(trial, form, Role.REPLICA) == {
                one["key"]: forms.digest(form, forms.text_of(form, one)) for one in DOCUMENTS
            }
            after = store.sandbox.link_bytes()
            assert own(form) < after.payload_to_replica - link.payload_to_replica
            assert after.payload_to_replica < after.to_replica or store.sandbox.kind == "loopback"
            counted[form] = {
                name: value - counters[name] for name, value in store.counters().items()
            }
        for role in Role:
            usage = store.usage(role)
            assert usage.cpu_s > 0 and usage.peak_rss_bytes > 2**20
            assert usage.disk_bytes > 0 or name == "redis"
        assert store.settings()
    if name == "redis":
        stream = {form: values["stream bytes"] for form, values in counted.items()}
        difference = own("XML text") - own("JSON text")
        assert stream["XML text"] - stream["JSON text"] == pytest.approx(difference, rel=0.01)
    if name == "postgresql":
        assert {values["full-page images"] for values in counted.values()} == {0}
        log_bytes = {form: values["WAL bytes"] for form, values in counted.items()}
        assert log_bytes["json"] == pytest.approx(log_bytes["JSON text"], rel=0.005)


def own(form: str) -> int:
    return sum(len(forms.text_of(form, one).encode()) for one in DOCUMENTS)


@pytest.mark.parametrize(
    ("way", "acknowledgement"), [("restarted", "local fsync"), ("promoted", "applied")]
)
def test_a_killed_primary_loses_nothing_that_its_setting_promised(
    way: str, acknowledgement: str, tmp_path: Path
) -> None:
    with pair("postgresql", acknowledgement, tmp_path) as store:
        store.prepare("k", "jsonb")
        log = store.sandbox.folder / "log"
        inserting = store.insert("k", "jsonb", written(store, 50_000), 16, False, log)
        store.until(lambda: len(inserting.outcome().acknowledged) > 300, "nothing is acknowledged")
        store.kill(Role.PRIMARY)
        assert not store.runs(Role.PRIMARY)
        acknowledged = inserting.wait(30).acknowledged
        assert 300 < len(acknowledged) < 50_000
        if way == "promoted":
            store.promote()
        else:
            store.restart(Role.PRIMARY)
        there = store.digest("k", "jsonb", Role.REPLICA if way == "promoted" else Role.PRIMARY)
        assert acknowledged.keys() <= there.keys()


def test_a_majority_waits_for_a_replica_that_is_paused(tmp_path: Path) -> None:
    with pair("redis", "majority", tmp_path, loopback=True) as store:
        store.prepare("p", "JSON text")
        store.pause(Role.REPLICA)
        log = store.sandbox.folder / "log"
        inserting = store.insert("p", "JSON text", written(store), 1, False, log)
        store.until(
            lambda: store.counters()["stream bytes"] > 0 and log.exists(), "it never begins"
        )
        time.sleep(0.5)  # long, next to the 0.1 ms that a document takes
        assert inserting.outcome().acknowledged == {}
        store.go_on(Role.REPLICA)
        assert len(inserting.wait(60).acknowledged) == COUNT


def test_a_pair_in_namespaces_dies_with_its_driver(tmp_path: Path) -> None:
    if why := namespaces.why_none():
        pytest.skip(f"there are no namespaces: {why}")
    with pair("redis", "memory", tmp_path / "first"):
        pass
    program = f"""
import sys, time
from pathlib import Path
from typing import Any
from {__name__} import pair
with pair("redis", "memory", Path({str(tmp_path)!r})) as store:
    print(*store.sandbox.pids(store._servers["primary"]), flush=True)
    time.sleep(600)
"""
    root = Path(__file__).resolve().parents[2]
    path = os.pathsep.join([str(root), *sys.path])
    driver = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert driver.stdout
    with driver.stdout as said:
        server = psutil.Process(int(said.readline()))
        driver.send_signal(signal.SIGKILL)
        driver.wait()
    server.wait(10)
    assert sandboxes.end_leftovers(tmp_path) == 1
