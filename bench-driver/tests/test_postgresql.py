"""The store on PostgreSQL: a cluster of the tests' own, in a folder of theirs, reached by its
socket alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from bench_driver.analysis.history.past import look_back
from bench_driver.errors import Busy, OutdatedStore, StoreError
from bench_driver.measure import lease
from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import SweepRun
from bench_driver.plan.request import Request
from bench_driver.plan.request import Stopping as Rule
from bench_driver.report.folder import write as write_folder
from bench_driver.store import copy, migrate, read, removal, schema, trials, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .series import as_the_third_driver_left_it
from .stores import OldPlan, add, measure
from .sweeping import ABOUT, CURVES, Miniatures, Stopping, held
from .test_checks import goes_back_and_forth
from .test_trials import measure as measure_trials
from .test_trials import planned


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as opened:
        yield opened


def test_the_schema_is_the_same_and_the_password_is_not_shown(store: Store) -> None:
    with store.reading() as connection:
        assert migrate.revision(connection) == migrate.HEAD
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
    assert "secret" not in store.name


def test_trials_of_studies_are_kept_taken_back_copied_and_removed(
    store: Store, tmp_path: Path
) -> None:
    run = planned(store)
    measure_trials(store, run, 1, 1, 2)
    trials.begin_round(store, run, 1)
    measure_trials(store, run, 1, 1, 2)
    with open_store(str(tmp_path / "other.sqlite")) as other:
        assert trials.copy(store, other, trials.runs(store)) == [run]
        assert trials.of_run(other, run)[1].readings == {"link bytes": (200.0, "B")}
        assert [one.attempt for one in trials.of_run(other, run, void=True)] == [1, 1]
    trials.remove(store, trials.runs(store))
    assert trials.runs(store) == []


def test_what_is_written_comes_back(store: Store) -> None:
    made = add(store, OldPlan())
    measure(store, made.id, lambda answer, series, number: {**answer, "later": {"é": [1.5, None]}})
    assert read.find(store).id == made.id
    assert len(list(read.measurements(store, made.id))) == sum(
        len(turn.points) for turn in OldPlan().turns()
    )
    assert all(
        item.answer and item.answer["later"] == {"é": [1.5, None]}
        for item in read.answers(store, made.id)
    )
    assert [run.request["amount"] for run in read.answers(store, made.id)] == [
        turn.amount for turn in OldPlan().turns()
    ]
    assert write.begin_round(store, made.id, 1) == 2
    assert read.counts(store, made.id)["void"] == len(
        [turn for turn in OldPlan().turns() if turn.round == 1]
    )


def test_an_older_store_gets_series_and_names_and_its_sweeps_go_on(store: Store) -> None:
    goes_back_and_forth(store)


def test_a_sweep_that_was_cut_goes_on(store: Store, tmp_path: Path) -> None:
    wanted = Request(
        **{**CURVES, "stopping": Rule(rounds=6), "held": held()},
        formats=("JSON",),
        object_types=("DummyObject",),
    )
    first = SweepRun(Miniatures(), store, Stopping(8)).run(wanted, ABOUT)
    assert first.sweep
    assert read.find(store).state == "interrupted"
    second = SweepRun(Miniatures(), store, Reporter()).resume(read.find(store))
    assert second.error is None
    kept = read.find(store)
    assert (kept.state, len(list(read.measurements(store, kept.id, "slice")))) == (
        "complete",
        6 * 4 * 3,
    )
    facts = write_folder(store, kept, tmp_path, look_back(store, kept))
    assert facts and {row.decision.verdict for row in facts.rows if row.decision} == {"slower"}


def test_two_drivers_that_share_a_store_exclude_each_other(store: Store, address: str) -> None:
    with lease.held(store, ["http://a:1"]), store.writing() as connection:
        connection.execute(schema.lock.update().values(host="elsewhere"))
    with (
        open_store(address) as other,
        pytest.raises(Busy, match="http://a:1"),
        lease.held(other, ["http://a:1"]),
    ):
        pass


def test_sweeps_go_to_a_file_and_back_and_are_removed(store: Store, tmp_path: Path) -> None:
    made = add(store, OldPlan())
    measure(store, made.id)
    figures = list(read.measurements(store, made.id))
    with open_store(str(tmp_path / "file.sqlite")) as file:
        assert [item.id for item in copy.copy(store, file, [made])] == [made.id]
        removal.remove(store, [made])
        assert (read.sweeps(store), removal.compact(store)) == ([], None)
        assert [item.id for item in copy.copy(file, store, read.sweeps(file))] == [made.id]
    assert list(read.measurements(store, made.id)) == figures


def test_the_rest_of_a_sweep_and_what_runs_took_are_read_here_too(store: Store) -> None:
    made = add(store, OldPlan())
    measure(store, made.id)
    assert len(list(read.spent(store, made.id))) == len(list(OldPlan().turns()))


def test_what_a_database_refuses_is_said_in_words(
    store: Store, address: str, cluster: Path
) -> None:
    with store.writing() as connection:
        connection.execute(text("SET TRANSACTION READ ONLY"))
        with pytest.raises(StoreError, match="read-only"), store.writing() as other:
            other.execute(text("SET TRANSACTION READ ONLY"))
            other.execute(schema.sweep.delete())
    with pytest.raises(StoreError, match="cannot be reached") as refused:
        open_store(f"postgresql+psycopg://bench@/x?host={cluster}/nowhere")
    assert "--resume" in refused.value.do


def test_an_upgrade_keeps_a_copy_and_waits_for_nobody(store: Store, address: str) -> None:
    made = add(store, OldPlan())
    measure(store, made.id)
    as_the_third_driver_left_it(store)
    with pytest.raises(OutdatedStore, match="older driver"), open_store(address):
        pass
    with lease.held(store, ["http://a:1"]), pytest.raises(Busy, match="in use"):
        migrate.upgrade_with_copy(store)
    assert migrate.upgrade_with_copy(store) == "schema bench_schema_0003"
    with store.reading() as connection:
        kept = connection.execute(text("SELECT count(*) FROM bench_schema_0003.turn")).scalar()
        assert kept == connection.execute(text("SELECT count(*) FROM turn")).scalar() != 0
    assert read.find(store).id == made.id
    assert migrate.upgrade_with_copy(store) == ""
