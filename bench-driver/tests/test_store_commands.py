"""`bench-driver store`: what prune removes and what it leaves, and that sweeps are the same in
another store.
"""

from __future__ import annotations

import os
import pty
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text

from bench_driver.errors import StoreError
from bench_driver.store import copy, read, removal, schema, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .conftest import Command
from .stores import OldPlan, add, as_the_first_driver_left_it, measure

TABLES = (schema.sweep, schema.turn, schema.point, schema.attempt, schema.measurement)


def measured(store: Store, day: int, **changes: Any) -> str:
    made = add(store, OldPlan(**changes), planned_at=f"2026-11-{day}T12:00:00.000+00:00")
    measure(
        store,
        made.id,
        lambda answer, series, number: {**answer, "bulk": "x" * 5_000, "π": [1.5, None]},
    )
    return made.id


def rows(store: Store) -> dict[str, int]:
    with store.reading() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in TABLES
        }


def whole(store: Store, sweep_id: str) -> list[Any]:
    """All that can be read of a sweep, but for its id."""
    figures = [{**vars(item), "sweep_id": ""} for item in read.measurements(store, sweep_id)]
    return [*figures, *map(vars, read.answers(store, sweep_id)), read.counts(store, sweep_id)]


def test_a_sweep_that_is_removed_leaves_nothing_and_the_others_whole(store: Store) -> None:
    ids = [measured(store, 20), measured(store, 21)]
    before, one = rows(store), whole(store, ids[1])
    removal.remove(store, [read.find(store, ids[0])])
    assert rows(store) == {name: number // 2 for name, number in before.items()}
    assert whole(store, ids[1]) == one
    assert (removal.compact(store) or 0) > 0
    with sqlite3.connect(store.name) as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize(
    ("state", "hours", "running"),
    [("running", 1, True), ("running", 25, False), ("planned", 1, True), ("interrupted", 1, False)],
)
def test_a_sweep_runs_while_it_says_so_and_is_heard_of(
    store: Store, state: str, hours: int, running: bool
) -> None:
    made = add(store, OldPlan())
    write.set_state(store, made.id, state)
    assert (
        removal.runs(
            store,
            read.find(store),
            datetime.fromisoformat(made.planned_at) + timedelta(hours=hours),
        )
        is running
    )


def test_a_sweep_is_the_same_in_another_store_and_is_taken_once(
    store: Store, tmp_path: Path
) -> None:
    ids = [measured(store, 20), measured(store, 21)]
    with open_store(str(tmp_path / "other.sqlite")) as other:
        measured(other, 1, rounds=1)  # so that keys differ
        (made,) = copy.copy(store, other, [read.find(store, ids[1])])
        assert whole(other, made.id) == whole(store, ids[1])
        assert (made.id, made.conditions) == (ids[1], read.find(store, ids[1]).conditions)
        assert copy.copy(store, other, [read.find(store, ids[1])]) == []


def test_another_sweep_of_the_same_id_gets_an_id_of_its_own_and_one_that_runs_is_cut(
    store: Store, tmp_path: Path
) -> None:
    add(store, OldPlan())
    with open_store(str(tmp_path / "other.sqlite")) as other:
        add(other, OldPlan(seed=8))
        write.set_state(store, read.find(store).id, "running")
        (made,) = copy.copy(store, other, read.sweeps(store))
    assert (made.id, made.state) == ("2026-11-21T12-00-00-2", "interrupted")


def test_a_copy_that_breaks_off_leaves_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured(store, 20)
    measured(store, 21)
    with open_store(str(tmp_path / "other.sqlite")) as other:
        calls = iter(range(100))
        take = copy._turns
        monkeypatch.setattr(
            copy,
            "_turns",
            lambda *given: (
                take(*given) if next(calls) < 4 else (_ for _ in ()).throw(KeyboardInterrupt)
            ),
        )
        with pytest.raises(KeyboardInterrupt):
            copy.copy(store, other, read.sweeps(store))
        assert set(rows(other).values()) == {0}


def old(file: Path) -> None:
    """A store as the first driver wrote it."""
    with open_store(str(file)) as made:
        measured(made, 20)
        as_the_first_driver_left_it(made)


def test_an_older_store_is_read_by_a_copy_and_stays_as_it_is(tmp_path: Path) -> None:
    old(tmp_path / "old.sqlite")
    with copy.snapshot(tmp_path / "old.sqlite") as opened:
        assert len(whole(opened, read.find(opened).id)) > 2
    with sqlite3.connect(tmp_path / "old.sqlite") as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            ("0001",)
        ]


