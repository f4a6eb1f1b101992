"""The time left of a sweep, by simulated runs."""

from __future__ import annotations

import io
import re
from collections import Counter
from itertools import dropwhile
from typing import Any

import pytest
from rich.console import Console

from bench_driver.cli.progress import SweepProgress
from bench_driver.measure.call import Run
from bench_driver.measure.ready import Reporter
from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.condition import CONDITIONS, CORES, WRITE
from bench_driver.model.formats import USUAL
from bench_driver.model.records import Job, SweepRecord
from bench_driver.plan.conditions import conditions
from bench_driver.plan.estimate import Rates
from bench_driver.plan.forecast import Forecast, work
from bench_driver.plan.request import Stopping
from bench_driver.store import read
from bench_driver.store.database import Store

from .miniatures import failing
from .slicing import sweep_in_groups
from .stores import OldPlan, add, measure
from .sweeping import Miniatures, Sweeping

RUST, JAVA, COLD = (
    Job("steady", "rust-server", "JSON", 1000),
    Job("steady", "java-server", "JSON", 1000),
    Job("cold", "rust-server", "JSON", 10),
)
RUST_KIND = ("steady", "rust-server", "JSON")
RATES = Rates(
    by_kind={RUST_KIND: 100.0},
    by_series={"steady": 300.0, "cold": 1000.0},
    round_s=6.0,
    restart_s=2.0,
    run_s=0.0,
)


def test_before_any_run_the_rates_of_earlier_sweeps_price_what_is_to_do() -> None:
    forecast = Forecast(RATES, Counter({(1, RUST): 2, (1, COLD): 1, (2, JAVA): 1}))
    assert forecast.left(1) == pytest.approx(2 * 0.1 + (0.01 + 2.0) + 0.3 + 6.0)


def test_runs_of_a_kind_price_those_that_are_left_and_warm_ups_count() -> None:
    forecast = Forecast(
        RATES, Counter({(1, RUST): 3, (1, Job("steady", "rust-server", "JSON", 500)): 1})
    )
    forecast.ended(1, RUST, 4.0, 0.0)
    forecast.ended(1, RUST, 2.0, 0.0)
    assert forecast.left(1) == pytest.approx(3.0 + 1.5)


def test_a_kind_without_runs_anywhere_goes_by_its_series_here() -> None:
    forecast = Forecast(RATES, Counter({(1, RUST): 1, (1, JAVA): 1}))
    forecast.ended(1, RUST, 5.0, 0.0)
    assert forecast.left(1) == pytest.approx(5.0)


def test_a_failed_run_is_done_and_says_nothing_of_others() -> None:
    forecast = Forecast(RATES, Counter({(1, RUST): 2}))
    forecast.ended(1, RUST, None, 0.0)
    assert forecast.left(1) == pytest.approx(0.1)


def test_starts_and_restarts_are_learned_too() -> None:
    forecast = Forecast(RATES, Counter({(1, COLD): 2, (2, COLD): 1, (3, COLD): 1}))
    forecast.started(1.0)
    forecast.ended(1, COLD, 0.5, 4.0)
    assert forecast.left(1) == pytest.approx(3 * (0.5 + 4.0) + 2 * 1.0)


def test_a_round_that_broke_off_leaves_nothing_to_do() -> None:
    forecast = Forecast(RATES, Counter({(1, RUST): 5, (2, RUST): 1}))
    forecast.gave_up(1)
    assert forecast.left(2) == pytest.approx(0.1)


def test_what_runs_took_is_read_without_their_answers(store: Store) -> None:
    kept = add(store, OldPlan())
    measure(store, kept.id)
    found = list(read.spent(store, kept.id))
    assert len(found) == len(list(OldPlan().turns()))
    assert (Job("steady", "rust-server", "JSON", 20), 1.5) in found


class Told(SweepProgress):
    """Notes the time left as each run ends."""

    def __init__(self) -> None:
        super().__init__(Console(file=io.StringIO()), Rates())
        self.lefts: list[float | None] = []

    def ended(self, turn: Turn, run: Run) -> None:
        super().ended(turn, run)
        self.lefts.append(self.left())

    @property
    def known(self) -> list[float]:
        """Those from the first on that is known: none behind it is not."""
        return [left or 0.0 for left in dropwhile(lambda left: left is None, self.lefts)]


