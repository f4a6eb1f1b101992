"""A ring of real nodes: rows outlive a node that is killed, one that is paused, and one that joins.

One ring serves all tests, in the order in which they are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psutil
import pytest

from bench_driver.errors import SetupError, StackError
from bench_driver.servers import jdk
from bench_studies.microblog.generator import Generator
from bench_studies.stores import package, sandboxes
from bench_studies.stores.cassandra import Cassandra
from bench_studies.trial_study import Tags

from .test_pairs import STORES

ROWS = 100
ALL_ROWS = "select json key, said from bench.t"


@pytest.fixture(scope="module")
def ring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cassandra]:
    folder = tmp_path_factory.mktemp("ring")
    try:
        installed = package.found("cassandra", STORES, "installed")
        jdk.of_version(17, "Cassandra")
    except SetupError as error:
        pytest.skip(f"{error.what}: {error.do}")
    with sandboxes.opened(folder) as box:
        store = Cassandra(installed, box.folder / "ring", box)
        store.start("memory")
        store.ask("node-1", ["create table bench.t (key int primary key, said text)"])
        yield store
        alive = [node for node in store.nodes if store.runs(node)]
        servers = [psutil.Process(*box.pids(store._servers[node])) for node in alive]
        store.stop()
    assert not any(one.is_running() for one in servers)
    assert not list((folder / "running").iterdir())


def answer(ring: Cassandra, node: str, *requests: list[str]) -> list[Any]:
    """What a node answers at last: nodes ask one that is gone until they have noticed it, and time
    out.
    """
    answers: list[Any] = []

    def answered() -> bool:
        with suppress(StackError):
            answers.extend(ring.ask(node, *requests))
        return len(answers) == len(requests)

    ring.until(answered, f"{node} refuses {requests[0]}")
    return answers


def add(ring: Cassandra, node: str, first: int, level: str) -> None:
    into = "insert into bench.t (key, said) values"
    keys = range(first, first + ROWS)
    answer(ring, node, *([f"{into} ({key}, 'é {key}')", level] for key in keys))


def rows(ring: Cassandra, node: str, level: str) -> dict[int, str]:
    (found,) = answer(ring, node, [ALL_ROWS, level])
    return {row["key"]: row["said"] for row in found}


def expected(count: int) -> dict[int, str]:
    return {key: f"é {key}" for key in range(count)}


def test_a_ring_from_an_empty_folder_takes_rows_and_says_how_it_is_set(ring: Cassandra) -> None:
    add(ring, "node-1", 0, "ALL")
    for node in ring.nodes:
        assert rows(ring, node, "QUORUM") == expected(ROWS)
    shown = ring.settings()
    assert shown["version"] == "5.0.6" and shown["commitlog_sync"] == "periodic"
    assert shown["batch_size_fail_threshold"] == "1MiB" and "-Xmx256m" in shown["JVM"]
    for node in ring.nodes:
        used = ring.usage(node)
        assert used.cpu_s > 1 and used.peak_rss_bytes > 2**27 and used.disk_bytes > 0
    ring.password, own = "cassandra", ring.password
    with pytest.raises(StackError) as refused:
        ring.ask("node-1", [ALL_ROWS])
    assert "password" in refused.value.why
    ring.password = own


def test_a_killed_node_takes_no_row_with_it_and_comes_back(ring: Cassandra) -> None:
    ring.kill("node-3")
    assert not ring.runs("node-3")
    assert rows(ring, "node-1", "QUORUM") == expected(ROWS)
    add(ring, "node-2", ROWS, "QUORUM")
    with pytest.raises(StackError, match="client ended"):
        ring.ask("node-1", [ALL_ROWS, "ALL"])
    ring.restart("node-3")
    ring.until(ring.joined, "it does not come back")
    assert rows(ring, "node-3", "ALL") == expected(2 * ROWS)


def test_a_paused_node_keeps_nobody_waiting_and_goes_on(ring: Cassandra) -> None:
    ring.pause("node-2")
    add(ring, "node-1", 2 * ROWS, "QUORUM")
    assert rows(ring, "node-3", "QUORUM") == expected(3 * ROWS)
    ring.go_on("node-2")
    ring.until(ring.joined, "it does not go on")
    assert rows(ring, "node-2", "ALL") == expected(3 * ROWS)


def test_a_fourth_node_joins_with_its_share_of_the_rows(ring: Cassandra) -> None:
    ring.join("node-4")
    assert ring.nodes[-1] == "node-4"
    assert rows(ring, "node-4", "ALL") == expected(3 * ROWS)
    assert ring.usage("node-4").disk_bytes > 0


def test_a_microblog_reads_at_all_what_it_posted_at_any_level(ring: Cassandra) -> None:
    try:
        program = package.found("generator", STORES, "installed") / "bin" / "generator"
    except SetupError as error:
        pytest.skip(f"{error.what}: {error.do}")
    tags: Tags = {"operation": "mix", "users": 40, "clients": 20, "seconds": 2}
    for model in ("denormalized", "normalized"):
        for level in ("ONE", "QUORUM", "ALL"):
            log = ring.sandbox.folder / f"{model}-{level}"
            mine: Tags = {**tags, "model": model, "level": level}
            generator = Generator(program, ring, mine, log)
            if level == "ONE":
                generator.load()
            running = generator.run(1, None)
            try:
                report = running.wait()
            finally:
                running.end()
            assert report["errors"] == {} and report["completed"] > 0
            checked = generator.check([*ring.nodes])
            assert checked["tweets"] > 0 and checked["missing"] == 0
            assert checked["rows"] > checked["tweets"]
