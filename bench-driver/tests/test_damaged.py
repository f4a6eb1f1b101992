"""A store that somebody else wrote, or that was damaged: what cannot be read is a sentence, in the
terminal and in the page; nothing is obeyed.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench_driver.cli import main
from bench_driver.errors import ExitCode, UsageError
from bench_driver.store.opening import open_store, read_store
from bench_driver.web.data import Data

from .conftest import Command
from .grouped import sweep_of
from .neighbours import scanned
from .stores import CELLS

EVIL = "\x1b]0;title\x07\x1b[2J\u202e"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sound") / "s.sqlite"
    with open_store(str(made)) as store:
        sweep_of(store, 2, over=CELLS[:1], made=scanned())
    return made


def damaged(sound: Path, to: Path, sql: str, *values: object) -> Path:
    shutil.copy(sound, to)
    with closing(sqlite3.connect(to)) as connection:
        connection.execute("PRAGMA ignore_check_constraints=ON")
        connection.execute(sql, values)
        connection.commit()
    return to


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        (
            "UPDATE sweep SET about=?",
            json.dumps(
                {
                    "servers": {"rust-server": {"engines": [{"name": EVIL}]}},
                    "machine": {"cpu": EVIL},
                }
            ),
        ),
        ("UPDATE sweep SET conditions=?", json.dumps({"rounds": "many", "amounts": {"a": 1}})),
        (
            "UPDATE sweep SET conditions=?",
            json.dumps({"rounds": 2, "amounts": [10], "scenarios": [1]}),
        ),
        ("UPDATE sweep SET label=?", b"\xff\xfe"),
        ("UPDATE attempt SET answer=?", "[1, 2]"),
        ("UPDATE attempt SET notes=?", "[]"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["list"],
        ["show", "last"],
        ["report", "last", "--no-png"],
        ["history", "java/NumericObject/JSON"],
    ],
)
def test_what_no_driver_wrote_is_a_sentence(
    sql: str,
    value: object,
    command: list[str],
    sound: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = damaged(sound, tmp_path / "d.sqlite", sql, value)
    out = (
        ["--out", str(tmp_path / ("h.svg" if command[0] == "history" else "out"))]
        if command[0] in ("report", "history")
        else []
    )
    code = main([*command, "--store", str(file), *out])
    told = capsys.readouterr()
    assert code in (ExitCode.OK, ExitCode.FAILED, ExitCode.USAGE)
    assert code == ExitCode.OK or "error: " in told.err
    assert "Traceback" not in told.err and not any(
        character in told.out + told.err for character in "\x1b\x07\u202e"
    )


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE VIEW v AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT "
        "* FROM r",
        "CREATE TRIGGER t AFTER INSERT ON lock BEGIN DELETE FROM sweep; END",
        "CREATE VIRTUAL TABLE f USING fts5(x)",
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["list"],
        ["show", "last"],
        ["store", "prune", "--keep", "0", "--yes"],
        ["store", "upgrade"],
        ["sweep", "--resume"],
    ],
)
def test_a_store_that_holds_programs_is_refused(
    sql: str, command: list[str], sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = damaged(sound, tmp_path / "d.sqlite", sql)
    assert main([*command, "--store", str(file)]) == ExitCode.FAILED
    assert "a store has tables and indexes alone" in " ".join(capsys.readouterr().err.split())


def test_the_page_says_what_it_cannot_show(sound: Path, tmp_path: Path) -> None:
    servers = {"servers": {"rust-server": {"engines": [{"name": EVIL}]}}}
    file = damaged(sound, tmp_path / "d.sqlite", "UPDATE sweep SET about=?", json.dumps(servers))
    data = Data(lambda: read_store(str(file)), tmp_path)
    with pytest.raises(UsageError, match="cannot be shown"):
        data.sweep(json.loads(data.sweeps())["sweeps"][0]["id"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("x" * 300, "File name too long"),
        ("fifo", "a pipe or a socket"),
        ("sub", "a pipe or a socket"),
        ("sqlite:///q.sqlite?mode=memory", "no options behind"),
    ],
)
@pytest.mark.parametrize(
    "command", [["list"], ["store", "upgrade"], ["store", "merge", "s.sqlite"]]
)
def test_what_is_no_file_is_refused_at_once(
    name: str,
    words: str,
    command: list[str],
    sound: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(sound, "s.sqlite")
    os.mkfifo("fifo")
    Path("sub").mkdir()
    assert main([*command, "--store", name]) in (ExitCode.FAILED, ExitCode.USAGE)
    assert words in " ".join(capsys.readouterr().err.split())
    assert sorted(path.name for path in tmp_path.iterdir() if "-" not in path.name) == [
        "fifo",
        "s.sqlite",
        "sub",
    ]


@pytest.mark.parametrize(
    "name",
    ["postgresql://u:s3cret@127.0.0.1:1/x", "x" * 300, "fifo", "missing.sqlite", "/dev/null"],
)
def test_a_file_that_cannot_be_merged_makes_no_store_and_shows_no_password(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("fifo")
    assert main(["store", "merge", name, "--store", "into.sqlite"]) == ExitCode.FAILED
    told = capsys.readouterr().err
    assert "s3cret" not in told and "do:" in told
    assert not Path("into.sqlite").exists()


def test_a_name_reaches_no_terminal_raw(bench: Command, sound: Path, tmp_path: Path) -> None:
    file = tmp_path / f"{EVIL}.sqlite"
    shutil.copy(sound, file)
    for command in (
        ["store", "merge", str(file), "--store", str(tmp_path / "into.sqlite")],
        ["list", "--store", f"{file}.none"],
    ):
        done = bench(*command)
        assert done.stdout + done.stderr and not any(
            character in done.stdout + done.stderr for character in "\x1b\x07\u202e"
        )


def test_a_traceback_is_shown_where_it_is_asked_for(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = damaged(
        sound,
        tmp_path / "d.sqlite",
        "UPDATE sweep SET conditions=?",
        json.dumps({"rounds": 2, "cells": [1]}),
    )
    monkeypatch.setenv("BENCH_TRACEBACK", "1")
    with pytest.raises(TypeError):
        main(["show", "last", "--store", str(file)])
