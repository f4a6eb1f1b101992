"""Leases, on SQLite and on PostgreSQL: what one driver measures, another neither takes, goes on
with, nor removes.
"""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, text, update

from bench_driver.errors import Busy, StoreError
from bench_driver.measure import lease, session
from bench_driver.measure.call import limit_s
from bench_driver.measure.ready import Reporter
from bench_driver.store import copy, read, removal, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.store.schema import lock, sweep

from .conftest import FREE, Command, running
from .stores import OldPlan, add

SWEEP = [
    "sweep",
    *FREE,
    "--amounts=10,20",
    "--rounds=2",
    "--warmup=10",
    "--format=json",
    "--object-type=DummyObject",
]
SERVER = "http://a:1"
ELSEWHERE = {"resource": SERVER, "host": "elsewhere", "pid": 1, "process": "x"}


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new store's address."""
    return (
        str(request.getfixturevalue("address"))
        if request.param == "postgresql"
        else str(tmp_path / "shared.sqlite")
    )


@pytest.fixture
def shared(place: str) -> Iterator[Store]:
    with open_store(place) as opened:
        yield opened


def until(condition: Callable[[], object]) -> None:
    """Waits until it is so."""
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def by_another(store: Store, seconds: float) -> None:
    with store.writing() as connection:
        connection.execute(insert(lock).values(**ELSEWHERE, until=time.time() + seconds))


def holders(store: Store) -> list[str]:
    with store.reading() as connection:
        return list(connection.execute(select(lock.c.host)).scalars())


def test_a_lease_holds_until_it_is_over(shared: Store) -> None:
    by_another(shared, 60)
    with pytest.raises(Busy, match=SERVER), lease.held(shared, [SERVER]):
        pass
    with shared.writing() as connection:
        connection.execute(update(lock).values(until=time.time() - 1))
    with lease.held(shared, [SERVER]):
        assert holders(shared) != ["elsewhere"]
    assert holders(shared) == []


def test_of_two_that_take_over_a_lease_that_is_over_one_gets_it(shared: Store, place: str) -> None:
    by_another(shared, -1)
    outcome: list[str] = []

    def take() -> None:
        with open_store(place) as other:
            try:
                with lease.held(other, [SERVER]):
                    outcome.append("held")
            except Busy:
                outcome.append("busy")

    second = threading.Thread(target=take)
    with shared.writing() as first:
        first.execute(select(lock).where(lock.c.resource == SERVER).with_for_update())
        second.start()
        if shared.engine.dialect.name == "postgresql":
            until(lambda: _waiters(shared))
        _replace(first)
    second.join(60)
    assert (outcome, holders(shared)) == (["busy"], ["elsewhere"])


def _waiters(store: Store) -> Any:
    with store.reading() as connection:
        return connection.execute(
            text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        ).scalar_one()


def _replace(connection: Connection) -> None:
    connection.execute(delete(lock))
    connection.execute(insert(lock).values(**ELSEWHERE, until=time.time() + 60))


def test_a_lease_is_renewed_and_not_where_another_has_it_by_now(shared: Store) -> None:
    with lease.held(shared, [SERVER]) as renew:
        for seconds in (lease.GRACE_S - 100, 6000):
            renew(seconds)
            least = time.time() + seconds + lease.GRACE_S / 2
            with shared.reading() as connection:
                assert connection.execute(select(lock.c.until)).scalar_one() > least
        with shared.writing() as connection:
            _replace(connection)
        with pytest.raises(Busy, match="taken over"):
            renew(60_000)
    assert holders(shared) == ["elsewhere"]


def test_a_run_may_go_on_for_as_long_as_its_warm_up_and_its_objects_take() -> None:
    assert limit_s({"amount": 100, "warmup": 900}) == limit_s({"amount": 1000}) > 60


OTHERS = ("checkout", "container", "host")


def moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, which: str) -> None:
    """From now on this process is one of another checkout, container or host."""
    if which == "host":
        monkeypatch.setattr(socket, "gethostname", lambda: "another")
    elif which == "container":
        real = os.readlink
        space = "pid:[4026531999]"
        asked: Callable[[str], str] = lambda path: space if "/ns/pid" in path else real(path)  # noqa: E731
        monkeypatch.setattr(os, "readlink", asked)
    else:
        for mark in ("docs/contract/openapi.yaml", "bench-driver/pyproject.toml"):
            (tmp_path / "another" / mark).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "another" / mark).touch()
        monkeypatch.setenv("BENCH_ROOT", str(tmp_path / "another"))


