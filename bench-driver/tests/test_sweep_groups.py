"""Sweeps from end to end over servers in miniature: what is asked for, in which order,
and what is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise, product

import pytest

from bench_driver.analysis.gather import gather
from bench_driver.errors import UsageError
from bench_driver.measure.call import Run
from bench_driver.measure.pilot import UNTOLD_RUNS, WARM_RUNS
from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import to_do
from bench_driver.model.cell import Turn
from bench_driver.model.records import Job, SweepRecord
from bench_driver.plan.plan import MOST_RUNS
from bench_driver.plan.request import Held
from bench_driver.report import words
from bench_driver.report.document import Table
from bench_driver.report.sections.pushes import pushed as pushed_section
from bench_driver.servers.base import Target
from bench_driver.store import read
from bench_driver.store.database import Store

from .miniatures import Behaviour, Json, engines, right
from .sections import shown
from .slicing import slices_of, sweep_in_groups
from .sweeping import Miniatures

RESTARTED = 2


def slices(servers: Miniatures) -> list[Json]:
    """The requests for slices: what warms a cell under its own condition asks for
    another amount.
    """
    return [
        request
        for request in servers.requests
        if request.get("warmup") == 8 and request["amount"] != 24
    ]


def test_every_cell_is_measured_in_balanced_groups_in_each_of_the_rounds(store: Store) -> None:
    servers = Miniatures()
    outcome = sweep_in_groups(store, servers, conditions=("block", "http"))
    assert (outcome.failed, outcome.error, outcome.interrupted) == (0, None, False)
    assert servers.started == servers.stopped == RESTARTED
    kept, found = read.find(store), slices_of(store)
    assert (kept.state, kept.conditions["rounds"], kept.conditions["groups"]) == (
        "complete",
        RESTARTED,
        4,
    )
    places = Counter(
        (item.round, item.cell, item.provider, item.contender.consumer, item.place)
        for item in found
    )
    assert len(places) == 2 * 4 * 2 * 2 * 2
    assert set(places.values()) == {1}, "each provider comes with each order equally often"
    assert {item.cell.condition for item in found} == {"block", "http"}
    for _, group in groupby(found, key=lambda item: (item.round, item.cell, item.group)):
        first, second = group
        assert (first.provider, first.amount, first.contender != second.contender) == (
            second.provider,
            second.amount,
            True,
        )
    assert sum(one.cell != two.cell for one, two in pairwise(found)) > 4, (
        "cells run in one random sequence"
    )


def test_a_slice_asks_for_its_condition_alone_and_warms_itself_from_its_own_source(
    store: Store,
) -> None:
    servers = Miniatures()
    sweep_in_groups(
        store, servers, rounds=1, formats=("JSON",), conditions=("block", "http", "replay")
    )
    asked = {(item.get("block"), item["source"], item["concurrency"]) for item in slices(servers)}
    assert asked == {(500, "http", 16), (None, "http", 1), (None, "replay", 1)}
    assert {
        (item["warmup"], item["variants"], "checkpoints" in item) for item in slices(servers)
    } == {(8, 8, False)}
    assert all(item["engine"].endswith("-json") for item in slices(servers)), (
        "the default that the consumer announces"
    )


def test_providers_push_to_consumers_under_push(store: Store) -> None:
    servers = Miniatures()
    outcome = sweep_in_groups(
        store, servers, rounds=1, formats=("JSON",), conditions=("http", "push", "push-new")
    )
    assert (outcome.failed, outcome.error) == (0, None)
    pushed = [item for item in slices(servers) if "receiver_url" in item]
    assert {(item["transfer"], item["connections"]) for item in pushed} == {
        ("framed", 1),
        ("connection", 1),
    }
    assert {(item["server_type"], item["receiver_engine"]) for item in pushed} == {
        ("rust", "rust-json"),
        ("java", "java-json"),
    }
    assert not any({"provider_url", "engine", "source"} & item.keys() for item in pushed)
    found = [item for item in slices_of(store) if item.cell.pushed]
    assert len(found) == len(pushed) and {item.p50_ns for item in found} == {2000, 4000}, (
        "the receivers' windows"
    )
    assert not any(item.blocks for item in found), (
        "windows that wait for bodies tell nothing of each other"
    )
    facts = gather(store, read.find(store))
    table = next(part for part in shown(pushed_section(facts)).blocks if isinstance(part, Table))
    said = {
        (line[2], line[3], line[4]): dict(zip(table.head, line, strict=True)) for line in table.rows
    }
    consumers, providers = ("rust-server", "java-server"), ("java-provider", "rust-provider")
    assert [*said] == list(product(("http", "push", "push-new"), consumers, providers))
    assert {
        (
            said["push", "java-server", name]["parsed us"],
            said["http", "java-server", name]["written us"],
        )
        for name in providers
    } == {("4.0", words.DASH)}
    written = {name: said["push", "rust-server", name]["written us"] for name in providers}
    assert written == {"rust-provider": "1.0", "java-provider": "2.0"}, (
        "half of what it takes to parse"
    )


def test_a_provider_that_the_driver_does_not_reach_cannot_push(store: Store) -> None:
    class Apart(Miniatures):
        def _start(self, name: str, runtime: str, role: str, says: Json | None = None) -> Target:
            target = super()._start(name, runtime, role, says)
            return (
                replace(target, url=None, for_consumers=target.url, said=engines(runtime))
                if role == "provider"
                else target
            )

    outcome = sweep_in_groups(store, Apart(), rounds=1, conditions=("block", "push"))
    assert (
        isinstance(outcome.error, UsageError)
        and outcome.error.what == "--condition push cannot be measured here"
    )


def test_a_round_warms_providers_then_each_contender_in_each_cell_under_its_own_condition(
    store: Store,
) -> None:
    servers = Miniatures()
    sweep_in_groups(store, servers, rounds=2, conditions=("block", "http"))
    kinds = [
        {5: "providers", 24: "own"}.get(request["amount"], "slice") for request in servers.requests
    ]
    # 2 providers x 2 kinds x 2 consumers, 4 cells x 2 consumers x 2 runs, 4 cells x 4 groups x 2
    assert [(kind, len(list(run))) for kind, run in groupby(kinds)] == [
        ("providers", 8),
        ("own", 16),
        ("slice", 32),
    ] * 2


def compiling(runs: int) -> Behaviour:
    """Java compiles in its first runs of each process, so many of a format."""
    made: Counter[tuple[str, str]] = Counter()

    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        for line in right(runtime, request):
            if isinstance(line, dict) and line.get("event") == "result" and runtime == "java":
                made[runtime, request["object_format"]] += 1
                line["jit"] = {
                    "compilation_ms": 100 if made[runtime, request["object_format"]] <= runs else 0
                }
            yield line

    return behave


def test_the_first_round_warms_each_contender_until_it_compiles_no_more_and_every_later_one_by_as_many_runs(
    store: Store,
) -> None:
    servers = Miniatures(compiling(3))
    sweep_in_groups(store, servers, rounds=2, formats=("JSON",), held=Held(8, 24, None, 8, 0))
    of_java = {number: 0 for number in (1, 2)}
    of_rust = dict(of_java)
    for run in read.answers(store, read.find(store).id, "warmup"):
        of = of_java if run.scenario.consumer == "java-server" else of_rust
        of[run.round] += 1
    assert of_java == dict.fromkeys((1, 2), 3 + WARM_RUNS), (
        "three that compile, and some that do not"
    )
    assert of_rust == {1: UNTOLD_RUNS, 2: UNTOLD_RUNS}, (
        "who does not say what it compiles is warmed by a fixed number"
    )
    [cell] = read.find(store).about["cells"]
    assert {who["consumer"]: who["warmup_runs"] for who in cell["pilot"]} == {
        "rust-server": UNTOLD_RUNS,
        "java-server": 3 + WARM_RUNS,
    }


def beside(busy: Callable[[int], bool]) -> Behaviour:
    """Servers with walks beside their blocks, of which some slices of Java have a busy core; slices
    of it are counted from 0.
    """
    made: Counter[str] = Counter()

    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        for line in right(runtime, request):
            if isinstance(line, dict) and line.get("event") == "result":
                is_slice = runtime == "java" and request["amount"] not in (5, 24)
                slow = is_slice and busy(made["slices"])
                made["slices"] += is_slice
                line["blocks"] = {
                    "p50_ns": [2000] * 8,
                    "mean_ns": [2000] * 8,
                    "scan_ns": [1600 if slow else 1000] * 8,
                }
            yield line

    return behave


@pytest.mark.parametrize(
    ("busy", "groups"),
    [
        (lambda number: number < 2, 8),
        (lambda number: number < 1, 4),
        (lambda number: number != 2, 8),
        (lambda number: True, 4),
    ],
    ids=["two of four", "one of four", "all but one", "throughout, which nothing shows"],
)
def test_where_a_round_lacks_a_quiet_core_it_has_further_groups_up_to_twice_as_many(
    store: Store, busy: Callable[[int], bool], groups: int
) -> None:
    assert sweep_in_groups(store, Miniatures(beside(busy)), rounds=1, formats=("JSON",)).failed == 0
    made = slices_of(store)
    assert {one.group for one in made} == set(range(1, groups + 1))
    kinds = Counter((one.provider, one.contender.consumer, one.place) for one in made)
    assert set(kinds.values()) == {groups // 4}, "still balanced"
    assert read.find(store).state == "complete"


def test_what_a_round_adds_to_the_plan_is_heard_of(store: Store) -> None:
    class Hearing(Reporter):
        planned_runs = added_runs = ended_runs = 0

        def planned(self, kept: SweepRecord) -> None:
            self.planned_runs += 1

        def added(self, work: Counter[tuple[int, Job]]) -> None:
            self.added_runs += work.total()

        def ended(self, turn: Turn, run: Run) -> None:
            self.ended_runs += 1

    heard = Hearing()
    sweep_in_groups(
        store,
        Miniatures(beside(lambda number: number < 2)),
        rounds=1,
        formats=("JSON",),
        held=Held(8, 24, None, 8, 0),
        reporter=heard,
    )
    java_and_rust = 2 * UNTOLD_RUNS
    assert heard.ended_runs == java_and_rust + 2 * 8
    assert heard.added_runs == 2 * 4, (
        "four further groups; no run of the warm-up, since nobody says what it compiles"
    )


def test_who_never_stops_compiling_is_measured_all_the_same(store: Store) -> None:
    outcome = sweep_in_groups(
        store,
        Miniatures(compiling(10_000)),
        rounds=1,
        formats=("JSON",),
        held=Held(8, 24, None, 8, 0),
    )
    [cell] = read.find(store).about["cells"]
    assert {who["consumer"]: who["warmup_runs"] for who in cell["pilot"]}[
        "java-server"
    ] == MOST_RUNS
    assert (outcome.failed, len(slices_of(store))) == (0, 8)


def test_the_first_rounds_warm_up_says_how_large_slices_are_and_the_plan_is_written_then(
    store: Store,
) -> None:
    planned: list[tuple[list[int], bool]] = []

    class Watching(Reporter):
        def ended(self, turn: Turn, run: Run) -> None:
            kept = read.find(store)
            planned.append((to_do(kept), "cells" in kept.about))

    # A miniature says 200 us an object altogether and 2 to 12 us in the window: 30 ms of windows
    # are too many objects for half a second.
    sweep_in_groups(store, Miniatures(), reporter=Watching(), rounds=3, held=Held(8, 1000, 2, 8, 5))
    warm = 2 * 2 * 2 + 2 * 2 * 2
    assert planned[:warm] == [([1, 2, 3], False)] * warm
    assert planned[warm] == ([1, 2, 3], True)
    cells = {item["format"]: item for item in read.find(store).about["cells"]}
    assert (cells["JSON"]["amount"], cells["JSON"]["gave_way"]) == (2496, "windows"), (
        "half a second at 200 us, in whole passes over the variants"
    )
    assert {
        (who["consumer"], who["window_ns"], who["whole_ns"]) for who in cells["JSON"]["pilot"]
    } == {
        ("rust-server", 2000.0, 200_000.0),
        ("java-server", 4000.0, 200_000.0),
    }
    assert {item.amount for item in slices_of(store) if item.cell.format == "JSON"} == {2496}


def test_one_disturbed_run_of_the_pilot_makes_no_slice_short(store: Store) -> None:
    def disturbed(runtime: str, request: Json) -> Iterator[Json | bytes]:
        for line in right(runtime, request):
            if (
                isinstance(line, dict)
                and line["event"] == "result"
                and request["server_type"] == "java"
            ):
                yield {**line, "json_total_time_ms": 50 * line["json_total_time_ms"]}
            else:
                yield line

    sweep_in_groups(
        store, Miniatures(disturbed), formats=("JSON",), rounds=1, held=Held(8, 1000, 2, 8, 5)
    )
    assert {item.amount for item in slices_of(store)} == {2496}


def test_each_format_of_a_round_has_consumers_that_parse_it_alone(store: Store) -> None:
    servers = Miniatures()
    sweep_in_groups(store, servers, rounds=3, conditions=("block", "http"), processes="format")
    formats = [[name for name, _ in groupby(_formats(store, number))] for number in (1, 2, 3)]
    assert sorted(map(sorted, formats)) == [["JSON", "XML"]] * 3, (
        "a part is warmed and measured before the next one begins"
    )
    assert servers.started == 3
    assert sorted(servers.restarted) == ["java-server"] * 3 + ["rust-server"] * 3, (
        "between the parts, and providers never"
    )
    kept = read.find(store)
    assert (kept.conditions["apart"], len(kept.about["cells"]), kept.state) == (True, 4, "complete")
    assert len(slices_of(store)) == 3 * 4 * 4 * 2


def _formats(store: Store, number: int) -> list[str]:
    """The formats of a round's runs, in the order in which they were made."""
    return [
        run.scenario.format
        for run in read.answers(store, read.find(store).id)
        if run.round == number
    ]


