"""Sweeps on many machines: one in miniature, and who and what is refused at their door."""

from __future__ import annotations

import asyncio
import json
import pickle
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from shutil import copyfile
from typing import Any, ClassVar

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, SetupError, StackError, UsageError
from bench_driver.model.cell import Contender
from bench_driver.model.records import Attempt, SweepRecord
from bench_driver.plan.plan import planned
from bench_driver.plan.request import Stopping
from bench_driver.plan.stopping import at_first
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

from bench_cluster import certificates, door, making, nodes, part, task  # noqa: E402
from bench_cluster.certificates import make  # noqa: E402
from bench_cluster.client import Cluster as Client  # noqa: E402
from bench_cluster.client import Silent  # noqa: E402
from bench_cluster.nodes import RoundScheduler, RoundWorker  # noqa: E402
from bench_cluster.rounds import DONE, LOST, REFUSED, RUNNING, Rounds  # noqa: E402

TOKEN = "a-token-of-32-characters-or-more-1"


def test_two_machines_of_one_lock_make_each_round_once_and_never_two_at_once(
    checkout: Path, tmp_path: Path
) -> None:
    with Cluster(checkout, tmp_path) as cluster:
        cluster.scheduler()
        for name in ("one", "two"):
            cluster.worker(name, BENCH_LOCK=str(tmp_path), AUTH_TOKEN=TOKEN, joins=False)
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
    kept = [*tmp_path.rglob("*.log"), *(checkout / "results").rglob("*")]
    assert not [file for file in kept if file.is_file() and TOKEN.encode() in file.read_bytes()]


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


class Saying(Rounds):
    """A machine that says the same whatever it is asked."""

    said: ClassVar[Any] = {"state": RUNNING}
    running = "hangs"

    def state(self, text: str) -> Any:
        return self.said


def planned_part(store: Store, cluster: Any) -> part.Part:
    """A part whose two rounds are to be made."""
    about = {
        "stopping": at_first(Stopping(rounds=2)).facts,
        "setup": {"names": [], "setups": []},
        "servers": {},
        "cluster": {"id": "s", "machine": "one"},
    }
    write.add_sweep(store, replace(PART, conditions={**PLANNED, "rounds": 2}, about=about))
    return part.Part(store, cluster, "", "one", PART.id)


@pytest.mark.usefixtures("no_pickles")
def test_a_machine_that_is_never_done_is_given_up_with_fewer_rounds(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"OVER": 0.0, "HELD_S": 2.0, "AGAIN_S": 0.1}.items():
        monkeypatch.setattr(part, name, value)
    monkeypatch.setattr(nodes, "WAIT_S", 1.0)

    async def measure() -> part.Part:
        rounds = Saying("one", tmp_path, tmp_path / "keep")
        async with running("tcp://127.0.0.1:1", None, rounds, tmp_path) as (address, _):
            client = Client(address, door.security(address, None, "driver"))
            one = planned_part(store, client)
            await asyncio.wait_for(one.measure(lambda seconds: None), 60)
            await client.close()
            return one

    told = asyncio.run(measure()).given_up
    assert told.startswith("one: round 1 is not done after 2 s: its forecast is ")
    assert read.find(store, PART.id).state == "failed"
    assert dispatches.of(store, PART.id)[0].state == dispatches.SENT, "a resumed sweep asks again"


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
    came.refuse_unplanned(plan, 1, plan.contenders)
    strange = replace(turn, contender=Contender("rust-server"))
    for other in (strange, replace(turn, round=2), replace(turn, provider="java-provider")):
        with pytest.raises(ValueError, match="not planned"):
            task.Result(1.0, [(other, asked, run)]).refuse_unplanned(plan, 1, ())
    with pytest.raises(ValueError, match="seconds"):
        task.RESULT.validate_python({"seconds": float("nan")})


def made_round(*changes: Any, seconds: float = 1.0) -> str:
    """The first round of `PLANNED` as a machine sends it: its runs changed by each in turn."""
    plan = planned(PLANNED, 1)
    cell = next(iter(plan.contenders))
    every = [*plan.warm_up(1, [cell]), *chain(*plan.part_groups(1, [cell], {cell: 1}))]
    failed = {"code": "timeout"}
    runs: Any = [(turn, asked, Attempt("", "", "failed", asked, None, failed, {}))
                 for turn, asked in every]  # fmt: skip
    for change in changes:
        runs = change(runs)
    return task.RESULT.dump_json(task.Result(seconds, runs)).decode()


def without_amounts(runs: list[Any]) -> list[Any]:
    """The first with an answer that lacks the amount that was planned."""
    (turn, asked, attempt), *rest = runs
    times = {"json_parsing_time_micro_s": 1, "json_total_time_ms": 1}
    answer = {"amount": 7, "engine": {"format": "JSON"}, "parse": {}, "checkpoints": [], **times}
    return [(turn, asked, replace(attempt, outcome="ok", answer=answer)), *rest]