@pytest.mark.parametrize("which", OTHERS)
def test_a_lease_of_elsewhere_is_not_dead_because_no_process_here_has_its_pid(
    which: str, shared: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lease.held(shared, [SERVER]):
        with shared.writing() as connection:
            connection.execute(update(lock).values(pid=2**22 + 1, process="of elsewhere"))
        moved(monkeypatch, tmp_path, which)
        with pytest.raises(Busy, match=SERVER), lease.held(shared, [SERVER]):
            pass
        monkeypatch.undo()
        with lease.held(shared, [SERVER]):
            assert len(holders(shared)) == 1, "here it is dead"


def test_two_leases_of_a_process_end_one_by_one(shared: Store) -> None:
    with lease.held(shared, [SERVER]):
        with lease.held(shared, ["http://b:1"]):
            pass
        assert len(holders(shared)) == 1


def test_a_sweep_that_begins_to_run_while_prune_asks_is_not_removed(
    place: str, shared: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bench_driver.cli import main

    made = add(shared, OldPlan())
    shown = removal.runs

    def begins(*given: Any) -> bool:
        before = shown(*given)
        with shared.writing() as connection:
            values = {**ELSEWHERE, "resource": lease.of_sweep(made.id)}
            connection.execute(insert(lock).values(**values, until=time.time() + 60))
        return before

    monkeypatch.setattr(removal, "runs", begins)
    assert main(["store", "prune", "--keep=0", "--yes", "--store", place]) != 0
    assert read.find(shared).id == made.id


def test_a_sweep_that_another_driver_ends_meanwhile_is_not_gone_on_with(
    bench: Command, checkout: Path, place: str
) -> None:
    assert bench(*SWEEP, "--rounds=1", BENCH_STORE=place).returncode == 0
    with open_store(place) as store:
        swept = read.find(store)
        write.set_state(store, swept.id, "interrupted")

        @contextmanager
        def meanwhile() -> Iterator[Callable[[str], None]]:
            write.set_state(store, swept.id, "complete")
            yield lambda name: None

        given: Any = SimpleNamespace(root=checkout, out=None)
        with (
            pytest.raises(StoreError, match="is complete"),
            session.resumed(store, "last", given, nullcontext(Reporter()), meanwhile()),
        ):
            pass
        assert (read.find(store).state, holders(store)) == ("complete", [])


def _stopped(pid: int, store: Store) -> bool:
    """Stops a driver, if it is between two transactions."""
    os.kill(pid, signal.SIGSTOP)
    os.waitpid(pid, os.WUNTRACED)
    if _is_quiet(store):
        return True
    os.kill(pid, signal.SIGCONT)
    return False


def _is_quiet(store: Store) -> bool:
    if store.engine.dialect.name == "postgresql":
        others = "datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'"
        with store.reading() as connection:
            return not connection.execute(
                text(f"SELECT count(*) FROM pg_stat_activity WHERE {others}")
            ).scalar_one()
    with (
        closing(sqlite3.connect(store.name, timeout=0.1)) as file,
        suppress(sqlite3.OperationalError),
    ):
        file.execute("BEGIN IMMEDIATE")
        return True
    return False


def test_of_two_merges_of_one_file_at_once_one_copies(
    shared: Store, place: str, tmp_path: Path
) -> None:
    with open_store(str(tmp_path / "elsewhere.sqlite")) as source:
        swept = add(source, OldPlan())
        copies: list[int] = []

        def merge() -> None:
            with open_store(place) as target:
                copies.append(len(copy.copy(source, target, [swept])))

        second = threading.Thread(target=merge)
        with shared.adding() as first:
            second.start()
            if shared.engine.dialect.name == "postgresql":
                until(lambda: _waiters(shared))
            first.execute(insert(sweep).values(asdict(swept)))
        second.join(60)
    assert (copies, len(read.sweeps(shared))) == ([0], 1)


def test_two_drivers_with_locks_of_their_own_leave_each_other_their_sweeps(
    bench: Command, checkout: Path, tmp_path: Path, place: str
) -> None:
    locks = [tmp_path / name for name in ("one", "two")]
    for folder in locks:
        folder.mkdir()
    one, two = ({"BENCH_LOCK": str(folder), "BENCH_STORE": place} for folder in locks)
    assert (
        bench(
            *SWEEP,
            "--rounds=1",
            "--out",
            "results/earlier",
            **{**two, "BENCH_STORE": str(tmp_path / "file.sqlite")},
        ).returncode
        == 0
    )
    with open_store(place) as store, running(*SWEEP, **one) as process:
        until(
            lambda: (
                process.poll() is not None
                or any(read.counts(store, item.id)["ok"] for item in read.sweeps(store))
            )
        )
        until(lambda: _stopped(process.pid, store))
        (swept,) = read.sweeps(store)
        before = read.counts(store, swept.id)
        resumed = bench("sweep", "--resume", **two)
        assert (resumed.returncode != 0, "another driver measures" in resumed.stderr) == (
            True,
            True,
        ), resumed.stderr
        assert "it runs, and stays" in bench("store", "prune", "--keep=0", "--yes", **two).stdout
        assert (
            "1 of 1 sweeps taken in"
            in bench("store", "merge", str(tmp_path / "file.sqlite"), **two).stdout
        )
        report = bench("report", swept.id, "--no-png", "--out", str(tmp_path / "report"), **two)
        assert report.returncode == 0, report.stderr
        assert read.counts(store, swept.id) == before
        os.kill(process.pid, signal.SIGCONT)
        assert process.wait(300) == 0
        counts = read.counts(store, swept.id)
        assert (counts["ok"] > 0, counts["failed"], counts["void"]) == (True, 0, 0)
        assert [item.state for item in read.sweeps(store)] == ["complete"] * 2
