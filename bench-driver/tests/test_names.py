"""Names at the store's edge: whoever wrote a store, its rows lead no file elsewhere."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, StoreError
from bench_driver.report import folder
from bench_driver.report.document import Chart, Charts, Document, Section
from bench_driver.store.opening import open_store

from .grouped import sweep_of
from .stores import CELLS, OldPlan, add, measure

TURN = (
    "consumer",
    "provider",
    "object_type",
    "format",
    "engine",
    "size",
    "coding",
    "setup",
    "role",
)
SLICE = ("condition", "operation", "checks")
COLUMNS = [*((name, "turn") for name in TURN), *((name, "slice") for name in SLICE)]
COMMANDS = (
    ["report", "last", "--no-png"],
    ["show", "last"],
    ["history", "java/NumericObject/JSON"],
    ["history", "java/rust/DummyObject/JSON"],
    ["compare", "last", "last"],
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of two stores: one with a sweep, one with a sweep by amounts."""
    made = tmp_path_factory.mktemp("sound")
    with open_store(str(made / "turn.sqlite")) as store:
        measure(store, add(store, OldPlan(rounds=1)).id)
    with open_store(str(made / "slice.sqlite")) as store:
        sweep_of(store, 1, over=CELLS[:1])
    return made


def forged(sound: Path, to: Path, column: str, table: str, name: object) -> Path:
    """The store with another name in every row of a table."""
    shutil.copy(sound, to)
    with closing(sqlite3.connect(to)) as connection:
        connection.execute(f"UPDATE {table} SET {column} = ?", [name])
        connection.commit()
    return to


@pytest.mark.parametrize(
    ("column", "table", "way"),
    [*((*one, "slice") for one in COLUMNS), *((name, "turn", "turn") for name in TURN)],
)
def test_a_foreign_store_writes_nothing_elsewhere(
    column: str, table: str, way: str, sound: Path, checkout: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("BENCH_OTAVA", sys.executable)
    monkeypatch.chdir(checkout)
    for number, name in enumerate(("../../../../escaped", f"{tmp_path}/escaped", b"\xff")):
        file = forged(sound / f"{way}.sqlite", tmp_path / f"{number}.sqlite", column, table, name)
        for command in COMMANDS:
            code = main([*command, "--store", str(file)])
            told = capsys.readouterr()
            # A history of a sweep is of all its providers, and reads no name of one.
            assert code in (ExitCode.FAILED, ExitCode.USAGE) or "report" not in command, told.out
            assert "Traceback" not in told.err and "report this" not in told.err
        assert not [path for path in tmp_path.rglob("*escaped*") if "results" not in path.parts]
        assert main(["list", "--store", str(file)]) == ExitCode.OK
        said = capsys.readouterr().out
        assert len([line for line in said.splitlines() if "cannot be read: " in line]) == 1, said


@pytest.mark.parametrize(("column", "table"), COLUMNS)
def test_merge_leaves_out_what_has_foreign_names(
    column: str,
    table: str,
    sound: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = forged(sound / "slice.sqlite", tmp_path / "f.sqlite", column, table, "../x")
    assert main(["store", "merge", str(file), "--store", str(tmp_path / "into.sqlite")]) == 0
    said = capsys.readouterr().out
    assert ": 0 of 1 sweeps taken in" in said
    assert "cannot be read: '../x' is no name" in said


def test_no_chart_lies_outside_of_its_folder(
    sound: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from bench_driver.analysis.history.past import Past
    from bench_driver.store import read

    chart = Chart("../../escaped", "t", "a", {"mark": "point", "data": {"values": []}}, [])
    made = Document("t", "s", [Section("answer", "A", [Charts([chart])])])
    monkeypatch.setattr(folder, "document", lambda _: made)
    file = sound / "slice.sqlite"
    with open_store(str(file)) as store, pytest.raises(StoreError, match="escaped"):
        folder.write(store, read.find(store), tmp_path / "a" / "b" / "c", Past(), pngs=False)
    assert not list(tmp_path.rglob("*escaped*"))
