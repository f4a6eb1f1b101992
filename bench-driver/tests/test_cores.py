"""The condition `cores` from the plan to the store: on how many threads, who is measured twice, how
large slices are, and what is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

import pytest

from bench_driver.errors import UsageError
from bench_driver.measure.pilot import Pilot
from bench_driver.model.cell import ONE_THREAD, Cell, Contender
from bench_driver.model.condition import condition_of
from bench_driver.model.records import Job
from bench_driver.plan import stopping
from bench_driver.plan.announced import Announced
from bench_driver.plan.conditions import parse_conditions
from bench_driver.plan.estimate import Rates, estimate
from bench_driver.plan.groups import WINDOWS_S
from bench_driver.plan.looks import looks
from bench_driver.plan.plan import Plan, planned
from bench_driver.plan.request import Request, Stopping
from bench_driver.plan.threads import threads_of
from bench_driver.servers.contract import Engines
from bench_driver.store import read
from bench_driver.store.database import Store

from .miniatures import (
    SCALING,
    TIMES,
    Behaviour,
    Json,
    changed,
    engines,
    problem,
    refusing,
    right,
    without,
)
from .plans import of_contenders, plan_of, slices, warmups
from .slicing import slices_of, sweep_in_groups
from .sweeping import Miniatures

RUST, JAVA = Contender("rust-server"), Contender("java-server")
BOTH = ("block", "cores")


def announced(**cpus: int | None) -> dict[str, Engines]:
    said = {name: {**engines(name), "cpus": many} for name, many in cpus.items()}
    return {
        f"{name}-server": Engines.model_validate(
            {key: value for key, value in one.items() if value is not None}
        )
        for name, one in said.items()
    }


def of_announced(**cpus: int | None) -> dict[Contender, Announced]:
    return of_contenders(announced(**cpus))


def made(conditions: tuple[str, ...] = BOTH, rust: int = 4, java: int = 4) -> Plan:
    wanted = Request(
        conditions=conditions,
        checks=("usual",),
        object_types=("DummyObject",),
        formats=("JSON",),
        seed=7,
    )
    return plan_of(wanted, announced(rust=rust, java=java), ["rust-provider", "java-provider"])


def test_each_contender_of_a_cell_comes_on_all_threads_and_then_on_one() -> None:
    plan = made(parse_conditions("cores,block"))
    assert list(plan.contenders) == [
        Cell(object_type="DummyObject", format="JSON", condition="block"),
        Cell(object_type="DummyObject", format="JSON", condition="cores"),
    ]
    first, second = plan.contenders.values()
    assert first == (RUST, JAVA)
    assert second == (
        RUST,
        JAVA,
        Contender("rust-server", role=ONE_THREAD),
        Contender("java-server", role=ONE_THREAD),
    )


@pytest.mark.parametrize(("rust", "java", "threads"), [(4, 2, 2), (8, 16, 8), (200, 96, 64)])
def test_the_threads_are_as_many_as_every_consumer_has_cpus_for(
    rust: int, java: int, threads: int
) -> None:
    assert threads_of(of_announced(rust=rust, java=java)) == threads


@pytest.mark.parametrize(
    ("java", "words"), [(1, "java-server may use one CPU"), (None, "does not say how many CPUs")]
)
def test_one_cpu_and_a_server_that_does_not_say_are_refused_with_what_to_do(
    java: int | None, words: str
) -> None:
    with pytest.raises(UsageError) as refused:
        threads_of(of_announced(rust=4, java=java))
    assert words in refused.value.why and refused.value.do


def test_a_sweep_of_other_conditions_asks_nobody_for_cpus_and_is_kept_as_it_was() -> None:
    wanted = Request(conditions=("block",), object_types=("DummyObject",), formats=("JSON",))
    plan = plan_of(wanted, announced(rust=1, java=None), ["rust-provider", "java-provider"])
    assert "threads" not in plan.facts, "nights before stay the same history"


def test_a_slice_asks_for_replay_and_its_threads_alone() -> None:
    plan = made()
    cores = [
        (turn, asked)
        for turn, asked in slices(plan, 1, dict.fromkeys(plan.contenders, 8192))
        if turn.cell.on_all_cores
    ]
    under = {
        turn.contender: {
            name: asked[name]
            for name in asked.keys() & {"source", "threads", "block", "concurrency"}
        }
        for turn, asked in cores
    }
    assert under == {
        who: {"source": "replay", "threads": 1 if who.role else 4}
        for who in plan.contenders[
            Cell(object_type="DummyObject", format="JSON", condition="cores")
        ]
    }
    assert {asked["warmup"] for _, asked in cores} == {4 * 1024}, (
        "as many for each thread as for the one of another slice"
    )
    assert {
        (condition_of(asked), Job.of("slice", "c", "f", asked).series) for _, asked in cores
    } == {("cores", "slice cores")}


def test_four_contenders_are_balanced_in_eight_groups() -> None:
    places = Counter(
        (turn.contender, turn.place, turn.provider)
        for turn, _ in slices(made(("cores",)), 1, dict.fromkeys(made(("cores",)).contenders, 1))
    )
    assert len(places) == 4 * 4 * 2
    assert set(places.values()) == {1}


def test_each_setup_is_warmed_under_its_own_condition_from_each_provider() -> None:
    warmed = [
        (turn.series, turn.scenario.consumer, asked.get("threads"), "warmup" in asked)
        for turn, asked in warmups(made(("cores",)), 1)
    ]
    assert set(Counter(warmed).values()) == {2}, "one from each provider"
    assert {item[1:3] for item in warmed} == {
        (f"{name}-server", many) for name in ("rust", "java") for many in (1, 4)
    }


def test_every_thread_has_windows_enough_and_each_body_equally_often() -> None:
    plan = made()
    block, cores = plan.contenders
    sizes = {cell: plan.size(cell, 2_500, 10_000).amount for cell in plan.contenders}
    assert sizes[cores] == 4 * sizes[block]
    assert sizes[cores] % (4 * plan.held.variants) == 0
    assert sizes[cores] / 4 * 2_500 >= WINDOWS_S * 1e9
    assert (plan.size(cores).amount, plan.size(block).amount) == (4 * 1024, 1024), (
        "the least where nobody knows"
    )


def test_a_kept_plan_is_made_again_with_its_threads() -> None:
    plan = made()
    again = planned(plan.facts, plan.seed)
    assert again == plan
    amounts = dict.fromkeys(plan.contenders, 4096)
    assert list(slices(again, 2, amounts)) == list(slices(plan, 2, amounts))


def test_a_plan_with_it_can_be_priced() -> None:
    assert estimate(made(), 2, Rates()).seconds > estimate(made(("block",)), 2, Rates()).seconds


def test_rates_decide_how_many_rounds_there_are_only_where_nothing_else_is_measured() -> None:
    assert {cell.condition for cell in stopping.primary(made().contenders)} == {"block"}
    alone = stopping.primary(made(("cores",)).contenders)
    assert list(alone.values()) == [(RUST, JAVA)]
    rust = {cell: those[::2] for cell, those in made(("cores",)).contenders.items()}
    assert stopping.primary(rust) == {}, "itself on one thread is nobody to be compared with"


def test_slices_of_all_threads_and_of_one_are_measured_in_the_same_groups(store: Store) -> None:
    servers = Miniatures()
    outcome = sweep_in_groups(store, servers, conditions=BOTH, groups=8)
    assert (outcome.error, outcome.failed) == (None, 0)
    kept, found = read.find(store), [item for item in slices_of(store) if item.cell.on_all_cores]
    assert kept.conditions["threads"] == 2
    for _, group in groupby(found, key=lambda item: (item.round, item.cell, item.group)):
        those = list(group)
        assert {(one.contender.consumer, one.threads) for one in those} == {
            (f"{name}-server", many) for name in ("rust", "java") for many in (1, 2)
        }
        assert len({(one.amount, one.provider) for one in those}) == 1
    for one in found:
        runtime = one.contender.consumer.partition("-")[0]
        rate = (
            1e9
            / TIMES[runtime][one.cell.format]
            * (2 * SCALING[runtime] if one.threads == 2 else 1)
        )
        assert one.objects_per_s == pytest.approx(rate) and one.figure_ns == pytest.approx(
            1e9 / rate
        )
    assert {
        (one.threads, one.objects_per_s, one.figure_ns == one.p50_ns)
        for one in slices_of(store)
        if not one.cell.on_all_cores
    } == {(1, None, True)}
    sizes = {(item["condition"], item["amount"] % 16) for item in kept.about["cells"]}
    assert ("cores", 0) in sizes and all(
        len(item["pilot"]) == (4 if item["condition"] == "cores" else 2)
        for item in kept.about["cells"]
    )


def test_a_sweep_that_was_cut_goes_on_with_the_threads_of_its_plan(store: Store) -> None:
    sweep_in_groups(store, Miniatures(), conditions=("cores",), groups=8, rounds=1)
    sweep_in_groups(store, Miniatures(), resume=read.find(store))
    assert Pilot(planned(read.find(store).conditions, 7)).plan.threads == 2


def test_a_setup_that_could_not_be_warmed_leaves_itself_out_alone(store: Store) -> None:
    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        bad = runtime == "java" and request.get("threads") == 1
        return (refusing(problem(400, "invalid_request", field="threads")) if bad else right)(
            runtime, request
        )

    sweep_in_groups(store, Miniatures(behave), conditions=BOTH, groups=8, rounds=1)
    codes = Counter(
        (run.request.get("threads") is None, run.problem["code"])
        for run in read.answers(store, read.find(store).id, "slice")
        if run.problem
    )
    assert codes == {(False, "driver_unwarmed"): 2 * 8}
    measured = Counter(
        (one.cell.condition, one.contender.consumer, one.threads) for one in slices_of(store)
    )
    several = {
        ("cores", "rust-server", 1): 16,
        ("cores", "rust-server", 2): 16,
        ("cores", "java-server", 2): 16,
    }
    assert measured == {**several, ("block", "rust-server", 1): 16, ("block", "java-server", 1): 16}


@pytest.mark.parametrize(
    "behaviour", [without("cores"), changed(cores={"threads": 3, "objects_per_s": 1.0})]
)
def test_an_answer_of_other_threads_than_were_asked_for_is_not_believed(
    store: Store, behaviour: Behaviour
) -> None:
    sweep_in_groups(
        store, Miniatures(behaviour), conditions=("cores",), groups=8, rounds=1, formats=("JSON",)
    )
    failed = [
        run.problem["detail"]
        for run in read.answers(store, read.find(store).id, "warmup")
        if run.problem and "threads" in run.request
    ]
    assert failed and all("cores.threads is" in detail for detail in failed)
    assert slices_of(store) == []


def test_a_look_says_how_many_times_as_many_objects_the_first_parses() -> None:
    cell = Cell(object_type="DummyObject", format="JSON", condition="cores")
    decided = stopping.at_first(Stopping(rounds=1))
    assert looks({cell: {1: 0.6931}}, {cell: (RUST, JAVA)}, decided)[1:] == [
        "  DummyObject as JSON, cores: rust-server parses 2.00 times as many objects a second as "
        "java-server"
    ]
