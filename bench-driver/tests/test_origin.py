"""A store says what was measured, and never what is run or where files go: anybody may have written
it.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench_driver.errors import StoreError, UsageError
from bench_driver.measure import lease, origin
from bench_driver.measure.wanted import Whose
from bench_driver.model.label import id_checked
from bench_driver.report.folder import folder_of
from bench_driver.store import copy, read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.store.schema import METADATA

from .conftest import FREE, Command, program
from .stores import OldPlan, add, measure

SWEEP = [
    "sweep",
    *FREE,
    "--amounts=10",
    "--rounds=1",
    "--warmup=10",
    "--format=json",
    "--object-type=DummyObject",
]


def whose(folder: Path) -> Whose:
    return Whose("native", ("rust-server",), {}, {}, None, ("-Xmx1g",), str(folder))


def forge(file: Path, **about: Any) -> None:
    """Writes into the newest sweep's facts, as a stranger could, and says that it was cut."""
    with sqlite3.connect(file) as connection:
        (said,) = connection.execute("SELECT about FROM sweep").fetchone()
        said = json.loads(said)
        said["stopping"]["seconds"] = {}
        changed = json.dumps({**said, **about})
        connection.execute("UPDATE sweep SET about = ?, state = 'running'", [changed])
        connection.execute("UPDATE attempt SET outcome = 'void'")
    connection.close()


def test_no_program_that_a_store_names_is_run(
    bench: Command, checkout: Path, tmp_path: Path
) -> None:
    assert bench(*SWEEP).returncode == 0
    file, marker = checkout / "results" / "results.sqlite", tmp_path / "marker"
    program(tmp_path / "evil" / "bin" / "java", f"touch '{marker}' #")
    setup = {
        "stack": "native",
        "names": ["java-server", "rust-provider"],
        "ports": {"java-server": 0, "rust-provider": 0},
        "urls": {},
    }
    setup |= {
        "java_home": str(tmp_path / "evil"),
        "jvm_flags": [],
        "folder": str(tmp_path / "elsewhere"),
        "setups": [],
    }
    forge(file, setup=setup)
    made = bench("sweep", "--resume")
    assert (made.returncode, marker.exists(), (tmp_path / "elsewhere").exists()) == (
        1,
        False,
        False,
    )
    assert "a store says nothing of which programs to run" in made.stderr


def test_no_flag_and_no_setup_that_a_store_names_is_used(
    bench: Command,
    checkout: Path,
    tmp_path: Path,
) -> None:
    """Also where the row has the name of what the checkout keeps."""
    java, started = checkout / "jdk" / "bin" / "java", tmp_path / "started"
    java.write_text(java.read_text().replace("exec", f"echo \"$*\" >> '{started}'\nexec", 1))
    assert bench(*SWEEP).returncode == 0
    file = checkout / "results" / "results.sqlite"
    with open_store(str(file)) as store:
        setup = read.find(store).about["setup"]
    assert setup["origin"] and setup["setups"] == []
    started.unlink()
    evil = {"jvm_flags": ["-XX:OnError=evil"], "setups": ["serial", "period"], "folder": "/evil"}
    evil |= {"names": ["java-server+serial", "rust-provider"], "java_home": str(tmp_path / "evil")}
    forge(file, setup={**setup, **evil})
    made = bench("sweep", "--resume")
    assert made.returncode == 0, made.stderr
    commands = started.read_text()
    assert "-Xmx1024m" in commands and "-XX:+UseG1GC" in commands
    assert not [word for word in ("evil", "Serial", "period") if word in commands]


def times_of(folder: Path) -> dict[str, int]:
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_a_merged_sweep_cannot_go_on_and_writes_into_no_sweeps_folder(
    bench: Command,
    checkout: Path,
    tmp_path: Path,
) -> None:
    """A copy of this checkout's own store comes back, as another sweep, and as one that was cut."""
    assert bench(*SWEEP).returncode == 0
    file, copied = checkout / "results" / "results.sqlite", tmp_path / "copy.sqlite"
    with open_store(str(file)) as store:
        own = read.find(store).id
    shutil.copy(file, copied)
    forge(copied)
    with closing(sqlite3.connect(copied)) as connection:
        connection.execute("UPDATE sweep SET seed = seed + 1")
        connection.commit()
    before = times_of(checkout / "results" / own)
    assert f"{own}-2" in bench("store", "merge", str(copied)).stdout
    made = bench("sweep", "--resume", f"{own}-2")
    assert made.returncode == 1 and "cannot go on here" in made.stderr
    report = bench("report", f"{own}-2", "--no-png")
    assert (report.returncode, Path(report.stdout.strip()).parent.name) == (0, f"{own}-2")
    assert times_of(checkout / "results" / own) == before


