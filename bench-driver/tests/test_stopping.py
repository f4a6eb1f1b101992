"""How many rounds a sweep makes: decided by the plan, by the pilot's deviations and by
the time, and never by what they claim.
"""

from __future__ import annotations

import random
from dataclasses import replace
from math import log
from statistics import stdev

import pytest

from bench_driver.errors import ServerLost
from bench_driver.measure.ready import Reporter
from bench_driver.model.cell import Cell, Contender, Slice, Turn
from bench_driver.plan import stopping
from bench_driver.plan.looks import looks
from bench_driver.plan.request import Stopping
from bench_driver.plan.stopping import PILOT, after, at_first, figures, over_budget, primary
from bench_driver.stats.log_ratios import rounds_needed
from bench_driver.store import read
from bench_driver.store.database import Store

from .miniatures import Json
from .slicing import slices_of, sweep_in_groups, timed
from .sweeping import Miniatures

RUST, JAVA = Contender("rust-server"), Contender("java-server")
JSON, XML, BY_HTTP = (
    Cell(object_type="DummyObject", format="JSON", condition="block"),
    Cell(object_type="DummyObject", format="XML", condition="block"),
    Cell(object_type="DummyObject", format="JSON", condition="http"),
)
#: A pilot's log ratios, and the same half as wide.
WIDE = dict(enumerate((0.70, 0.60, 0.80, 0.65, 0.75, 0.55), 1))
NARROW = {number: 0.7 + (value - 0.7) / 20 for number, value in WIDE.items()}


def piloted(
    target: float = 0.05, budget_s: float = 1e6, seconds: float = 100.0
) -> stopping.Decided:
    """A pilot that is made, six rounds of so many seconds."""
    first = at_first(Stopping(target=target, budget_s=budget_s)).took(1, seconds)
    decided = after(first, {JSON: {1: 0.7}})
    for number in range(2, decided.rounds + 1):
        decided = decided.took(number, seconds)
    return decided


def test_a_number_of_rounds_is_decided_before_anything_is_measured() -> None:
    decided = at_first(Stopping(rounds=10))
    assert (decided.rounds, decided.decided, decided.rule) == (10, True, "rounds")
    assert after(decided, {JSON: WIDE}) is decided


def test_a_target_makes_a_pilot_and_then_as_many_rounds_as_its_widest_row_takes() -> None:
    pilot = piloted()
    assert (pilot.rounds, pilot.decided) == (PILOT, False)
    decided = after(pilot, {JSON: WIDE, XML: NARROW})
    assert decided.rounds == rounds_needed(stdev(WIDE.values()), PILOT, 0.05, rows=2) > PILOT
    assert decided.decided
    assert [(row.cell.format, row.deviation, row.rounds_wanted) for row in decided.rows] == [
        ("JSON", stdev(WIDE.values()), decided.rounds),
        ("XML", stdev(NARROW.values()), PILOT),
    ]
    assert "JSON, block has the widest interval of 2" in decided.reason
    assert after(piloted(), {JSON: NARROW}).rounds == PILOT


def test_each_row_stops_at_its_own_number_and_a_cell_beside_goes_with_its_row() -> None:
    decided = after(piloted(), {JSON: WIDE, XML: NARROW})
    assert decided.due([JSON, XML, BY_HTTP], PILOT) == {JSON, XML, BY_HTTP}
    assert (
        decided.due([JSON, XML, BY_HTTP], PILOT + 1)
        == decided.due([JSON, XML, BY_HTTP], decided.rounds)
        == {JSON, BY_HTTP}
    )
    assert at_first(Stopping(rounds=10)).due([JSON, XML], 10) == {JSON, XML}


def test_what_the_rounds_claim_does_not_matter() -> None:
    shifted = {number: value + 5.0 for number, value in WIDE.items()}
    assert after(piloted(), {JSON: WIDE}).rounds == after(piloted(), {JSON: shifted}).rounds


def test_the_time_budget_caps_the_rounds_by_what_a_round_took() -> None:
    decided = after(piloted(budget_s=1050, seconds=100), {JSON: WIDE})
    assert (decided.rounds, decided.cap) == (10, 10)
    assert decided.rows[0].rounds_wanted > 10
    assert "the time budget of 1050 s holds 10" in decided.reason


def many(wide: int, all_rows: int = 14) -> dict[Cell, dict[int, float]]:
    """A pilot's figures of as many rows, the last of which are wide."""
    return {
        replace(JSON, object_type=f"Type{place}"): NARROW if place < all_rows - wide else WIDE
        for place in range(all_rows)
    }


def test_rows_that_have_their_rounds_leave_their_time_to_those_that_have_not() -> None:
    decided = after(piloted(budget_s=900, seconds=140), many(wide=1))
    # The pilot took 840 s; a round of one row in 14 takes its start of 14 s and 9 s more.
    assert (decided.rounds, decided.cap) == (PILOT + 2, PILOT + 2)
    assert [row.rounds_wanted > PILOT for row in decided.rows] == [False] * 13 + [True]
    assert len(decided.due(many(wide=1), PILOT + 1)) == 1
    assert after(piloted(budget_s=900, seconds=140), many(wide=14)).rounds == PILOT, "none is over"