def test_a_groups_slices_which_end_together_are_no_pause_to_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    pair = [
        Turn(
            round=1,
            series="slice",
            cell=Cell(object_type="T", format="JSON", condition="block"),
            contender=Contender(who),
            provider="rust-server",
            amount=1000,
            place=place,
        )
        for place, who in enumerate(("rust-server", "java-server"))
    ]
    request = {"amount": 1000, "warmup": 0, "block": 64}
    left = Counter(
        {
            (number, Job.of("slice", item.scenario.consumer, "JSON", request)): 1
            for number in (1, 2)
            for item in pair
        }
    )
    told = SweepProgress(Console(file=io.StringIO()), Rates())
    told._forecast, told._rounds, told._has_sizes = Forecast(Rates(), left), 2, True
    told.starting(1)
    now = 5.0  # the start
    for item in pair:
        told.began(item)
        now += 2.0  # the slice
    for item in pair:
        told.ended(item, Run(request, "", "", {"seconds": 2.0}, answer={}))
    told.starting(2)
    assert told.left() == pytest.approx(2 * 2.0)


def test_of_a_real_sweep_nothing_is_left_at_its_end(sweep: Sweeping) -> None:
    told = Told()
    made = sweep(
        Miniatures(), reporter=told, rounds=2, formats=("JSON",), object_types=("DummyObject",)
    )
    assert len(told.lefts) == len(made.runs())
    assert told.known[0] > 0 == told.known[-1]


def test_a_log_says_which_round_of_how_many_it_is(
    sweep: Sweeping, capsys: pytest.CaptureFixture[str]
) -> None:
    sweep(
        Miniatures(),
        reporter=SweepProgress(Console(width=200), Rates()),
        rounds=2,
        formats=("JSON",),
        object_types=("DummyObject",),
    )
    lines = capsys.readouterr().out.splitlines()
    (begun,) = [
        line for line in lines if line.startswith("round 2 of 2: getting the servers ready, about ")
    ]
    assert begun.endswith(" left")