def test_a_foreign_sweep_of_a_local_ones_name_is_reported_elsewhere_alone(
    bench: Command,
    checkout: Path,
    tmp_path: Path,
) -> None:
    assert bench(*SWEEP).returncode == 0
    foreign = tmp_path / "foreign.sqlite"
    with open_store(str(checkout / "results" / "results.sqlite")) as store:
        own = read.find(store).id
    with open_store(str(foreign)) as store:
        add(store, OldPlan())
        measure(store, read.find(store).id)
    with closing(sqlite3.connect(foreign)) as connection:
        for table, column in (("sweep", "id"), ("turn", "sweep_id")):
            connection.execute(f"UPDATE {table} SET {column} = ?", [own])
        connection.commit()
    before = times_of(checkout / "results" / own)
    made = bench("report", own, "--no-png", "--store", str(foreign))
    assert made.returncode == 1 and "give another folder with --out" in made.stderr
    assert times_of(checkout / "results" / own) == before
    out = tmp_path / "out"
    assert bench("report", own, "--no-png", "--store", str(foreign), f"--out={out}").returncode == 0


def test_what_a_checkout_keeps_of_its_sweep_is_the_same_when_it_goes_on(
    store: Store, tmp_path: Path
) -> None:
    name = origin.keep(tmp_path, whose(tmp_path))
    planned = add(store, OldPlan(), setup={"origin": name})
    assert origin.started(tmp_path, planned) == whose(tmp_path)


@pytest.mark.parametrize("change", ["checkout", "processor", "number of cores"])
def test_another_machine_or_checkout_does_not_go_on(
    store: Store, tmp_path: Path, change: str
) -> None:
    name = origin.keep(tmp_path, whose(tmp_path))
    file = tmp_path / "results" / ".sweeps" / name
    file.write_text(json.dumps({**json.loads(file.read_text()), change: "another"}))
    with pytest.raises(StoreError, match="cannot go on here"):
        origin.started(tmp_path, add(store, OldPlan(), setup={"origin": name}))


@pytest.mark.parametrize("name", ["../../etc/passwd", "", None, 7, "0" * 31, "/etc/passwd"])
def test_a_store_names_no_file_that_is_read(store: Store, tmp_path: Path, name: object) -> None:
    with pytest.raises(StoreError, match="cannot go on here"):
        origin.started(tmp_path, add(store, OldPlan(), setup={"origin": name}))


def test_a_store_does_not_say_where_files_are_written(store: Store, tmp_path: Path) -> None:
    root, mine = tmp_path / "root", tmp_path / "mine"
    mine.mkdir()
    planned = add(store, OldPlan(), setup={"folder": str(mine)})
    assert folder_of(planned, root) == root / "results" / planned.id
    name = origin.keep(root, whose(mine))
    assert folder_of(replace(planned, about={"setup": {"origin": name}}), root) == mine
    with pytest.raises(UsageError):
        folder_of(replace(planned, id="../../escaped"), root)


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../x",
        "/x",
        "a/b",
        "a\\b",
        "last",
        "x" * 65,
        "a\nb",
        "a\0",
        "\x1b[2J",
        "-x",
        ".x",
        "ü",
    ],
)
def test_what_is_no_file_s_name_is_no_id(store: Store, name: str) -> None:
    with pytest.raises(UsageError):
        id_checked(name)
    add(store, OldPlan())
    with store.writing() as connection:
        connection.execute(METADATA.tables["sweep"].insert().values(**row(name)))
    assert len(read.sweeps(store)) == 1
    assert len(read.unreadable(store)) == 1
    assert read.unreadable(store)[0].isprintable()


def row(name: str = "forged", **changes: Any) -> dict[str, Any]:
    whole = {
        "id": name,
        "preset": "own",
        "state": "complete",
        "seed": 1,
        "planned_at": "2026-11-01T00:00:00.000+00:00",
        "conditions": {},
        "about": {},
    }
    return {**whole, **changes}


@pytest.mark.parametrize(
    "name",
    ["2026-11-01", "2026-11-28T02-00-05-2", "2026-11-28T05-17-54Z", "mimalloc_trial", "x" * 64],
)
def test_what_a_folder_may_be_called_is_an_id(name: str) -> None:
    assert id_checked(name) == name


@pytest.mark.parametrize("out", ["last", "x" * 65, "a b"])
def test_a_folder_that_names_no_sweep_is_refused_before_servers_start(
    bench: Command, checkout: Path, out: str
) -> None:
    made = bench(*SWEEP, f"--out=results/{out}")
    assert made.returncode == 2
    assert "cannot be a sweep's id" in made.stderr
    assert not (checkout / "results").exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"about": []},
        {"about": None},
        {"about": "text"},
        {"conditions": []},
        {"conditions": None},
        {"about": {"servers": []}},
        {"about": {"servers": {"rust-server": "text"}}},
        {"about": {"setup": "text"}},
        {"about": {"machine": "text"}},
    ],
)
def test_a_row_that_no_driver_wrote_is_a_line_and_the_others_are_shown(
    store: Store, changes: dict[str, Any]
) -> None:
    sound = add(store, OldPlan()).id
    insert(store, changes)
    assert [item.id for item in read.sweeps(store)] == [sound]
    assert [line.startswith("'forged' cannot be read: ") for line in read.unreadable(store)] == [
        True
    ]