def test_a_pilot_beyond_twice_the_budget_is_made_of_the_first_rows_that_it_holds() -> None:
    figures = many(wide=0)
    first = at_first(Stopping(budget_s=900)).took(1, 400.0)
    decided = after(first, {cell: {1: 0.7} for cell in figures})
    # Of 1,800 s there are 1,400 left, 280 for each of five rounds: 14 to start, 27.6 a row.
    due = decided.due(figures, 2)
    assert (decided.rounds, decided.decided) == (PILOT, False)
    assert due == set(list(figures)[:9]), "in the order in which they were asked for"
    assert stopping.read(decided.facts) == decided, "a sweep that goes on knows it too"
    shifted = {cell: {1: 5.0} for cell in figures}
    assert after(first, shifted).due(figures, 2) == due, "what the round claims does not matter"
    for number in range(2, PILOT + 1):
        decided = decided.took(number, 262.0)
    kept = {cell: values if cell in due else {1: 0.7} for cell, values in figures.items()}
    last = after(decided, kept)
    assert (last.rounds, last.decided, last.due(figures, 7)) == (PILOT, True, set())
    assert "left 5 rows out" in last.reason
    assert last.due(figures, PILOT) == due


def test_a_budget_that_holds_no_pilot_makes_what_fits_and_says_so() -> None:
    decided = after(at_first(Stopping(budget_s=250)).took(1, 100.0), {JSON: {1: 0.7}})
    assert (decided.rounds, decided.decided) == (2, True)
    assert "holds 2 of 100 s each, and a pilot is 6" in decided.reason
    assert after(at_first(Stopping(budget_s=20)).took(1, 100.0), {JSON: {1: 0.7}}).rounds == 1, (
        "the first is made already"
    )


@pytest.mark.parametrize(
    ("budget_s", "rounds", "is_all"), [(600, 6, False), (300, 6, False), (299, 2, True)]
)
def test_a_pilot_that_takes_twice_as_long_as_the_budget_is_made_whole(
    budget_s: float, rounds: int, is_all: bool
) -> None:
    decided = after(at_first(Stopping(budget_s=budget_s)).took(1, 100.0), {JSON: {1: 0.7}})
    assert (decided.rounds, decided.decided) == (rounds, is_all)


def test_what_takes_longer_than_its_budget_is_told_before_it_begins() -> None:
    assert over_budget(900, 900) == ""
    assert over_budget(1600, 900).startswith("beyond the time budget")
    assert over_budget(5400, 900).endswith("no verdict without --time-budget 90m")


def test_where_no_two_contenders_are_measured_there_is_no_ratio_to_narrow() -> None:
    decided = after(piloted(), {JSON: {}})
    assert (decided.rounds, decided.decided, "no ratio" in decided.reason) == (PILOT, True, True)


def test_what_was_decided_is_kept_whole() -> None:
    decided = after(piloted(), {JSON: WIDE})
    assert stopping.read(decided.facts) == decided


def test_the_primary_rows_are_the_first_conditions_pairs() -> None:
    contenders = {JSON: (RUST, JAVA), XML: (RUST,), BY_HTTP: (RUST, JAVA)}
    assert primary(contenders) == {JSON: (RUST, JAVA)}


def made(cell: Cell, number: int, group: int, who: Contender, p50_ns: float) -> Slice:
    return Slice(
        cell,
        who,
        "rust-provider",
        number,
        group,
        0,
        8,
        p50_ns,
        p50_ns,
        p50_ns,
        int(8 * p50_ns),
        None,
        {},
    )


def test_a_rounds_figure_is_the_median_of_its_groups_log_ratios() -> None:
    slices = [
        made(JSON, 1, group, who, ns)
        for group, both in enumerate(((100, 200), (100, 400), (100, 210)))
        for who, ns in zip((RUST, JAVA), both, strict=True)
    ]
    found = figures(
        [*slices, made(BY_HTTP, 1, 1, RUST, 9), made(JSON, 2, 1, RUST, 9)],
        {JSON: (RUST, JAVA), XML: (RUST, JAVA)},
    )
    assert found == {JSON: {1: pytest.approx(log(2.1))}, XML: {}}


def test_a_look_after_one_round_has_no_interval_and_from_the_third_a_provisional_one() -> None:
    pairs = {JSON: (RUST, JAVA)}

    def shown(rounds: int, decided: stopping.Decided, **more: bool) -> list[str]:
        return looks({JSON: dict(list(WIDE.items())[:rounds])}, pairs, decided, **more)

    pilot = piloted()
    assert shown(1, pilot) == [
        "so far: one start of the processes, no interval",
        "  DummyObject as JSON, block: java-server takes 2.01 times as long as rust-server",
    ]
    assert shown(2, pilot)[0] == "so far: 2 starts of the processes, no interval"
    assert (
        shown(3, pilot)[0]
        == "so far: 3 starts of the processes, provisional intervals; no verdict yet"
    )
    assert " (1.5" in shown(3, pilot)[1]
    assert shown(3, pilot, one_start=True)[0].startswith(
        "so far: 3 passes over one start of the processes"
    )
    assert "no verdict" not in shown(6, at_first(Stopping(rounds=6)))[0]
    assert looks({JSON: {}}, pairs, pilot) == []