def test_of_a_sweep_in_groups_nothing_is_left_at_its_end_and_a_pilot_is_told_as_one(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    told = Told()
    assert sweep_in_groups(store, Miniatures(), reporter=told, rounds=2).failed == 0
    assert len(told.lefts) == 2 * (8 + 8 + 2 * 4 * 2)
    assert told.lefts[0] is None, "nobody knows yet how large slices are"
    assert told.known[0] > 0 == told.known[-1]
    assert len(told.known) >= 8 + 2 * 4 * 2, "the second round, and the slices of the first"
    progress = SweepProgress(Console(width=200), Rates())
    sweep_in_groups(
        store,
        Miniatures(),
        reporter=progress,
        formats=("JSON",),
        stopping=Stopping(target=0.5, budget_s=1e6),
    )
    lines = capsys.readouterr().out.splitlines()
    assert [
        line
        for line in lines
        if line.startswith("sweep ") and ": 6 rounds of a pilot, seed 7, some " in line
    ]
    ends = "pilot ends in about "
    assert [line for line in lines if line.startswith(f"6 rounds of a pilot are planned, {ends}")]
    second = f"pilot, round 2 of 6: getting the servers ready, {ends}"
    assert len([line for line in lines if line.startswith(second)]) == 1
    first = next(line for line in lines if line.startswith("round 1"))
    assert first == "round 1: getting the servers ready", "no time is told that nobody knows"


def test_slices_are_priced_by_what_the_warm_ups_said_of_their_cells() -> None:
    def cell(**whole_ns: float) -> dict[str, Any]:
        return {
            "condition": "block",
            "format": "JSON",
            "pilot": [
                {"consumer": who, "setup": "", "whole_ns": whole} for who, whole in whole_ns.items()
            ],
        }

    rates = Rates(
        by_kind={("slice block", "java", "JSON"): 900.0, RUST_KIND: 5.0}, run_s=0.0
    ).piloted([cell(rust=10_000, java=40_000), cell(rust=30_000)])
    assert rates.seconds(Job("slice block", "rust", "JSON", 1000)) == pytest.approx(0.02)
    assert rates.seconds(Job("slice block", "java", "JSON", 1000)) == pytest.approx(0.04), (
        "not by an earlier sweep"
    )
    assert rates.seconds(Job("slice block", "java", "XML", 1000)) == pytest.approx(0.03), (
        "a part without sizes goes by those that have some"
    )
    assert rates.seconds(RUST) == pytest.approx(0.005), "other runs as before"
    assert Rates().seconds(Job("slice block", "rust", "JSON", 1000)) == pytest.approx(
        0.04 + 0.05
    ), "a slice is no whole run"


@pytest.mark.parametrize("name", [*CONDITIONS, WRITE])
def test_a_slice_goes_by_the_condition_of_its_cell_and_has_a_rate_where_nobody_measured(
    name: str,
) -> None:
    further: dict[str, dict[str, Any]] = {CORES: {"threads": 2}, WRITE: {"operation": "encode"}}
    request = {
        "amount": 1000,
        "warmup": 0,
        **conditions(Cell(object_type="DummyObject", format="JSON", condition=name)),
        **further.get(name, {}),
    }
    job = Job.of("slice", "rust-server", "JSON", request)
    assert job.series == f"slice {name}"
    assert Rates().each(job) > 0


def test_before_the_first_slice_of_a_real_sweep_its_warm_ups_price_it(store: Store) -> None:
    class First(SweepProgress):
        left_at_first: float | None = None

        def began(self, turn: Turn) -> None:
            super().began(turn)
            if turn.series == "slice" and self.left_at_first is None:
                self.left_at_first = self.left()

    told = First(
        Console(file=io.StringIO()), Rates(by_series={"slice block": 1e9}, round_s=1e-9, run_s=0.0)
    )
    assert sweep_in_groups(store, Miniatures(), reporter=told, rounds=2).failed == 0
    assert told.left_at_first is not None and told.left_at_first < 1e3


def test_a_failure_is_told_once_and_counted_after_that(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    sweep_in_groups(
        store,
        Miniatures(failing("XML")),
        reporter=SweepProgress(Console(width=400), Rates()),
        rounds=2,
    )
    lines = capsys.readouterr().out.splitlines()
    told = [line for line in lines if line.startswith("failed: ")]
    again = [
        int(line.split()[-2]) for line in lines if line.startswith("failed again as told above: ")
    ]
    failed = [run for run in read.answers(store, read.find(store).id) if run.problem]
    assert len(told) == len(set(told)) and len(again) == 2
    assert len(told) + sum(again) == len(failed) > 2 * len(told)


class Planned(Reporter):
    """Notes what is planned and to come each time that there is more of it."""

    def __init__(self, rounds: int) -> None:
        self._rounds, self.estimated = rounds, list[Counter[tuple[int, Job]]]()

    def planned(self, kept: SweepRecord) -> None:
        self.estimated.append(work(kept, self._rounds))


def test_while_a_first_round_finds_its_sizes_all_that_comes_is_estimated(store: Store) -> None:
    told = Planned(rounds=3)
    sweep_in_groups(store, Miniatures(), reporter=told, rounds=3, processes="format")
    warm, one_part, both = (
        [(number, job.series, job.consumer, job.format) for number, job in work.elements()]
        for work in told.estimated
    )
    assert {number for number, *_ in warm} == {1} and "slice block" in {
        series for _, series, *_ in warm
    }
    assert Counter(one_part) == Counter(both), "as many runs, of what size nobody knows"
    assert {number for number, *_ in both} == {1, 2, 3}


def test_a_pilots_rounds_that_are_not_planned_yet_are_estimated_whole(store: Store) -> None:
    told = Planned(rounds=6)
    sweep_in_groups(
        store, Miniatures(), reporter=told, rounds=None, stopping=Stopping(target=0.5, budget_s=1e6)
    )
    by_round = [
        Counter(job for number, job in told.estimated[1].elements() if number == of)
        for of in range(1, 7)
    ]
    assert by_round == [by_round[0]] * 6


class Drawn(SweepProgress):
    """Draws the bar after each run: a miniature's round may end between two of its drawings."""

    def ended(self, turn: Turn, run: Run) -> None:
        super().ended(turn, run)
        self._progress.refresh()


@pytest.mark.parametrize("stopping", [Stopping(rounds=2), Stopping(target=0.5, budget_s=1e6)])
def test_a_bar_fits_80_columns(stopping: Stopping, store: Store) -> None:
    bar = io.StringIO()
    with Drawn(Console(file=bar, force_terminal=True, width=80), Rates()) as shown:
        sweep_in_groups(store, Miniatures(), reporter=shown, stopping=stopping)
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", bar.getvalue()).replace("\r", "\n").split("\n")
    assert max(map(len, lines)) <= 80 and not any("\u2026" in line.split("(")[0] for line in lines)
    ends = r"pilot ends in about \d+ s" if stopping.rounds is None else r"about \d+ s left"
    assert any(re.search(rf"round 2 of .*\d+/\d+ .*{ends}", line) for line in lines)
    assert any(re.match(r"rust-server, \w+Object as \w+, ", line) for line in lines)


def test_a_bar_counts_each_run_once_and_a_log_hears_of_the_first_part_and_the_last(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    bar = io.StringIO()
    with SweepProgress(Console(file=bar, force_terminal=True, width=200), Rates()) as shown:
        sweep_in_groups(store, Miniatures(), reporter=shown, processes="format", formats=USUAL)
    runs = sum(read.counts(store, read.find(store).id).values())
    assert f" {runs}/{runs} " in bar.getvalue()
    progress = SweepProgress(Console(width=200), Rates())
    sweep_in_groups(store, Miniatures(), reporter=progress, processes="format", formats=USUAL)
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.startswith("2 rounds are planned, about ")]) == 2
