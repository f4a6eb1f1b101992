"""The store on PostgreSQL: a cluster of the tests' own, in a folder of theirs, reached by its socket alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.history.gather import look_back
from bench_driver.errors import Busy, StoreError
from bench_driver.measure import lease
from bench_driver.measure.round import Reporter
from bench_driver.measure.sweep import SweepRun
from bench_driver.plan.request import Request
from bench_driver.report.folder import write as write_folder
from bench_driver.store import copy, migrate, prune, read, schema, todo, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .stores import SCENARIOS, add, keys, measure, small_plan
from .sweeping import ABOUT, Miniatures, Stopping, held
from .test_checks import goes_back_and_forth


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address) as opened:
        yield opened


def test_the_schema_is_the_same_and_the_password_is_not_shown(store: Store) -> None:
    with store.reading() as connection:
        assert migrate.revision(connection) == migrate.HEAD
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
    assert "secret" not in store.name


def test_what_is_written_comes_back(store: Store) -> None:
    made = add(store, small_plan())
    measure(store, made.id, lambda answer, series, number: {**answer, "later": {"é": [1.5, None]}})
    assert read.find(store).id == made.id
    assert len(list(read.measurements(store, made.id))) == read.planned_points(store, made.id)
    assert all(item.answer and item.answer["later"] == {"é": [1.5, None]} for item in read.answers(store, made.id))
    assert [night.rounds for night in read.nights(store, SCENARIOS[0])] == [{1: 2000.0, 2: 2000.0}]
    assert [body["amount"] for *_, body in keys(store, made.id)] == [turn.amount for turn in small_plan().turns()]
    assert write.void_round(store, made.id, 1) == read.counts(store, made.id)["void"] > 0


def test_an_older_store_gets_series_and_names_and_its_sweeps_go_on(store: Store) -> None:
    goes_back_and_forth(store)


def test_a_sweep_that_was_cut_goes_on(store: Store, tmp_path: Path) -> None:
    wanted = Request((10, 20), 6, seed=7, conditions=held(), formats=("JSON",), object_types=("DummyObject",))
    first = SweepRun(Miniatures(), store, Stopping(8)).run(wanted, ABOUT)
    assert first.sweep
    assert read.find(store).state == "interrupted"
    second = SweepRun(Miniatures(), store, Reporter()).resume(read.find(store))
    assert second.error is None
    kept = read.find(store)
    assert (kept.state, len(list(read.measurements(store, kept.id)))) == ("complete", read.planned_points(store, kept.id))
    facts = write_folder(store, kept, tmp_path, look_back(store, kept))
    assert isinstance(facts, Facts)
    assert {row.faster for row in facts.rows} == {"rust-server"}


def test_two_drivers_that_share_a_store_exclude_each_other(store: Store, address: str) -> None:
    with lease.held(store, ["http://a:1"]), store.writing() as connection:
        connection.execute(schema.lock.update().values(host="elsewhere"))
    with open_store(address) as other, pytest.raises(Busy, match="http://a:1"), lease.held(other, ["http://a:1"]):
        pass


def test_sweeps_go_to_a_file_and_back_and_are_removed(store: Store, tmp_path: Path) -> None:
    made = add(store, small_plan())
    measure(store, made.id)
    figures = list(read.measurements(store, made.id))
    with open_store(str(tmp_path / "file.sqlite")) as file:
        assert [item.id for item in copy.copy(store, file, [made])] == [made.id]
        prune.remove(store, [made])
        assert (read.sweeps(store), prune.compact(store)) == ([], None)
        assert [item.id for item in copy.copy(file, store, read.sweeps(file))] == [made.id]
    assert list(read.measurements(store, made.id)) == figures


def test_the_rest_of_a_sweep_and_what_runs_took_are_read_here_too(store: Store) -> None:
    made = add(store, small_plan())
    measure(store, made.id)
    assert todo.work(store, made.id, [1, 2]).total() == len(list(read.spent(store, made.id))) == len(list(small_plan().turns()))


def test_what_a_database_refuses_is_said_in_words(store: Store, address: str, cluster: Path) -> None:
    with store.writing() as connection:
        connection.execute(text("SET TRANSACTION READ ONLY"))
        with pytest.raises(StoreError, match="read-only"), store.writing() as other:
            other.execute(text("SET TRANSACTION READ ONLY"))
            other.execute(schema.sweep.delete())
    with pytest.raises(StoreError, match="cannot be reached") as refused:
        open_store(f"postgresql+psycopg://bench@/x?host={cluster}/nowhere")
    assert "--resume" in refused.value.do
