"""Sweeps of which something fails, is interrupted or ends: what is kept, what is made
again, and who is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.history.series import nights
from bench_driver.errors import ServerError, ServerLost
from bench_driver.measure.call import Run
from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import to_do
from bench_driver.model.cell import Turn
from bench_driver.report.documents import document
from bench_driver.report.markdown import markdown
from bench_driver.store import read
from bench_driver.store.database import Store

from .miniatures import Json, engines, failing, problem, refusing, right, until_result
from .slicing import slices_of, sweep_in_groups
from .sweeping import Miniatures


def test_a_group_of_which_a_slice_failed_is_kept_as_failed_and_not_made_again(store: Store) -> None:
    calls = Counter[str]()

    def once(runtime: str, request: Json) -> object:
        calls["slices"] += request.get("warmup") == 8 and request["amount"] != 24
        return (
            until_result({"event": "problem", **problem(502, "provider_truncated")})
            if calls["slices"] == 3
            else right
        )(runtime, request)

    servers = Miniatures(once)  # type: ignore[arg-type]
    outcome = sweep_in_groups(store, servers, rounds=1)
    kept = read.find(store)
    failed = [run for run in read.answers(store, kept.id, "slice") if run.problem]
    assert [run.problem["code"] for run in failed if run.problem] == [
        "provider_truncated",
        "driver_group_failed",
    ]
    assert (outcome.failed, kept.state, to_do(kept)) == (2, "complete", [])
    assert len(slices_of(store)) == 2 * 4 * 2 - 2


def test_a_contender_that_could_not_be_warmed_is_not_measured_cold(store: Store) -> None:
    sweep_in_groups(store, Miniatures(failing("XML")), rounds=1)
    kept = read.find(store)
    codes = Counter(
        run.problem["code"] for run in read.answers(store, kept.id, "slice") if run.problem
    )
    assert codes == {"driver_unwarmed": 8}
    assert {item.cell.format for item in slices_of(store)} == {"JSON"}


@pytest.mark.parametrize("cold", [(1,), (1, 2)], ids=str)
def test_of_several_contenders_one_that_could_not_be_warmed_leaves_itself_out_alone(
    store: Store, cold: tuple[int, ...]
) -> None:
    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        bad = request.get("engine") == "java-json-other" and servers.started in cold
        return (refusing(problem(500, "deserialize_failed")) if bad else right)(runtime, request)

    servers = Miniatures(behave)
    sweep_in_groups(store, servers, rounds=2, formats=("JSON",), engines=("all",), groups=8)
    kept = read.find(store)
    failed = [run for run in read.answers(store, kept.id, "slice") if run.problem]
    assert Counter((run.scenario.engine, run.problem["code"]) for run in failed if run.problem) == {
        ("java-json-other", "driver_unwarmed"): 8 * len(cold)
    }
    measured = Counter(str(one.contender) for one in slices_of(store))
    others = {"rust-server": 16, "rust-server rust-json-other": 16, "java-server": 16}
    assert measured == others | ({"java-server java-json-other": 8} if len(cold) < 2 else {})
    assert {str(line.contender) for line in nights(store, [kept])} == measured.keys()
    facts = gather(store, kept)
    assert isinstance(facts, Facts) and not any(facts.failed_groups.values())
    rounds = {str(row.other): len(row.groups) for row in facts.rows}
    assert rounds == {
        "rust-server rust-json-other": 2,
        "java-server": 2,
        "java-server java-json-other": 2 - len(cold),
    }
    assert "the warm-up of java-server java-json-other failed, so it was not measured" in markdown(
        document(facts)
    )


def test_where_every_run_fails_the_sweep_ends_and_says_so(store: Store) -> None:
    outcome = sweep_in_groups(store, Miniatures(refusing(problem(409, "busy"))), rounds=1)
    assert (outcome.error, read.find(store).state, slices_of(store)) == (None, "complete", [])
    assert outcome.failed == len(list(read.answers(store, read.find(store).id)))


class Interrupting(Reporter):
    """Presses Ctrl-C as so many runs have ended, of slices or of a warm-up."""

    def __init__(self, after: int, kind: type) -> None:
        self.after, self.kind = after, kind

    def ended(self, turn: Turn, run: Run) -> None:
        self.after -= isinstance(turn, self.kind)
        if self.after == 0:
            raise KeyboardInterrupt


class Pressing(Reporter):
    """Presses Ctrl-C as the second slice of a round's third group begins."""

    def __init__(self) -> None:
        self.seen = 0

    def began(self, turn: Turn) -> None:
        self.seen += turn.series == "slice"
        if self.seen == 6:
            raise KeyboardInterrupt


