"""Sweeps over servers in miniature that fail, lie, change or are interrupted: what is kept, and how
it ends.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bench_driver.errors import ServerError, StackError, StoreError
from bench_driver.measure.call import Run
from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import to_do
from bench_driver.model.cell import Turn
from bench_driver.store import read, write
from bench_driver.store.database import Store
from bench_driver.system.signals import as_exceptions

from .miniatures import Behaviour, changed, engines, failing, refusing, until_result
from .miniatures import problem as problem_of
from .sweeping import Miniatures, Stopping, Sweeping, rows


def test_a_run_that_fails_is_kept_as_failed_and_the_sweep_goes_on(sweep: Sweeping) -> None:
    swept = sweep(Miniatures(failing("XML")), object_types=("DummyObject",))
    failed = swept.runs(outcome="failed")
    assert swept.outcome.failed == len(failed) == 2 * (2 + 4), "what is not warm is not measured"
    assert {run.problem["code"] for run in failed if run.problem} == {
        "provider_truncated",
        "driver_unwarmed",
    }
    facts = swept.write()
    assert {row.decision for row in facts.rows if row.cell.format == "XML"} == {None}
    assert swept.summary().count("provider_truncated on purpose") == 2 * 2
    assert swept.csv() == []


@pytest.mark.parametrize(
    "behaviour",
    [changed(verified=1), until_result(cut=True), until_result(b"x\n")],
    ids=["lies", "breaks", "babbles"],
)
def test_a_server_that_cannot_be_believed_gives_no_figure(
    sweep: Sweeping, behaviour: Behaviour
) -> None:
    swept = sweep(Miniatures(behaviour), rounds=1)
    assert swept.outcome.failed == 12 + 24
    assert all(run.problem and run.problem["code"].startswith("driver_") for run in swept.runs())
    swept.write()
    assert not list(swept.results.folder.glob("charts/curve*")), "and no chart"
    assert "6 without a whole group" in swept.summary()


def test_where_the_warmup_fails_nothing_cold_is_measured_as_if_it_were_warm(
    sweep: Sweeping,
) -> None:
    servers = Miniatures(refusing(problem_of(409, "busy")))
    swept = sweep(servers, rounds=1)
    assert len(servers.requests) == 12
    assert {(run.series, run.problem["code"]) for run in swept.runs() if run.problem} == {
        ("warmup", "busy"),
        ("slice", "driver_unwarmed"),
    }


def test_a_server_that_is_another_runtime_ends_the_sweep_before_a_plan(sweep: Sweeping) -> None:
    swept = sweep(Miniatures(says=[engines("java")]))
    assert isinstance(swept.outcome.error, ServerError)
    assert "is not rust-server" in swept.outcome.error.what
    assert swept.outcome.sweep is None
    assert read.sweeps(swept.store) == []


def test_a_server_that_changes_between_rounds_ends_the_sweep_and_keeps_the_first(
    sweep: Sweeping,
) -> None:
    swept = sweep(
        Miniatures(says=[engines("rust"), {**engines("rust"), "server_version": "0.2.0"}])
    )
    assert isinstance(swept.outcome.error, ServerError)
    assert "changed during the sweep" in swept.outcome.error.what
    assert "server_version" in swept.outcome.error.why
    assert {run.round for run in swept.runs()} == {1}
    assert swept.kept.state == "failed"


def test_what_was_measured_before_an_interrupt_is_kept_and_shown(sweep: Sweeping) -> None:
    servers = Miniatures()
    swept = sweep(servers, reporter=Stopping(5), formats=("XML",))
    assert swept.outcome.interrupted
    assert servers.started == servers.stopped == 1
    swept.write()
    assert len(swept.runs("slice")) == 6, "a group is kept as a whole"
    files = [file for file in (swept.results.folder / "csv").iterdir() if file.name != "slices.csv"]
    assert sum(len(rows(file)) for file in files) == 6 * 3
    assert "Interrupted" in swept.summary()


class Finalizing(Stopping):
    """The signal arrives while something is finalized."""

    def stop(self) -> None:
        class Last:
            def __del__(self) -> None:
                signal.raise_signal(signal.SIGTERM)

        Last()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_signal_that_arrives_where_python_drops_exceptions_ends_the_sweep_all_the_same(
    sweep: Sweeping,
) -> None:
    with as_exceptions():
        swept = sweep(Miniatures(), reporter=Finalizing(5), formats=("XML",))
    assert swept.outcome.interrupted
    assert len(swept.runs("slice")) == 6


class Staying(Miniatures):
    """What lasts over the rounds cannot be ended."""

    @contextmanager
    def session(self) -> Iterator[None]:
        yield
        raise StackError("it stays")


def test_a_session_that_cannot_be_ended_hides_neither_the_interrupt_nor_itself(
    sweep: Sweeping,
) -> None:
    outcome = sweep(Staying(), reporter=Stopping(5)).outcome
    assert outcome.interrupted
    assert outcome.error is not None
    assert outcome.error.what == "it stays"


def test_of_two_errors_the_first_is_told_which_is_likelier_the_cause(sweep: Sweeping) -> None:
    outcome = sweep(Staying(says=[engines("java")])).outcome
    assert isinstance(outcome.error, ServerError)
    assert "is not rust-server" in outcome.error.what


class Voiding(Reporter):
    """Somebody else takes back the first round once the second has begun."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def ended(self, turn: Turn, run: Run) -> None:
        if turn.round == 2:
            write.begin_round(self.store, read.find(self.store).id, 1)


def test_a_sweep_whose_runs_somebody_takes_back_meanwhile_is_not_complete(
    sweep: Sweeping,
    store: Store,
) -> None:
    swept = sweep(Miniatures(), reporter=Voiding(store))
    assert swept.kept.state == "interrupted"
    assert to_do(swept.kept) == [1]
    error = swept.outcome.error
    assert isinstance(error, StoreError) and "sweep --resume" in error.do
    again = sweep(Miniatures(), resume=swept.kept)
    assert (again.kept.state, again.outcome.error) == ("complete", None)
    assert len(list(read.measurements(store, swept.kept.id, "slice"))) == 2 * 24 * 3
