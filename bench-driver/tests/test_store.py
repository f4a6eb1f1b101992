"""The store: what is written comes back, exactly once, and what a database refuses is said in
words.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, text

from bench_driver.errors import StoreError, UsageError
from bench_driver.store import migrate, opening, read, schema, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store

from .conftest import PRAGMAS
from .miniatures import problem
from .stores import SCENARIOS, OldPlan, add, add_run, answered_by, asked, attempt, first, measure


def test_a_plan_comes_back_and_its_runs_in_their_order(store: Store) -> None:
    plan = OldPlan()
    made = add(store, plan, commit="abc")
    assert made.id == "2026-11-21T12-00-00"
    assert read.find(store) == made
    assert read.sweeps(store) == [made]
    assert read.counts(store, made.id) == {"ok": 0, "failed": 0, "void": 0}
    measure(store, made.id)
    runs = list(read.answers(store, made.id))
    assert [(run.round, run.series, run.scenario) for run in runs] == [
        (turn.round, turn.series, turn.scenario) for turn in plan.turns()
    ]
    assert read.scenarios(store, made.id) == sorted(SCENARIOS)


def test_ids_are_never_given_twice(store: Store) -> None:
    assert [add(store, OldPlan()).id for _ in range(3)] == [
        "2026-11-21T12-00-00",
        "2026-11-21T12-00-00-2",
        "2026-11-21T12-00-00-3",
    ]


def test_runs_of_which_one_breaks_off_leave_nothing(store: Store) -> None:
    made, turns = add(store, OldPlan()), list(OldPlan().turns())
    bad = (
        turns[-1],
        asked(turns[-1]),
        attempt(asked(turns[-1]), {**answered_by(turns[-1]), "checkpoints": []}),
    )
    with pytest.raises(StoreError, match="lacks the amount 10"):
        write.add_runs(
            store,
            made.id,
            1,
            [(turns[0], asked(turns[0]), attempt(asked(turns[0]), answered_by(turns[0]))), bad],
        )
    assert read.counts(store, made.id)["ok"] == 0


def test_every_planned_point_has_the_figures_of_its_run(store: Store) -> None:
    made = add(store, OldPlan())
    measure(store, made.id)
    found = list(read.measurements(store, made.id))
    assert len(found) == sum(len(turn.points) for turn in OldPlan().turns())
    assert [(m.round, m.position, m.amount) for m in found] == sorted(
        (m.round, m.position, m.amount) for m in found
    )
    steady = list(read.measurements(store, made.id, series="steady", scenario=first("XML")))
    assert [(m.round, m.amount, m.run_amount, m.p50_ns, m.total_ns) for m in steady] == [
        (number, amount, 20, 12000, amount * 12000) for number in (1, 2) for amount in (10, 20)
    ]
    assert [
        m.amount for m in read.measurements(store, made.id, series="cold", scenario=first())
    ] == [1, 10, 1, 10]
    assert {(m.noisy, m.steadiness) for m in found} == {(False, None)}
    state = read.find(store, made.id)
    assert (state.state, state.finished_at) == ("complete", "2026-11-21T12:10:00.000+00:00")


def test_what_a_run_says_of_its_noise_and_steadiness_is_kept_with_its_figures(store: Store) -> None:
    made = add(store, OldPlan())
    measure(
        store,
        made.id,
        lambda answer, series, number: {
            **answer,
            "noise": [{"rule": "jit"}] if number == 2 else [],
            "steadiness": {"class": "flat"},
        },
    )
    assert {(m.round, m.noisy, m.steadiness) for m in read.measurements(store, made.id)} == {
        (1, False, "flat"),
        (2, True, "flat"),
    }


def test_the_raw_answer_is_kept_whole(store: Store) -> None:
    made = add(store, OldPlan())
    measure(
        store,
        made.id,
        lambda answer, series, number: {**answer, "later": {"é": [1.5, None, "x" * 100_000]}},
    )
    found = list(read.answers(store, made.id, series="steady"))
    assert len(found) == 2 * 4
    assert all(
        item.answer and item.answer["later"] == {"é": [1.5, None, "x" * 100_000]} for item in found
    )
    assert all(
        item.request["checkpoints"] == [10, 20]
        and item.problem is None
        and item.notes == {"seconds": 1.5}
        for item in found
    )


def test_a_failed_run_is_kept_with_its_problem_and_gives_no_figure(store: Store) -> None:
    made = add(store, OldPlan())
    turn = next(turn for turn in OldPlan().turns() if turn.series == "steady")
    add_run(store, made.id, turn, None, problem(502, "provider_truncated"))
    assert list(read.measurements(store, made.id)) == []
    (failed,) = read.answers(store, made.id, outcome="failed")
    assert failed.answer is None
    assert failed.problem == problem(502, "provider_truncated")


def test_a_cut_round_is_void_and_measured_anew_and_nothing_is_overwritten(store: Store) -> None:
    made = add(store, OldPlan())
    cut = [turn for turn in OldPlan().turns() if turn.round == 1][:-2]
    for turn in cut:
        add_run(store, made.id, turn, {**answered_by(turn), "first": True})
    assert write.begin_round(store, made.id, 1) == 2
    assert list(read.measurements(store, made.id)) == []
    measure(store, made.id)
    assert len(list(read.measurements(store, made.id))) == sum(
        len(turn.points) for turn in OldPlan().turns()
    )
    assert not any(item.answer and "first" in item.answer for item in read.answers(store, made.id))
    assert read.counts(store, made.id)["void"] == len(cut)


def test_a_round_that_is_made_anew_has_not_ended(store: Store) -> None:
    made = add(store, OldPlan(), stopping={"rule": "rounds", "seconds": {"1": 9.0, "2": 9.5}})
    write.begin_round(store, made.id, 2)
    assert read.find(store).about["stopping"] == {"rule": "rounds", "seconds": {"1": 9.0}}


def test_a_sweep_is_found_by_its_id_its_beginning_or_as_the_last(store: Store) -> None:
    with pytest.raises(StoreError, match="has no sweep last") as failed:
        read.find(store)
    assert (failed.value.why, failed.value.do) == ("it is empty", "make one: `bench-driver sweep`")
    for day in (21, 22):
        add(store, OldPlan(), planned_at=f"2026-11-{day}T02:00:00.000+00:00")
    assert read.find(store, "2026-11-21").id == "2026-11-21T02-00-00"
    assert read.find(store).id == "2026-11-22T02-00-00"
    with pytest.raises(StoreError, match="has 2 that begin so"):
        read.find(store, "2026")


def test_the_migrations_make_the_schema_that_the_driver_has(store: Store) -> None:
    with store.reading() as connection:
        assert migrate.revision(connection) == migrate.HEAD
        assert compare_metadata(MigrationContext.configure(connection), schema.METADATA) == []
    folder = Path(migrate.__file__).with_name("migrations") / "versions"
    assert tuple(sorted(file.name[:4] for file in folder.glob("0*.py"))) == migrate.REVISIONS, (
        "add it to REVISIONS"
    )


def test_sqlite_is_opened_so_that_what_was_committed_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "_PRAGMAS", PRAGMAS)
    with open_store(str(tmp_path / "a.sqlite")) as store, store.reading() as connection:
        said = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert said == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 20_000,
    }


def test_a_store_of_a_newer_driver_is_left_alone(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer driver"):
        open_store(store.name)


@pytest.mark.parametrize(
    "address", ["mysql://u@h/d", "sqlite://", "sqlite:///:memory:", "://", "nothing://x"]
)
def test_an_address_that_is_no_store_is_a_usage_error(address: str) -> None:
    with pytest.raises(UsageError, match="--store"):
        open_store(address)


def test_a_store_that_only_shall_be_read_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store"):
        open_store(str(tmp_path / "nowhere.sqlite"), create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_something_else_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_text("not a database" * 1000)
    with pytest.raises(StoreError, match="is no SQLite database"):
        open_store(str(tmp_path / "x.sqlite"))


def test_a_full_disk_is_said_so_and_what_was_committed_is_there(store: Store) -> None:
    made = add(store, OldPlan())
    event.listen(
        store.engine,
        "connect",
        lambda connection, _: connection.execute("PRAGMA max_page_count=60"),
    )
    store.close()
    written = 0
    with pytest.raises(StoreError, match="disk is full") as refused:
        for turn in OldPlan().turns():
            add_run(store, made.id, turn, {**answered_by(turn), "bulk": "x" * 20_000})
            written += 1
    assert "--resume" in refused.value.do
    assert written > 0
    with open_store(store.name) as again, again.reading() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"
        assert read.counts(again, made.id)["ok"] == written


@contextmanager
def without_privileges(file: Path) -> Iterator[None]:
    """As root, to whom nothing is read-only, the tests become somebody else for a moment."""
    for folder in list(file.parents)[:-2]:
        folder.chmod(folder.stat().st_mode | 0o055)
    file.chmod(0o444)
    file.parent.chmod(0o555)
    root = os.geteuid() == 0
    try:
        os.seteuid(65534 if root else os.geteuid())
        yield
    finally:
        os.seteuid(0 if root else os.geteuid())
        file.parent.chmod(0o755)


def test_a_read_only_file_is_said_so(store: Store) -> None:
    add(store, OldPlan())
    store.close()
    with (
        without_privileges(Path(store.name)),
        pytest.raises(StoreError, match=r"read-only|cannot be opened") as refused,
        open_store(store.name) as again,
    ):
        write.set_state(again, "x", "running")
    assert store.name in refused.value.what
    assert "give another one with --store" in refused.value.do