def insert(store: Store, changes: dict[str, Any]) -> None:
    """A row by hand, beside what the driver would write."""
    columns = {**row(), **changes}
    columns = {
        name: json.dumps(value) if isinstance(value, dict | list) or value is None else value
        for name, value in columns.items()
    }
    with sqlite3.connect(store.name) as connection:
        connection.execute(
            f"INSERT INTO sweep ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
            list(columns.values()),
        )
    connection.close()


def test_commands_show_and_merge_what_is_sound_beside_what_is_not(
    bench: Command, checkout: Path
) -> None:
    file = checkout / "results" / "results.sqlite"
    with open_store(str(file)) as store:
        add(store, OldPlan())
        insert(store, {"about": []})
    assert "'forged' cannot be read" in bench("list").stdout
    made = bench("store", "merge", str(file), "--store", str(checkout / "other.sqlite"))
    assert "1 of 1 sweeps taken in" in made.stdout
    assert "'forged' cannot be read" in made.stdout


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE VIEW v AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x FROM r) SELECT x "
        "FROM r",
        ("CREATE TRIGGER t AFTER INSERT ON sweep BEGIN DELETE FROM sweep; END"),
    ],
)
def test_a_file_with_programs_in_it_is_no_store(store: Store, sql: str) -> None:
    with sqlite3.connect(store.name) as connection:
        connection.execute(sql)
    connection.close()
    with pytest.raises(StoreError, match="no store"), copy.snapshot(Path(store.name)):
        pass


def another_host(store: Store, sweep_id: str, until: float) -> None:
    with store.writing() as connection:
        values = {
            "host": "elsewhere",
            "pid": os.getpid(),
            "process": "",
            "until": until,
            "resource": lease.of_sweep(sweep_id),
        }
        connection.execute(METADATA.tables["lock"].insert().values(**values))


@pytest.mark.parametrize(
    "command", [["sweep", "--resume"], ["store", "prune", "--keep=0", "--yes"]]
)
def test_a_sweep_that_another_host_measures_is_left_alone(
    bench: Command, checkout: Path, command: list[str]
) -> None:
    assert bench(*SWEEP).returncode == 0
    file = checkout / "results" / "results.sqlite"
    forge(file)
    with open_store(str(file)) as store:
        name = read.find(store).id
        another_host(store, name, time.time() + 600)
        made = bench(*command)
        assert "elsewhere" in made.stderr or "it runs, and stays" in made.stdout, (
            made.stderr + made.stdout
        )
        assert read.find(store, name).state != "complete"
    other = checkout / "other.sqlite"
    assert "is being measured" in bench("store", "merge", str(file), "--store", str(other)).stdout


def test_a_lease_that_is_over_holds_nothing(store: Store) -> None:
    planned = add(store, OldPlan())
    another_host(store, planned.id, time.time() - 1)
    assert lease.running(store, [planned]) == []


def test_a_sweep_that_runs_is_known_by_its_lease(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = add(store, OldPlan())
    with lease.held(store, [lease.of_sweep(planned.id)]):
        assert lease.running(store, [planned]) == [planned]
        host: Callable[[], str] = lambda: "another"  # noqa: E731
        monkeypatch.setattr(socket, "gethostname", host)
        assert lease.running(store, [planned]) == [planned]
        monkeypatch.undo()
    assert lease.running(store, [planned]) == []


@pytest.mark.parametrize(
    "name",
    [
        "what?/a.sqlite",
        "a%20b.sqlite",
        "%2F/a.sqlite",
        "#1.sqlite",
        "a b.sqlite",
        "ü.sqlite",
        "a?mode=ro.sqlite",
    ],
)
def test_a_path_is_the_file_of_that_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    with open_store(str(file)) as store:
        add(store, OldPlan())
    assert [item for item in tmp_path.rglob("*") if item.is_file()] == [file]
    with open_store(str(file), create=False) as store:
        assert len(read.sweeps(store)) == 1
    with copy.snapshot(file) as store:
        assert len(read.sweeps(store)) == 1


def test_what_a_terminal_would_obey_reaches_none(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    from bench_driver.cli import main

    planned = add(store, OldPlan(), command="a\x1b]0;title\x07b")
    with sqlite3.connect(store.name) as connection:
        connection.execute("UPDATE sweep SET label = ?, preset = ?", ["\x1b[2Jlabel", "pre\rset"])
    connection.close()
    kept = read.find(store, planned.id)
    assert (kept.label, kept.preset, kept.about["command"]) == (
        "�[2Jlabel",
        "pre�set",
        "a�]0;title�b",
    )
    assert main(["list", "--store", store.name]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://bench:S3cret@127.0.0.1:1/x",
        "postgresql://127.0.0.1:1/x?user=u&password=S3cret",
        "postgresql://u:S3/cret@127.0.0.1:no/x",
    ],
)
def test_no_message_holds_the_password_of_a_store(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from bench_driver.cli import main

    assert main(["list", "--store", address]) != 0
    said = capsys.readouterr()
    assert "S3" not in said.out + said.err