def of_so_many(runs: list[Any]) -> list[Any]:
    """The last of more objects than a store can count."""
    turn, *rest = runs[-1]
    return [*runs[:-1], (replace(turn, amount=10**30), *rest)]


@pytest.mark.parametrize(
    ("result", "why"),
    [
        ("", "ValidationError"),
        ("[" * 200_000, "ValidationError"),
        (made_round(lambda runs: []), "lacks"),
        (made_round(lambda runs: runs + runs[-1:]), "twice"),
        (made_round(without_amounts), "lacks the amount"),
        (made_round(of_so_many), "int"),
        (made_round(seconds=1e300), "seconds"),
    ],
)
def test_a_result_that_is_none_is_thrown_away_and_ends_no_other_machine(
    result: str, why: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Machine:
        async def ask(self, machine: str, op: str, **given: str) -> dict[str, str]:
            asked.append(op)
            return {"state": DONE, "result": result}

    monkeypatch.setattr(part, "AGAIN_S", 0.0)
    one = planned_part(store, Machine())
    asyncio.run(one.measure(lambda seconds: None))
    assert one.given_up.startswith("one: what it sent is no round 1") and why in one.given_up
    assert [found.state for found in dispatches.of(store, PART.id)] == [dispatches.LOST] * 3
    assert asked.count("bench-forget") == 3, "else it sends that again"


def test_a_round_as_it_was_planned_is_recorded(store: Store) -> None:
    class Machine:
        async def ask(self, machine: str, op: str, **given: str) -> dict[str, str]:
            number = json.loads(given["task"])["round"] if "task" in given else 0
            return {"state": DONE if number == 1 else LOST, "result": made_round()}

    one = planned_part(store, Machine())
    asyncio.run(one.measure(lambda seconds: None))
    assert one.given_up.startswith("one: round 2 is lost")
    assert dispatches.of(store, PART.id)[0].state == dispatches.RECORDED


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


LISTENING = {"host": "127.0.0.1", "protocol": "tls"}


@pytest.mark.usefixtures("no_pickles")
def test_an_expired_certificate_opens_nothing_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificates, "DAYS", 1e-6)
    make(tmp_path / "c")

    async def come_in() -> None:
        given = door.security("tls://127.0.0.1:1", tmp_path / "c", "scheduler")
        async with RoundScheduler(security=given, **LISTENING) as scheduler:
            address = scheduler.address
            with pytest.raises(Silent, match="expired"):
                await Client(address, door.security(address, tmp_path / "c", "driver")).machines()

    asyncio.run(come_in())


@pytest.mark.usefixtures("no_pickles")
def test_a_drivers_certificate_is_no_schedulers(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    make(folder)
    for end in ("pem", "key"):
        copyfile(folder / f"driver.{end}", folder / f"scheduler.{end}")

    async def come_in() -> None:
        given = door.security("tls://127.0.0.1:1", folder, "scheduler")
        async with RoundScheduler(security=given, **LISTENING) as scheduler:
            address = scheduler.address
            with pytest.raises(Silent, match="purpose"):
                await Client(address, door.security(address, folder, "driver")).machines()

    (folder / "scheduler.key").chmod(0o600)
    asyncio.run(come_in())


@pytest.mark.parametrize(
    "said", [None, [], {"workers": [1]}, {"workers": {"a": {}}}, {"status": "x"}]
)
def test_a_scheduler_that_answers_nonsense_is_silent(
    said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answers(*_: Any, **__: Any) -> Any:
        return said

    client = Client("tcp://127.0.0.1:1", door.security("tcp://127.0.0.1:1", None, "driver"))
    monkeypatch.setattr(client, "_asked", answers)
    with pytest.raises(Silent):
        asyncio.run(client.machines())
    with pytest.raises(Silent):
        asyncio.run(client.ask("one", "bench-round"))


@pytest.mark.parametrize("said", ["[" * 200_000, "[]", '{"state": 1}', 7, None])
def test_a_machine_that_answers_nonsense_is_silent(
    said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answers(op: str, *_: Any, **__: Any) -> Any:
        known = {"workers": {"tcp://127.0.0.1:2": {"name": "one"}}}
        return known if op == "identity" else {"tcp://127.0.0.1:2": said}

    client = Client("tcp://127.0.0.1:1", door.security("tcp://127.0.0.1:1", None, "driver"))
    monkeypatch.setattr(client, "_asked", answers)
    with pytest.raises(Silent):
        asyncio.run(client.ask("one", "bench-round"))


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
