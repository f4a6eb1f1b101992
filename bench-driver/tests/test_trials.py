"""Trials of studies in a store: planned first, taken back by whole rounds, and no sweeps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bench_driver.errors import StoreError
from bench_driver.model.trials import Trial
from bench_driver.store import migrate, read, trials
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .conftest import Command
from .stores import OldPlan, add, without_trials


def planned(store: Store, day: int = 20, rounds: int = 2, **changes: Any) -> str:
    """The id of a run of two trials a round."""
    at = f"2026-11-{day}T12:00:00.000+00:00"
    first = Trial(f"replication-{day}", "replication", "claims", "quick", at, 7, 1, 1, {})
    return trials.add_run(
        store,
        [
            replace(first, round=number, position=place, tags={"form": form, "n": 20}, **changes)
            for number in range(1, rounds + 1)
            for place, form in enumerate(("JSON text", "XML text"), 1)
        ],
    )


def measure(store: Store, run: str, number: int, *places: int) -> None:
    for one in trials.of_run(store, run):
        if one.round == number and one.position in places:
            readings = {"link bytes": (100.0 * one.position, "B")}
            trials.end(store, replace(one, state="complete", readings=readings))


def test_a_cut_round_is_void_and_planned_again_and_nothing_is_overwritten(store: Store) -> None:
    run = planned(store)
    assert [one.state for one in trials.begin_round(store, run, 1)] == ["planned"] * 2
    measure(store, run, 1, 1)
    again = trials.begin_round(store, run, 1)
    assert [(one.attempt, one.state, one.readings) for one in again] == [(2, "planned", {})] * 2
    measure(store, run, 1, 1, 2)
    with store.reading() as connection:
        kept = connection.execute(text("SELECT value FROM reading ORDER BY trial_id")).scalars()
        assert [*kept] == [100, 100, 200], "what the cut round measured is kept, as void"
    (found,) = trials.runs(store)
    assert (found.planned, found.complete, found.state) == (4, 2, "incomplete")
    measure(store, run, 2, 1, 2)
    assert trials.runs(store)[0].state == "complete"
    assert trials.of_run(store, run)[1].readings == {"link bytes": (200.0, "B")}


def test_a_run_is_no_sweep_and_has_an_id_of_its_own(store: Store) -> None:
    assert planned(store) == "replication-20" and planned(store) == "replication-20-2"
    add(store, OldPlan())
    assert len(read.sweeps(store)) == 1
    assert trials.find(store, "replication").id == "replication-20-2"
    with pytest.raises(StoreError, match="has no run microblog"):
        trials.find(store, "microblog")


def test_the_commands_know_runs_of_studies(bench: Command, checkout: Path, tmp_path: Path) -> None:
    address, out = str(checkout / "results" / "results.sqlite"), str(tmp_path / "one.sqlite")
    with open_store(address) as store:
        for day in (20, 21, 22):
            measure(store, planned(store, day, problem={"why": "at /home/somebody/x"}), 1, 1, 2)
    assert "replication-21" in bench("list").stdout
    assert bench("store", "export", "replication-21", "--to", out).returncode == 0
    with open_store(out) as exported:
        assert [one.id for one in trials.runs(exported)] == ["replication-21"]
        second = trials.of_run(exported, "replication-21")[1]
        assert (second.readings["link bytes"][0], second.problem) == (200, {"why": "at x"})
    assert "0 of 1 runs of studies" in bench("store", "merge", out).stdout, "it has it already"
    shown = bench("store", "prune", "--keep=1", "--yes").stdout
    assert "removed 0 of 0 sweeps and 2 of 3 runs of studies" in shown
    assert "1 of 1 runs of studies" in bench("store", "merge", out).stdout
    with open_store(address) as store:
        assert [one.id for one in trials.runs(store)] == ["replication-21", "replication-22"]


def test_a_store_of_the_schema_before_is_upgraded_with_its_sweeps(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        add(store, OldPlan())
        with store.writing() as connection:
            without_trials(connection)
            connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
        assert migrate.upgrade_with_copy(store)
        planned(store)
        assert len(read.sweeps(store)) == len(trials.runs(store)) == 1


def test_what_no_driver_wrote_is_said_and_the_other_runs_are_read(store: Store) -> None:
    planned(store, 20)
    planned(store, 21)
    with store.writing() as connection:
        connection.execute(text("UPDATE trial SET tags = '7' WHERE run = 'replication-20'"))
    assert [one.id for one in trials.runs(store)] == ["replication-21"]
    assert trials.unreadable(store) == [
        "'replication-20' cannot be read: its tags or its facts are no table of names"
    ]
