"""Sweeps are in the order in which they were written, whatever their clocks said; and times are
UTC, with the zone.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench_driver import moment
from bench_driver.cli import main
from bench_driver.errors import UsageError
from bench_driver.model.label import checked, id_checked
from bench_driver.store import copy, read
from bench_driver.store.opening import open_store

from .stores import OldPlan, add, as_the_first_driver_left_it, measure

AHEAD, NOW, NEXT, OLD = (
    f"{year}-11-20T02:00:00.000+00:00" for year in ("2031", "2026", "2026", "2025")
)


def ids(file: Path) -> list[str]:
    with open_store(str(file)) as store:
        return [sweep.id for sweep in read.sweeps(store)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A store whose first sweep was dated 2031 by a wrong clock."""
    made = tmp_path / "a.sqlite"
    with open_store(str(made)) as store:
        for day in (AHEAD, NOW):
            add(store, OldPlan(), planned_at=day)
    return made


def test_the_last_is_what_was_written_last(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(str(file)) as store:
        assert read.find(store).id == read.find_unfinished(store).id == "2026-11-20T02-00-00"
    assert main(["list", "--store", str(file)]) == 0
    first, second, said = capsys.readouterr().out.splitlines()[1:]
    assert (first.split()[0], second.split()[0]) == ("2031-11-20T02-00-00", "2026-11-20T02-00-00")
    assert said.startswith(
        "2031-11-20T02-00-00: its date, 2031-11-20 02:00 UTC, lies in the future: a clock was "
        "wrong."
    )


def test_pruning_keeps_what_was_written_last(file: Path) -> None:
    assert main(["store", "prune", "--keep", "1", "--yes", "--store", str(file)]) == 0
    assert ids(file) == ["2026-11-20T02-00-00"]


def test_an_old_sweep_that_is_merged_does_not_become_the_last(file: Path, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "b.sqlite")) as other:
        old = add(other, OldPlan(seed=2), planned_at=OLD)
        with open_store(str(file)) as store:
            copy.copy(other, store, [old])
    assert ids(file) == ["2025-11-20T02-00-00", "2031-11-20T02-00-00", "2026-11-20T02-00-00"]


def test_sweeps_of_before_are_in_the_order_of_their_dates(file: Path) -> None:
    with open_store(str(file)) as store:
        as_the_first_driver_left_it(store)
    assert main(["store", "upgrade", "--store", str(file)]) == 0
    assert ids(file) == ["2026-11-20T02-00-00", "2031-11-20T02-00-00"]
    with open_store(str(file)) as store:
        assert [sweep.written for sweep in read.sweeps(store)] == [1, 2]
        assert add(store, OldPlan(seed=3), planned_at=NEXT).written == 3


def test_doctor_tells_of_a_date_in_the_future(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["doctor", "--store", str(file)])
    assert re.search(r"mind +dates +2031-11-20T02-00-00: its date", capsys.readouterr().out)


def test_names_and_times_are_utc_and_say_so() -> None:
    program = (
        "from bench_driver import moment; print(moment.name(), moment.now(), "
        "moment.minute(moment.now()))"
    )
    far = {**os.environ, "TZ": "Pacific/Auckland"}
    there = subprocess.run(
        [sys.executable, "-c", program], env=far, capture_output=True, text=True, check=True
    ).stdout.split(" ", 2)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ", there[0])
    assert there[1][:16] in {there[0][:13] + ":" + there[0][14:16], moment.now()[:16]}
    assert there[2].strip() == moment.minute(there[1])
    assert moment.minute("2026-11-28T05:17:54.123+00:00") == "2026-11-28 05:17 UTC"


def test_ids_of_both_forms_are_ids_and_no_labels() -> None:
    for name in ("2026-11-28T05-17-54Z", "2026-11-28T05-17-54Z-2", "2026-11-28T05-17-54"):
        assert id_checked(name) == name
    for label in ("2026-11-28T05-17-54Z", "2026-11-28T05-17-54"):
        with pytest.raises(UsageError, match="cannot be used"):
            checked(label)


def test_a_reader_changes_nothing_and_makes_nothing(
    tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (
        ["list"],
        ["show"],
        ["report"],
        ["history", "rust/java/NumericObject/JSON"],
        ["compare", "last", "last"],
    ):
        assert main([*command, "--store", str(tmp_path / "none.sqlite")]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.sqlite"]
    with open_store(str(file)) as store:
        as_the_first_driver_left_it(store)
    before = file.read_bytes(), file.stat().st_mtime_ns
    capsys.readouterr()
    assert main(["list", "--store", str(file)]) == 78
    said = capsys.readouterr().err
    assert (
        "the store was written by an older driver" in said and "bench-driver store upgrade" in said
    )
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before
    assert main(["sweep", "--store", str(file), "--resume"]) == 78, (
        "who writes upgrades nothing either"
    )
    assert main(["store", "upgrade", "--store", str(file)]) == 0
    kept = file.with_name("a.schema-0001.sqlite")
    assert str(kept) in capsys.readouterr().out
    assert main(["list", "--store", str(file)]) == 0
    assert main(["list", "--store", str(kept)]) == 78, "the copy is as it was"
    assert main(["store", "upgrade", "--store", str(file)]) == 0
    assert "as it was" not in capsys.readouterr().out


#: Where root runs the tests, whom permissions do not hold: runs a command with a folder mounted
#: read-only, for it alone.
MOUNTED = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'


@pytest.mark.parametrize("command", ["list", "report"])
def test_a_store_is_read_by_who_may_write_neither_it_nor_its_folder(
    command: str,
    file: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with open_store(str(file)) as store:
        measure(store, read.find(store).id)
    file = file.rename(tmp_path_factory.mktemp("read-only") / "a.sqlite")
    out = tmp_path_factory.mktemp("out")
    more = ["--no-png", "--out", str(out)] if command == "report" else []
    words = [command, "--store", str(file), *more]
    held = ["unshare", "--mount", "sh", "-c", MOUNTED, str(file.parent)] if os.getuid() == 0 else []
    file.chmod(0o444)
    file.parent.chmod(0o555)
    try:
        whole = [*held, sys.executable, "-m", "bench_driver", *words]
        done = subprocess.run(whole, capture_output=True, text=True, timeout=60)
    finally:
        file.parent.chmod(0o755)
    said = (out / "plan.json").read_text() if command == "report" else done.stdout
    assert (done.returncode, "2026-11-20T02-00-00" in said) == (0, True), done.stderr
    assert [path.name for path in file.parent.iterdir()] == ["a.sqlite"]