class Listening(Reporter):
    def __init__(self) -> None:
        self.looks: list[list[str]] = []

    def looked(self, lines: list[str]) -> None:  # type: ignore[override]
        self.looks.append(lines)


def spread(by: float, only: str = "") -> tuple[Miniatures, dict[int, float]]:
    """Servers of which Java's is a random factor slower in each round, with that log deviation, in
    one format `only` or in all; and the factors.
    """
    drawn = random.Random(3)
    factors = {number: 2.718281828 ** drawn.gauss(0, by) for number in range(1, 200)}
    servers: list[Miniatures] = []

    def factor(runtime: str, number: int, request: Json) -> float:
        return (
            factors[number] if runtime == "java" and only in ("", request["object_format"]) else 1.0
        )

    servers.append(Miniatures(timed(factor, servers)))
    return servers[0], factors


@pytest.mark.parametrize("deviation", [0.01, 0.05])
def test_a_sweep_by_target_makes_the_rounds_that_its_pilot_asks_for(
    store: Store, deviation: float
) -> None:
    servers, factors = spread(deviation)
    heard = Listening()
    outcome = sweep_in_groups(
        store, servers, reporter=heard, stopping=Stopping(target=0.05, budget_s=1e6)
    )
    assert outcome.error is None
    kept = read.find(store)
    decided = stopping.read(kept.about["stopping"])
    expected = rounds_needed(
        stdev(log(factors[number]) for number in range(1, PILOT + 1)), PILOT, 0.05, rows=2
    )
    assert (decided.rounds, kept.conditions["rounds"], servers.started) == (
        expected,
        expected,
        expected,
    )
    assert (expected > PILOT) == (deviation == 0.05)
    assert {item.round for item in slices_of(store)} == set(range(1, expected + 1))
    assert len(decided.seconds) == len(heard.looks) == expected
    assert kept.state == "complete"
    orders = {
        number: tuple(
            (item.cell, item.provider, item.contender)
            for item in slices_of(store)
            if item.round == number
        )
        for number in (1, 2)
    }
    assert orders[1] != orders[2]


@pytest.mark.parametrize("processes", ["shared", "format"])
def test_a_row_that_has_its_rounds_is_measured_no_more_though_its_processes_parse_it_as_they_get_warm(
    store: Store, processes: str
) -> None:
    servers, _ = spread(0.05, only="XML")
    sweep_in_groups(
        store, servers, stopping=Stopping(target=0.05, budget_s=1e6), processes=processes
    )
    last = {
        name: max(item.round for item in slices_of(store) if item.cell.format == name)
        for name in ("JSON", "XML")
    }
    assert last["JSON"] == PILOT < last["XML"]
    assert (read.find(store).state, read.find(store).conditions["rounds"]) == (
        "complete",
        last["XML"],
    )
    warmed = {
        run.scenario.format
        for run in read.answers(store, read.find(store).id, "warmup")
        if run.round == last["XML"]
    }
    assert warmed == ({"JSON", "XML"} if processes == "shared" else {"XML"})


class Cutting(Reporter):
    """Presses Ctrl-C as a slice of a round begins."""

    def __init__(self, number: int) -> None:
        self.number = number

    def began(self, turn: Turn) -> None:
        if turn.series == "slice" and turn.round == self.number:
            raise KeyboardInterrupt


@pytest.mark.parametrize("number", [1, 4, PILOT + 1])
def test_a_sweep_that_goes_on_keeps_its_rule(store: Store, number: int) -> None:
    servers, factors = spread(0.05)
    assert sweep_in_groups(
        store, servers, reporter=Cutting(number), stopping=Stopping(target=0.05, budget_s=1e6)
    ).interrupted
    servers.started = number - 1  # the round that was cut is made anew with the factor that it had
    sweep_in_groups(store, servers, resume=read.find(store))
    expected = rounds_needed(
        stdev(log(factors[one]) for one in range(1, PILOT + 1)), PILOT, 0.05, rows=2
    )
    assert (
        read.find(store).about["stopping"]["rounds"]
        == expected
        == max(item.round for item in slices_of(store))
    )


def test_a_pilot_that_lost_a_round_is_made_whole_before_it_decides(store: Store) -> None:
    servers = Miniatures()

    class Losing(Reporter):
        def began(self, turn: Turn) -> None:
            if turn.series == "slice" and turn.round == 2:
                raise ServerLost("it ended", why="on purpose", do="")

    outcome = sweep_in_groups(store, servers, reporter=Losing(), stopping=Stopping(budget_s=1e6))
    assert isinstance(outcome.error, ServerLost)
    assert not read.find(store).about["stopping"]["decided"]
    assert servers.started == PILOT
    sweep_in_groups(store, servers, resume=read.find(store))
    assert read.find(store).about["stopping"]["decided"]