def test_the_order_of_formats_is_another_in_other_rounds(store: Store) -> None:
    sweep_in_groups(store, Miniatures(), rounds=8, processes="format")
    assert {_formats(store, number)[0] for number in range(1, 9)} == {"JSON", "XML"}


def test_servers_that_nobody_restarts_share_processes(store: Store) -> None:
    servers = Miniatures()
    servers.restarts = False
    sweep_in_groups(store, servers, rounds=2, processes="format")
    assert (read.find(store).conditions["apart"], servers.restarted) == (False, [])


def test_engines_are_contenders_beside_the_defaults(store: Store) -> None:
    sweep_in_groups(store, Miniatures(), rounds=1, formats=("JSON",), engines=("all",), groups=8)
    assert {(item.contender.consumer, item.contender.engine) for item in slices_of(store)} == {
        ("rust-server", ""),
        ("rust-server", "rust-json-other"),
        ("java-server", ""),
        ("java-server", "java-json-other"),
    }


class Multiplied(Miniatures):
    """Consumers that run in as many processes as are asked for; knows the engines that each process
    was asked to parse with.
    """

    multiplies = True

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[str, set[str]] = {}

    def _start(self, name: str, runtime: str, role: str, says: Json | None = None) -> Target:
        def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
            self.asked.setdefault(name, set()).add(request.get("engine", ""))
            return right(runtime, request)

        self.behaviour = behave
        return super()._start(name, runtime, role, says)