def test_a_file_that_is_no_store_or_a_newer_drivers_is_said_so(
    tmp_path: Path, store: Store
) -> None:
    (tmp_path / "text").write_text("not a database" * 1000)
    with sqlite3.connect(tmp_path / "empty.sqlite") as connection:
        connection.execute("CREATE TABLE x (y)")
    for name, words in (
        ("none", "there is no store"),
        ("text", "cannot be read"),
        ("empty.sqlite", "is no store"),
    ):
        with pytest.raises(StoreError, match=words), copy.snapshot(tmp_path / name):
            pass
    with store.writing() as writing:
        writing.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer driver"), copy.snapshot(Path(store.name)):
        pass


def test_the_commands_export_merge_and_prune(
    bench: Command, checkout: Path, tmp_path: Path
) -> None:
    file = checkout / "results" / "results.sqlite"
    with open_store(str(file)) as made:
        ids = [measured(made, day) for day in (20, 21, 22)]
    out = tmp_path / "one.sqlite"
    exported = bench("store", "export", ids[0], "last", "--to", str(out))
    assert (exported.returncode, [name in exported.stdout for name in ids]) == (
        0,
        [True, False, True],
    ), exported.stderr
    assert bench("store", "export", "last", "--to", str(out)).returncode == 1, "never written over"
    assert ids[2] in bench("list", "--store", str(out)).stdout

    assert bench("store", "prune").returncode == 2
    assert bench("store", "prune", "--keep=1", "--older-than=1d").returncode == 2
    assert bench("store", "prune", "--older-than=soon").returncode == 2
    shown = bench("store", "prune", "--keep=1", "--dry-run")
    assert (shown.returncode, "2 of 3 sweeps would be removed" in shown.stdout) == (0, True), (
        shown.stderr
    )
    gone = bench("store", "prune", "--keep=1", "--yes")
    assert (gone.returncode, "removed 2 of 3 sweeps; " in gone.stdout) == (0, True), gone.stderr

    old(tmp_path / "old.sqlite")
    merged = bench("store", "merge", str(out), str(tmp_path / "old.sqlite"))
    assert [line.partition(": ")[2] for line in merged.stdout.splitlines()] == [
        f"1 of 2 sweeps taken in: {ids[0]}; 1 there already",
        "0 of 1 sweeps taken in; 1 there already",
    ], merged.stderr
    assert [line.split()[0] for line in bench("list").stdout.splitlines()[1:]] == [ids[0], ids[2]]


def test_prune_counts_weeks_and_leaves_what_runs(bench: Command, checkout: Path) -> None:
    today = datetime.now(UTC)
    with open_store(str(checkout / "results" / "results.sqlite")) as store:
        for days, state in ((20, "complete"), (10, "complete"), (0, "running")):
            planned_at = (today - timedelta(days=days)).isoformat(timespec="milliseconds")
            write.set_state(store, add(store, OldPlan(), planned_at=planned_at).id, state)
    assert "removed 1 of 3 " in bench("store", "prune", "--older-than=2w", "--yes").stdout
    assert "removed 1 of 2 " in bench("store", "prune", "--keep=0", "--yes").stdout
    assert "running" in bench("list").stdout


def test_prune_asks_on_a_terminal_and_not_elsewhere(bench: Command, checkout: Path) -> None:
    file = checkout / "results" / "results.sqlite"
    with open_store(str(file)) as made:
        measured(made, 20)
    assert bench("store", "prune", "--keep=0").returncode == 2, "nobody can be asked"
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "wb", buffering=0) as terminal:
        command = [sys.executable, "-m", "bench_driver", "store", "prune", "--keep=0"]
        for answer, code, left in ((b"n\n", 130, 1), (b"y\n", 0, 0)):
            terminal.write(answer)
            done = subprocess.run(
                command, stdin=theirs, capture_output=True, text=True, timeout=600, check=False
            )
            assert (done.returncode, "Remove 1 of 1 sweeps" in done.stdout + done.stderr) == (
                code,
                True,
            ), done.stderr
            with open_store(str(file)) as kept:
                assert len(read.sweeps(kept)) == left
    os.close(theirs)
