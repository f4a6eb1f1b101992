"""Whatever cuts a sweep: what was measured is there, the message says what happened, and the sweep
goes on to the same points, each exactly once.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, select

from bench_driver.errors import Busy, ServerLost, StoreError
from bench_driver.measure import call, lease
from bench_driver.measure.call import Run
from bench_driver.measure.ready import Reporter
from bench_driver.model.cell import Turn
from bench_driver.plan.plan import planned
from bench_driver.servers import state
from bench_driver.store import read, schema
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.system.processes import identify

from .conftest import FREE, Command, behave, folder_of, running, runs_of, said
from .miniatures import engines, until_result
from .sweeping import Miniatures, Stopping, Sweeping, Swept

SWEEP = [
    "sweep",
    *FREE,
    "--amounts=10,20",
    "--rounds=2",
    "--warmup=10",
    "--processes=shared",
    "--format=json",
    "--object-type=DummyObject",
]
#: `make kills` makes a hundred.
KILLS = int(os.environ.get("KILLS", "10"))


def complete(swept: Swept, void: int) -> None:
    """Every planned slice has exactly one figure at each amount that counts."""
    found = list(read.measurements(swept.store, swept.kept.id, "slice"))
    plan = planned(swept.kept.conditions, swept.kept.seed)
    slices = sum(plan.groups_of(cell) * len(those) for cell, those in plan.contenders.items())
    assert len(found) == swept.kept.conditions["rounds"] * slices * len(plan.held.amounts)
    assert len({(item.round, item.scenario, item.amount) for item in found}) == len(found)
    counts = read.counts(swept.store, swept.kept.id)
    assert (counts["failed"], counts["void"]) == (0, void)
    assert swept.kept.state == "complete"


def test_a_sweep_that_was_interrupted_goes_on_with_the_round_that_was_cut(sweep: Sweeping) -> None:
    first = sweep(
        Miniatures(), reporter=Stopping(5), formats=("JSON",), object_types=("DummyObject",)
    )
    assert (first.kept.state, len(first.runs("slice"))) == ("interrupted", 6)
    servers = Miniatures()
    second = sweep(servers, resume=first.kept)
    assert second.outcome.error is None
    assert servers.started == 1, "the first round was whole"
    complete(second, void=2 + 2)


def test_a_sweep_that_goes_on_meets_other_servers_and_refuses(sweep: Sweeping) -> None:
    first = sweep(Miniatures(), reporter=Stopping(3), formats=("JSON",))
    second = sweep(
        Miniatures(says=[{**engines("rust"), "server_version": "9"}] * 2), resume=first.kept
    )
    assert second.outcome.error is not None
    assert "changed during the sweep" in second.outcome.error.what
    assert len(second.runs("slice")) == 4, "what was measured stays"


def test_a_round_asks_of_the_object_types_that_are_measured_alone(sweep: Sweeping) -> None:
    of_another = [
        {**engine, "object_types": ["DummyObject"]} for engine in engines("rust")["engines"]
    ]
    servers = Miniatures(says=[engines("rust"), {**engines("rust"), "engines": of_another}])
    made = sweep(servers, formats=("JSON",), object_types=("DummyObject",), rounds=2)
    assert made.outcome.error is None, "what an engine does with NumericObject is not asked"
    assert servers.running["rust-server"].asked[0].startswith("/engines?object_type=DummyObject")


class Ending(Reporter):
    """Ends the consumer of the third measured run of a round, before that run."""

    def __init__(self, servers: Miniatures, number: int) -> None:
        self.servers, self.number, self.measured = servers, number, 0

    def began(self, turn: Turn) -> None:
        self.measured += turn.series == "slice" and turn.round == self.number
        if self.measured == 3:
            server = self.servers.running[turn.contender.consumer]
            server.behaviour, server.well = until_result(cut=True), False
            self.measured += 1


def test_a_server_that_ends_within_a_round_ends_the_round_and_not_the_sweep(
    sweep: Sweeping,
) -> None:
    servers = Miniatures()
    first = sweep(
        servers,
        reporter=Ending(servers, 1),
        rounds=3,
        formats=("JSON", "XML"),
        object_types=("DummyObject",),
    )
    assert isinstance(first.outcome.error, ServerLost)
    assert "ended within a round" in first.outcome.error.what
    assert "--resume" in first.outcome.error.do
    assert {run.round for run in first.runs("slice", outcome="ok")} == {1, 2, 3}
    assert [run.round for run in first.runs("slice", outcome="ok")].count(1) == 2
    assert first.kept.state == "failed"
    second = sweep(Miniatures(), resume=first.kept)
    assert second.outcome.error is None
    complete(second, void=4 + 2 + 2)


class Filling(Reporter):
    """When this many runs have ended, there is no room for another page."""

    def __init__(self, store: Store, after: int) -> None:
        self.store, self.after = store, after

    def ended(self, turn: Turn, run: Run) -> None:
        self.after -= 1
        if self.after == 0:
            event.listen(
                self.store.engine,
                "begin",
                lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=1"),
            )


def test_a_full_disk_ends_the_sweep_and_what_was_measured_is_there(
    store: Store, sweep: Sweeping
) -> None:
    first = sweep(Miniatures(), reporter=Filling(store, 6), formats=("JSON",))
    assert isinstance(first.outcome.error, StoreError)
    assert "disk is full" in first.outcome.error.what
    with open_store(store.name) as again:
        kept = read.find(again)
        counts = read.counts(again, kept.id)
        assert 4 <= counts["ok"] < 4 + 16
        assert len(list(read.answers(again, kept.id))) == counts["ok"]


def test_a_clock_that_jumps_is_noted_and_spoils_no_time(
    sweep: Sweeping, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Jumping(datetime):
        """Sets itself an hour back with every second reading."""

        readings = 0

        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            cls.readings += 1
            return datetime.now(tz) - timedelta(hours=cls.readings % 2 == 0)

    monkeypatch.setattr(call, "datetime", Jumping)
    swept = sweep(Miniatures(), rounds=1, formats=("JSON",), object_types=("DummyObject",))
    assert {round(run.notes["clock_jump_s"]) for run in swept.runs()} == {-3600}
    assert all(
        0 <= run.notes["seconds"] < 60 and run.started_at <= run.ended_at for run in swept.runs()
    )


def test_two_drivers_that_share_a_store_cannot_measure_the_same_servers(store: Store) -> None:
    with lease.held(store, ["http://a:1", "http://b:1"]):
        with (
            pytest.raises(Busy, match="http://b:1") as refused,
            lease.held(store, ["http://c:1", "http://b:1"]),
        ):
            pass
        assert str(os.getpid()) in refused.value.why
        with lease.held(store, ["http://c:1"]):
            pass
    with lease.held(store, ["http://b:1"]):
        pass


@pytest.mark.parametrize(
    ("host", "pid", "until", "refuses"),
    [
        ("elsewhere", 1, 60, True),
        ("elsewhere", 1, -1, False),
        (None, 1, 60, False),
        (None, None, -1, True),
    ],
)
def test_a_row_of_another_driver_holds_as_long_as_that_driver_may_live(
    store: Store, host: str | None, pid: int | None, until: float, refuses: bool
) -> None:
    me = identify(os.getpid())
    assert me
    row = {
        "resource": "http://a:1",
        "host": host or lease.here(),
        "pid": pid or me.pid,
        "process": me.started,
        "until": time.time() + until,
    }
    with store.writing() as connection:
        connection.execute(insert(schema.lock).values(row))
    with pytest.raises(Busy) if refuses else nullcontext(), lease.held(store, ["http://a:1"]):
        pass


def test_a_lease_is_written_anew_only_where_it_would_become_short(store: Store) -> None:
    def until() -> float:
        with store.reading() as connection:
            return float(connection.execute(select(schema.lock.c.until)).scalar_one())

    with lease.held(store, ["http://a:1"]) as renew:
        first = until()
        renew(10)
        assert until() == first
        renew(6000)
        assert until() > time.time() + 6000


def killed(design: str, folder: Path, kills: int) -> dict[str, float]:
    seed = random.SystemRandom().randrange(2**32)
    command = [sys.executable, "-m", "tests.killing", design, str(folder), str(kills), str(seed)]
    done = subprocess.run(
        command,
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=100 * kills,
        check=False,
    )
    assert done.returncode == 0, f"seed {seed}: {done.stdout}{done.stderr}"
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    assert found["kills"] == kills, f"seed {seed}"
    assert found["void"] > 0, "no kill fell into a round: it proves nothing"
    return found


def test_kills_at_random_moments_leave_whole_groups_each_exactly_once(tmp_path: Path) -> None:
    # In each of 3 rounds 2 cells have two runs of a warm-up by each of 2 consumers, and 4 groups of
    # two slices, the second cell 2.
    assert killed("groups", tmp_path, KILLS)["points"] % (3 * (2 * 2 * 2 + (4 + 2) * 2)) == 0


def test_a_killed_command_goes_on_and_stops_the_servers_that_it_left_behind(
    bench: Command, checkout: Path
) -> None:
    behave(checkout, "slow")
    with running(*SWEEP) as process:
        said(process, "sweep 2")
        second = bench(*SWEEP)
        assert (
            second.returncode,
            "the machine is busy" in second.stderr,
            str(process.pid) in second.stderr,
        ) == (1, True, True), second.stderr
    left = state.load(state.path(checkout))
    assert len(left) == 4
    assert all(entry.left_behind for entry in left)
    assert "running" in bench("list").stdout
    behave(checkout, "right")
    resumed = bench("sweep", "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert not any(entry.identity.alive for entry in left)
    assert "complete" in bench("list").stdout
    assert len(runs_of(checkout, "slice")) == 2 * 4
    assert (folder_of(checkout) / "summary.md").exists()
    assert sorted(folder.name for folder in (folder_of(checkout) / "logs").iterdir()) == [
        "round-1",
        "round-1-again-1",
        "round-2",
    ]
    again = bench("sweep", "--resume")
    assert (again.returncode, "no sweep to go on with" in again.stderr) == (1, True)
    assert bench("sweep", "--resume", "--rounds=3").returncode == 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for a plan and a few runs, and behind them for how the sweep ended."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=368k", "none", str(folder)],
        capture_output=True,
        check=False,
    ).returncode:
        pytest.skip("this user may not mount a small file system")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_fills_up_is_said_so_by_the_command(
    bench: Command, checkout: Path, small_disk: Path
) -> None:
    store = small_disk / "results.sqlite"
    done = bench(*SWEEP, "--rounds=9", f"--store={store}")
    assert done.returncode == 1, done.stderr
    assert "the store's disk is full" in done.stderr, done.stderr
    assert "--resume" in done.stderr
    assert "Traceback" not in done.stderr
    assert state.load(state.path(checkout)) == []
    shutil.copytree(small_disk, checkout / "copy")
    with open_store(str(checkout / "copy" / "results.sqlite")) as kept:
        kept_sweep = read.find(kept)
        counts = read.counts(kept, kept_sweep.id)
        assert counts["ok"] > 0 and kept_sweep.state == "failed"