def test_each_engine_has_a_process_of_its_own_where_servers_multiply(store: Store) -> None:
    servers = Multiplied()
    further, second = (
        tuple(f"{runtime}-server#{name}" for runtime in ("java", "rust")) for name in ("2", "again")
    )
    assert (
        sweep_in_groups(
            store,
            servers,
            rounds=2,
            formats=("JSON",),
            engines=("all",),
            groups=8,
            processes="engine",
        ).error
        is None
    )
    assert servers.asked == {
        "rust-server": {"rust-json"},
        "rust-server#2": {"rust-json-other"},
        "java-server": {"java-json"},
        "java-server#2": {"java-json-other"},
        "rust-server#again": {"rust-json"},
        "java-server#again": {"java-json"},
    }
    assert Counter(servers.restarted) == dict.fromkeys((*further, *second), 2), (
        "each once a round, beside those that the round began with"
    )
    kept = read.find(store)
    assert kept.conditions["engines_apart"] and set(kept.about["servers"]) == {
        "rust-server",
        "java-server",
        "rust-provider",
        "java-provider",
    }
    assert len([one for one in slices_of(store) if not one.contender.alone]) == 2 * 8 * 4


def test_engines_share_a_process_where_that_is_asked_for_or_where_servers_do_not_multiply(
    store: Store,
) -> None:
    for servers, processes in ((Multiplied(), "format"), (Miniatures(), "engine")):
        sweep_in_groups(
            store,
            servers,
            rounds=1,
            formats=("JSON",),
            engines=("all",),
            groups=8,
            processes=processes,
        )
        started = [name for name in servers.restarted if not name.endswith("#again")]
        assert (
            started,
            "engines_apart" in read.find(store).conditions,
            read.find(store).conditions["apart"],
        ) == ([], False, True)


def test_a_cell_of_many_contenders_has_the_groups_that_balance_it(store: Store) -> None:
    """Four contenders and two providers come evenly in eight groups, each with a slice of every
    contender; four were asked for.
    """
    assert (
        sweep_in_groups(
            store, Miniatures(), rounds=1, engines=("all",), formats=("JSON",), groups=4
        ).error
        is None
    )
    assert len(slices_of(store)) == 8 * 4


def test_servers_that_are_not_restarted_have_one_start_and_rounds_are_passes(store: Store) -> None:
    servers = Miniatures()
    servers.restarts = False
    sweep_in_groups(store, servers, rounds=2)
    assert read.find(store).about["starts"] == 1
    assert {item.round for item in slices_of(store)} == {1, 2}


def test_no_condition_is_nothing_to_sweep(store: Store) -> None:
    error = sweep_in_groups(store, Miniatures(), conditions=()).error
    assert isinstance(error, UsageError)
