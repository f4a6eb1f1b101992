"""Sweeps on many machines: one in miniature, and who and what is refused at their door."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, SetupError, StackError, UsageError
from bench_driver.model.cell import Contender
from bench_driver.model.records import Attempt, SweepRecord
from bench_driver.plan.plan import planned
from bench_driver.store import dispatches, read, removal, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .clustering import TINY, Cluster, commit, until
from .packages import install

pytest.importorskip("distributed", reason="`make cluster` installs Dask")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:distributed")

import distributed.protocol.pickle as dask_pickle  # noqa: E402
from distributed.comm import connect  # noqa: E402
from distributed.protocol import ToPickle, to_serialize  # noqa: E402

from bench_cluster import door, making, task  # noqa: E402
from bench_cluster.certificates import make  # noqa: E402
from bench_cluster.client import Cluster as Client  # noqa: E402
from bench_cluster.client import Silent  # noqa: E402
from bench_cluster.nodes import RoundScheduler, RoundWorker  # noqa: E402
from bench_cluster.rounds import REFUSED, Rounds  # noqa: E402


def test_two_machines_of_one_lock_make_each_round_once_and_never_two_at_once(
    checkout: Path, tmp_path: Path
) -> None:
    with Cluster(checkout, tmp_path) as cluster:
        cluster.scheduler()
        for name in ("one", "two"):
            cluster.worker(name, BENCH_LOCK=str(tmp_path), joins=False)
        for one in cluster.programs[1:]:
            until(one, "joined")
        driver = cluster.sweep(*TINY, "--rounds", "1", "--machines", "2")
        assert driver.wait() == 0, driver.said
        assert cluster.rounds() == {"one": [1], "two": [1]}
        assert cluster.runs_in_place()
        twin = cluster.worker("two", joins=False)
        assert twin.wait() == 1
        assert "name taken, two" in twin.said
        again = cluster.sweep("--resume")
        assert again.wait() == 1
        assert "can go on" in again.said
    times = cluster.query(
        "SELECT min(started_at), max(ended_at) FROM attempt JOIN turn ON turn.id = turn_id "
        "GROUP BY sweep_id ORDER BY 1"
    )
    assert times[0][1] <= times[1][0], "two rounds at once"
    with open_store(str(checkout / "results" / "results.sqlite")) as store:
        parts = read.sweeps(store)
        assert [one.about["cluster"]["machine"] for one in parts] == ["one", "two"]
        assert len({(one.seed, json.dumps(one.conditions)) for one in parts}) == 1
        assert not list((checkout / "results" / ".rounds").glob("*/*/result.json"))


PART = SweepRecord("s.one", "own", "running", 1, "2026-11-29T00:00:00.000+00:00", None, {}, {})


def test_the_first_result_of_a_round_is_recorded_and_a_later_one_is_counted(store: Store) -> None:
    write.add_sweep(store, PART)
    assert dispatches.send(store, PART.id, 1) == 1
    assert dispatches.send(store, PART.id, 1) == 1, "nobody knows yet what came of the first"
    dispatches.lose(store, PART.id, 1, 1, "killed")
    assert dispatches.send(store, PART.id, 1) == 2
    assert dispatches.record(store, PART.id, 1, 2, (), 5.0, cells=[1])
    assert not dispatches.record(store, PART.id, 1, 2, (), 5.0, cells=[2])
    assert not dispatches.record(store, PART.id, 1, 1, (), 7.0, cells=[3])
    found = [(one.attempt, one.state, one.seconds) for one in dispatches.of(store, PART.id)]
    assert found == [(1, dispatches.LATE, 7.0), (2, dispatches.RECORDED, 5.0)]
    assert read.find(store, PART.id).about["cells"] == [1]
    removal.remove(store, [PART])
    assert not dispatches.of(store, PART.id)


TASK: dict[str, Any] = {
    "sweep": "s.one",
    "round": 0,
    "attempt": 1,
    "commit": "",
    "names": ["rust-server", "rust-provider"],
}
CELL = {
    "object_type": "DummyObject", "size": "", "format": "JSON", "coding": "", "condition": "block",
    "operation": "decode", "checks": "usual",
}  # fmt: skip
PLANNED = {
    "seed": 1,
    "groups": 4,
    "providers": ["rust-provider"],
    "cells": [{**CELL, "contenders": [{"consumer": "java-server"}]}],
}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"names": ["/bin/sh"]}, "'/bin/sh' is no name"),
        ({"names": ["sh"]}, "sh is no server"),
        ({"names": ["browser"]}, "browser is no server"),
        ({"setups": ["commit=HEAD"]}, "its setup commit=HEAD"),
        ({"setups": ["--jvm-flags=-version"]}, "its setup --jvm"),
        ({"command": ["/bin/sh"]}, "command"),
        ({"sweep": "../s"}, "sweep"),
        ({"round": 1, "plan": PLANNED}, "its plan has java-server"),
        ({"round": 1, "plan": {**PLANNED, "providers": ["/tmp/x"]}}, "'/tmp/x' is no name"),
        ({"round": 1, "plan": {**PLANNED, "groups": "many"}}, "plan.groups"),
        ({"round": 1, "plan": {"seed": 1}}, "plan: KeyError"),
        ({"commit": "0" * 40}, "another commit"),
    ],
)
def test_a_machine_makes_no_round_that_names_what_is_not_its_own(
    changes: dict[str, Any], why: str, checkout: Path, tmp_path: Path
) -> None:
    commit(checkout)
    rounds = Rounds("one", checkout, tmp_path / "keep")
    sent = {**TASK, "commit": task.checked_out(checkout), **changes}
    said = rounds.state(json.dumps(sent))
    assert said["state"] == REFUSED
    assert why in said["why"]
    assert not (tmp_path / "keep").exists()


def test_a_round_with_a_run_that_was_not_planned_is_none() -> None:
    plan = planned(PLANNED, 1)
    turn, asked = next(plan.warm_up(1, plan.parts(1)[0]))
    run = Attempt("", "", "ok", asked, {}, None, {})
    result = task.Result(1.0, [(turn, asked, run)])
    came = task.RESULT.validate_json(task.RESULT.dump_json(result))
    assert came == result
    came.refuse_unplanned(plan, 1)
    strange = replace(turn, contender=Contender("rust-server"))
    for other in (strange, replace(turn, round=2), replace(turn, provider="java-provider")):
        with pytest.raises(ValueError, match="not planned"):
            task.Result(1.0, [(other, asked, run)]).refuse_unplanned(plan, 1)
    with pytest.raises(ValueError, match="seconds"):
        task.RESULT.validate_python({"seconds": float("nan")})


def test_a_round_in_which_the_clock_jumped_is_void() -> None:
    wall = iter([100.0, 161.0])
    monotonic = iter([5.0, 65.0])
    clock = making.steady_clock(lambda: next(wall), lambda: next(monotonic))
    with pytest.raises(StackError, match="void"), clock:
        pass


@pytest.fixture
def no_pickles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What `closed` changes in this process is as before at the end."""
    monkeypatch.setattr(dask_pickle, "loads", dask_pickle.loads)
    yield


