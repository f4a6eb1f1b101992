"""A sweep's label: what it may be, where it is shown, and that a sweep is found by it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from bench_driver.errors import StoreError, UsageError
from bench_driver.model.label import checked
from bench_driver.store import migrate, read, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .conftest import FREE, Command
from .stores import OldPlan, add, as_the_first_driver_left_it

SWEEP = [
    "sweep",
    *FREE,
    "--amounts=10,20",
    "--rounds=1",
    "--warmup=10",
    "--format=json",
    "--object-type=DummyObject",
]


@pytest.mark.parametrize(
    "label",
    [
        "last",
        "2026",
        "2026-11-22",
        "2026-11-22T02-00-00",
        "",
        " ",
        "a/b",
        "rust_from_java",
        "--x",
        "x" * 81,
        "two\nlines",
    ],
)
def test_what_could_be_mistaken_for_something_else_is_no_label(label: str) -> None:
    with pytest.raises(UsageError, match="--label"):
        checked(label)


def test_a_label_is_words(store: Store) -> None:
    assert checked(" mimalloc trial 2 ") == "mimalloc trial 2"


def labelled(store: Store, label: str | None, day: int) -> str:
    made = add(store, OldPlan(), planned_at=f"2026-11-{day}T12:00:00.000+00:00")
    with store.writing() as connection:
        connection.execute(
            text("UPDATE sweep SET label = :label WHERE id = :id"), {"label": label, "id": made.id}
        )
    return made.id


def test_the_newest_sweep_of_a_label_is_found_by_it(store: Store) -> None:
    ids = [labelled(store, label, day) for day, label in ((20, "a"), (21, "a"), (22, None))]
    assert read.find(store, "a").id == ids[1]
    assert read.find(store, "last").id == ids[2]
    assert read.find(store, "a").label == "a"
    with pytest.raises(StoreError, match="no sweep b"):
        read.find(store, "b")


def test_a_label_and_an_id_are_never_the_same(store: Store) -> None:
    made = labelled(store, "mine", 20)
    with pytest.raises(UsageError, match=made):
        read.refuse_as_label(store, made[:4])
    wanted = read.find(store)
    assert (
        write.add_sweep(store, type(wanted)(**{**vars(wanted), "id": "mine", "label": None})).id
        == "mine-2"
    )


def test_a_store_of_before_has_sweeps_without_labels(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    with open_store(str(file)) as made:
        add(made, OldPlan())
        as_the_first_driver_left_it(made)
    with open_store(str(file), prepare=migrate.upgrade) as opened:
        assert read.find(opened).label is None
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            (migrate.HEAD,)
        ]


def test_a_label_is_shown_wherever_its_sweep_is(bench: Command, checkout: Path) -> None:
    for label in ("before", "after it"):
        done = bench(*SWEEP, f"--label={label}")
        assert done.returncode == 0, done.stderr
    assert [label in bench("list").stdout for label in ("before", "after it")] == [True, True]
    assert "(before), preset own" in bench("show", "before").stdout.splitlines()[0]
    assert bench("compare", "before", "after it").returncode == 0
    assert bench("report", "before", "--no-png", "--out", str(checkout / "report")).returncode == 0
    assert "before; 1 cells" in (checkout / "report" / "summary.md").read_text()
    refused = bench(*SWEEP, "--label=last")
    assert (refused.returncode, "mistaken" in refused.stderr) == (2, True)