def test_an_interrupt_keeps_whole_groups_and_the_round_is_made_again(store: Store) -> None:
    assert sweep_in_groups(store, Miniatures(), reporter=Pressing()).interrupted
    kept = read.find(store)
    assert (kept.state, len(slices_of(store)), read.counts(store, kept.id)["ok"]) == (
        "interrupted",
        4,
        8 + 8 + 4,
    )
    assert not sweep_in_groups(store, Miniatures(), resume=kept).interrupted
    assert (read.find(store).state, len(slices_of(store))) == ("complete", 2 * 2 * 4 * 2)
    assert read.counts(store, kept.id)["void"] == 8 + 8 + 4, "nothing is overwritten"


def test_an_interrupt_between_the_warm_up_and_the_plan_loses_nothing(store: Store) -> None:
    assert sweep_in_groups(store, Miniatures(), reporter=Interrupting(8 + 8, Turn)).interrupted
    kept = read.find(store)
    assert (to_do(kept), "cells" in kept.about) == ([1, 2], False)
    sweep_in_groups(store, Miniatures(), resume=kept)
    assert (read.find(store).state, len(slices_of(store))) == ("complete", 2 * 2 * 4 * 2)


class Ending(Reporter):
    """Ends the consumer of the fifth slice of a round, before that slice."""

    def __init__(self, servers: Miniatures) -> None:
        self.servers, self.seen = servers, 0

    def began(self, turn: Turn) -> None:
        self.seen += turn.series == "slice"
        if self.seen == 5:
            server = self.servers.running[turn.contender.consumer]
            server.behaviour, server.well = until_result(cut=True), False
            self.seen += 1


def test_a_server_that_ends_within_a_round_ends_the_round_which_is_made_again_as_a_whole(
    store: Store,
) -> None:
    servers = Miniatures()
    first = sweep_in_groups(store, servers, reporter=Ending(servers), rounds=2)
    assert isinstance(first.error, ServerLost)
    assert to_do(read.find(store)) == [1]
    second = sweep_in_groups(store, Miniatures(), resume=read.find(store))
    assert (second.error, read.find(store).state) == (None, "complete")
    assert len(slices_of(store)) == 2 * 2 * 4 * 2


def test_a_server_that_changes_between_rounds_ends_the_sweep_and_keeps_the_first(
    store: Store,
) -> None:
    outcome = sweep_in_groups(
        store, Miniatures(says=[engines("rust"), {**engines("rust"), "server_version": "0.2.0"}])
    )
    assert isinstance(outcome.error, ServerError)
    assert {item.round for item in slices_of(store)} == {1}


@pytest.mark.parametrize("runs", [3, 10, 13, 20, 25])
def test_a_first_round_that_is_cut_in_any_part_is_made_again(store: Store, runs: int) -> None:
    assert sweep_in_groups(
        store, Miniatures(), reporter=Interrupting(runs, object), processes="format"
    ).interrupted
    sweep_in_groups(store, Miniatures(), resume=read.find(store))
    kept = read.find(store)
    assert (kept.state, len(kept.about["cells"]), to_do(kept)) == ("complete", 2, [])
    assert len(slices_of(store)) == 2 * 2 * 4 * 2