@asynccontextmanager
async def running(
    address: str, certificates: Path | None, rounds: Rounds, folder: Path
) -> AsyncIterator[tuple[str, str]]:
    """A scheduler and a worker in this process, by their addresses."""
    door.closed()
    host = address.partition("://")[2].rpartition(":")[0]
    scheme = address.partition(":")[0]
    of = {role: door.security(address, certificates, role) for role in ("scheduler", "worker")}
    given = {"security": of["worker"], "host": host, "local_directory": str(folder)}
    async with (
        RoundScheduler(security=of["scheduler"], protocol=scheme, host=host) as scheduler,
        RoundWorker(scheduler.address, rounds, **given) as worker,
    ):
        yield scheduler.address, worker.address


class Bad:
    """Makes a file where it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.file,)


@pytest.mark.usefixtures("no_pickles")
def test_nothing_that_is_sent_runs_code_in_scheduler_or_worker(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    bad = Bad(mark)
    messages = [
        {"op": "identity", "bad": ToPickle(bad)},
        {"op": "identity", "bad": to_serialize(bad)},
        {"op": "run", "function": pickle.dumps(bad)},
        {"op": "run_function", "function": pickle.dumps(bad)},
        {"op": "plugin-add", "plugin": pickle.dumps(bad)},
        {"op": "register_scheduler_plugin", "plugin": pickle.dumps(bad)},
        {"op": "upload_file", "filename": "ran", "data": b"", "load": False},
        {"op": "register-client", "client": "a", "versions": {}},
    ]

    async def send() -> None:
        rounds = Rounds("one", tmp_path, tmp_path / "keep")
        async with running("tcp://127.0.0.1:1", None, rounds, tmp_path) as addresses:
            for address in addresses:
                for message in messages:
                    comm = await connect(address)
                    await comm.write(dict(message))
                    try:
                        said = await asyncio.wait_for(comm.read(), 5)
                        assert said is None or "error" in str(said.get("status")), said
                    except (OSError, ValueError):
                        pass
                    comm.abort()
            client = Client(addresses[0], door.security(addresses[0], None, "driver"))
            assert set(await client.machines()) == {"one"}, "both are still well"
            await client.close()

    asyncio.run(send())
    assert not mark.exists()
    assert not (tmp_path / "ran").exists()


@pytest.mark.usefixtures("no_pickles")
def test_without_a_certificate_of_the_cluster_nobody_comes_in(tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    assert {oct(one.stat().st_mode & 0o777) for one in make(ours) if one.suffix == ".key"} == {
        "0o600"
    }
    make(theirs)
    rounds = Rounds("one", tmp_path, tmp_path / "keep")

    async def come_in() -> None:
        async with running("tls://127.0.0.1:1", ours, rounds, tmp_path) as (address, _):
            client = Client(address, door.security(address, ours, "driver"))
            assert set(await client.machines()) == {"one"}
            await client.close()
            stranger = Client(address, door.security(address, theirs, "driver"))
            with pytest.raises(Silent):
                await stranger.machines()
            plain = address.replace("tls", "tcp")
            bare = Client(plain, door.security(plain, None, "driver"))
            with pytest.raises(Silent):
                await bare.machines()

    asyncio.run(come_in())


@pytest.mark.parametrize(
    "address", ["tcp://192.0.2.1:8786", "tcp://localhost:8786", "x", "tls://h"]
)
def test_an_address_that_is_open_to_others_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        door.security(address, None, "worker")
    with pytest.raises(UsageError, match="needs certificates"):
        door.security("tls://192.0.2.1:8786", None, "worker")
    make(tmp_path / "c")
    (tmp_path / "c" / "worker.key").chmod(0o644)
    with pytest.raises(SetupError, match="is open"):
        door.security("tls://192.0.2.1:8786", tmp_path / "c", "worker")


def test_the_name_of_a_machine_is_no_path(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, "cluster")
    assert main(["worker", "tcp://127.0.0.1:1", "--machine", "../a"]) == ExitCode.USAGE
    assert "names no machine" in capsys.readouterr().err
