"""A sweep as it runs, as the page is told of it: what runs, what is known so far, what disturbs,
and whether all is well; and the stream that tells it.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from bench_driver.measure.call import Run
from bench_driver.measure.ready import Reporter
from bench_driver.measure.watching import Mark
from bench_driver.model.cell import Cell, Contender, Turn
from bench_driver.model.reading import Line
from bench_driver.plan.plan import Plan
from bench_driver.plan.request import Held
from bench_driver.plan.request import Stopping as Rule
from bench_driver.store import read, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.web.disturbing import noise, shares
from bench_driver.web.live import Watch

from .grouped import answered, four, sweep_of, times
from .miniatures import failing
from .serving import at, checkout, served, wrong
from .slicing import sweep_in_groups
from .stores import CELLS, PAIR, OldPlan, add
from .sweeping import Miniatures, Stopping

Json = dict[str, Any]
ROUNDS = 4


class Watching(Reporter):
    """Looks at the sweep as each of its runs has ended, and as each round has begun and ended."""

    def __init__(self, store: Store) -> None:
        self.watch, self.seen = Watch(store), list[Json]()

    def look(self) -> None:
        state = self.watch.state()
        assert wrong(state, "Live") == []
        self.seen.append(state["sweep"])

    def ended(self, turn: Turn, run: Run) -> None:
        self.look()

    def starting(self, number: int) -> None:
        if number > 1:
            self.look()


@pytest.fixture
def watched(store: Store) -> list[Json]:
    """What was told of a sweep of four rounds while it ran, and after it."""
    watching = Watching(store)
    assert sweep_in_groups(store, Miniatures(), reporter=watching, rounds=ROUNDS).error is None
    watching.look()
    return watching.seen


def test_what_runs_is_told_as_it_runs(watched: list[Json]) -> None:
    running = [one for one in watched if one["state"] == "running"]
    first = running[0]
    assert (first["round"], first["made"]) == (f"Round 1 of {ROUNDS}.", 1)
    assert first["now"] == "warm-up: JSON, XML, rust-server, then java-server"
    told = {one["now"] for one in running}
    for format_name in ("JSON", "XML"):
        for number in range(1, 5):
            start = f"DummyObject as {format_name}, block: group {number} of 4; "
            assert {
                f"{start}rust-server, then java-server",
                f"{start}java-server, then rust-server",
            } & told, "each group, in its own order"
    assert watched[-1]["round"] == "The sweep is complete." and watched[-1]["now"] == ""


def test_how_far_it_is_only_grows_and_the_time_left_is_known_after_a_round(
    watched: list[Json],
) -> None:
    parts = [one["part"] for one in watched]
    assert parts == sorted(parts) and parts[-1] == 1
    known = {one["round"]: one["left_s"] is not None for one in watched}
    assert {one for one, told in known.items() if told} == {
        f"Round {number} of 4." for number in (2, 3, 4)
    }
    assert (watched[-1]["made"], watched[-1]["planned"]) == (
        watched[-1]["planned"],
        watched[-2]["planned"],
    )


def test_the_answer_so_far_is_of_whole_rounds_and_has_no_verdict(
    store: Store, watched: list[Json]
) -> None:
    by_rounds = {(one["rows"][0]["ratio"] or {"rounds": 0})["rounds"]: one for one in watched}
    assert [*by_rounds] == [0, 1, 2, 3, 4]
    assert by_rounds[0]["sentence"] == "No round has ended yet, so there is no ratio so far."
    assert [(row["ratio"], row["ratio_shown"]) for row in by_rounds[0]["rows"]] == [
        (None, "-")
    ] * 2, "rows have their place from the beginning"
    assert {
        row["ratio"].keys() == {"estimate", "rounds"}
        for number in (1, 2)
        for row in by_rounds[number]["rows"]
    } == {True}
    assert watched[-1]["worth"] == "", "the answer of a sweep that has ended has verdicts"
    last = by_rounds[3]
    assert (
        last["worth"] == "So far: 3 starts of the processes, provisional intervals; no verdict yet."
    )
    assert [(row["format"], row["ratio_shown"]) for row in last["rows"]] == [
        ("JSON", "2.00 (2.00 … 2.00)"),
        ("XML", "0.75 (0.75 … 0.75)"),
    ]
    assert last["sentence"] == "So far java-server takes 0.75 to 2.00 times as long as rust-server."
    assert "faster by" not in json.dumps(last)
    assert [(one["format"], one["contender"], one["shown"]) for one in last["figures"][:2]] == [
        ("JSON", "rust-server", "2,000"),
        ("JSON", "java-server", "4,000"),
    ]
    assert last["health"] == {**last["health"], "well": True, "do": "", "failures": []}


def test_a_look_reads_of_the_slices_what_is_new(store: Store) -> None:
    watch = Watch(store)
    done = sweep_of(store, 3, times(1), over=CELLS[:1])
    watch.state()
    assert watch._live is not None
    before = watch._live.look()
    assert len(before) == 3 * 16 and watch._live.look()[0] is before[0], "what is known is kept"
    write.begin_round(store, done.id, 1)
    assert len(watch._live.look()) == 2 * 16, "a round that is made anew counts anew"


def test_runs_that_fail_are_told_with_why(store: Store) -> None:
    watching = Watching(store)
    sweep_in_groups(store, Miniatures(failing("XML")), reporter=watching, rounds=1)
    health = watching.seen[-1]["health"]
    assert not health["well"] and " runs failed" in health["sentence"]
    assert any(
        line.startswith("provider_truncated: provider_truncated on purpose: ")
        for line in health["failures"]
    ), "the cause among what it brought"
    assert all(line.endswith(" as XML") for line in health["failures"])


def test_a_round_over_a_limit_is_not_well(store: Store) -> None:
    sweep_of(store, 3, times(1), over=CELLS[:1], made=partial(answered, steal_ms=50.0))
    told = Watch(store).state()["sweep"]
    assert [rule["rule"] for rule in told["noise"]["rules"] if rule["over"]] == ["steal"]
    assert not told["health"]["well"]
    assert told["health"]["sentence"].endswith(
        "; the last round was disturbed: over its limit is steal."
    )


def test_a_sweep_that_was_cut_says_how_it_goes_on(store: Store) -> None:
    class Pressing(Stopping):
        def ended(self, turn: Turn, run: Run) -> None:
            self.after -= 1
            if self.after == 0:
                self.stop()

    outcome = sweep_in_groups(store, Miniatures(), reporter=Pressing(20))
    assert outcome.sweep
    told = Watch(store).state()["sweep"]
    assert (told["state"], told["round"]) == ("interrupted", "The sweep was interrupted.")
    assert (told["health"]["well"], told["health"]["do"]) == (
        False,
        f"Next: bench-driver sweep --resume {outcome.sweep.id}.",
    )
    watching = Watching(store)
    sweep_in_groups(store, Miniatures(), reporter=watching, resume=read.find(store))
    assert any(
        "runs are void, since their round was made anew" in one["health"]["sentence"]
        for one in watching.seen
    )


def test_a_driver_that_says_nothing_for_long_may_be_gone(store: Store) -> None:
    made = sweep_of(
        store,
        2,
        times(1),
        over=CELLS[:1],
        held=Plan({CELLS[0]: PAIR}, ("rust-provider",), 4, 7, Held()).facts,
    )
    write.set_state(store, made.id, "running")
    health = Watch(store).state()["sweep"]["health"]
    assert (
        not health["well"]
        and "nothing was written for minutes" in health["sentence"]
        and f"--resume {made.id}" in health["do"]
    )


def test_which_sweep_is_told_of(store: Store) -> None:
    assert Watch(store).state() == {"sweep": None}
    early = sweep_of(store, 1, times(1), planned_at=at(-3), over=CELLS[:1])
    late = sweep_of(store, 1, times(1), planned_at=at(-2), over=CELLS[:1])
    watch = Watch(store)
    assert watch.state()["sweep"]["id"] == late.id, "the last, where none runs"
    write.set_state(store, early.id, "running")
    assert watch.state()["sweep"]["id"] == late.id, (
        "one whose driver was killed runs for ever; others were written to since"
    )
    newest = add(store, OldPlan(), planned_at=at(-1))
    write.set_state(store, newest.id, "running")
    told = watch.state()
    assert (told["sweep"]["id"], wrong(told, "Live")) == (newest.id, [])


@pytest.mark.parametrize("rule", [Rule(rounds=2), Rule(target=0.05)])
def test_a_pilot_says_that_it_is_one(store: Store, rule: Rule) -> None:
    watching = Watching(store)
    sweep_in_groups(store, Miniatures(), reporter=watching, stopping=rule, formats=("JSON",))
    assert all(
        (one["part"] is None) == ("pilot" in one["round"]) for one in watching.seen if one["now"]
    ), "nobody knows the whole of a pilot's sweep"
    pilots = {one["round"] for one in watching.seen if "pilot" in one["round"]}
    assert pilots == (
        set()
        if rule.rounds
        else {
            f"Round {number} of 6 of a pilot, which says how many more there are to be."
            for number in range(1, 7)
        }
    )


def test_one_contender_and_many_are_told_too(store: Store) -> None:
    sweep_of(store, 1, times(1), over=CELLS[:1], pair=PAIR[:1])
    told = Watch(store).state()
    assert (wrong(told, "Live"), told["sweep"]["rows"], len(told["sweep"]["figures"])) == (
        [],
        [],
        1,
    )
    sweep_of(store, 1, four, planned_at=at(1), over=CELLS[:1])
    assert wrong(Watch(store).state(), "Live") == []


def mark(p50_ns: float, *, number: int = 1, **cpu: Any) -> Mark:
    line = Line(
        Contender("rust-server"), Cell(object_type="DummyObject", format="JSON", condition="block")
    )
    return Mark("2026-11-21T12:00:01.000+00:00", number, line, p50_ns, 100.0, cpu, 1.5)


def test_rules_are_judged_over_a_rounds_slices_together() -> None:
    one = mark(2000, steal_ms=0.5, run_ms=50.0, run_queue_wait_ms=2.0, canary_ns=[1000, 1010])
    two = mark(2100, steal_ms=2.5, run_ms=50.0, run_queue_wait_ms=0.5, canary_ns=[1000, 1050])
    assert [
        shares([one, two], rule)
        for rule in ("steal", "run_queue_wait", "canary", "cpu_pressure", "jit")
    ] == [
        pytest.approx(0.015),
        pytest.approx(0.025),
        pytest.approx(0.03),
        None,
        None,
    ]
    marks = [mark(2000, number=1, steal_ms=0.0), one, mark(2100, number=2, steal_ms=0.5)]
    told = noise(marks, {one.line: [2000, 2000, 2100]})
    (steal,) = (rule for rule in told["rules"] if rule["rule"] == "steal")
    assert steal == {
        "rule": "steal",
        "over": False,
        "round_shown": "0.5 %",
        "sweep_shown": "0.3 %",
        "limit_shown": "1.0 %",
    }
    assert (
        told["sentence"]
        == "Half of 3 slices lie within 0.0 % of the median of their kind; no rule is over its limit in this round; load average 1.5."
    )
    assert [round(one["over_median"], 3) for one in told["slices"]] == [1.0, 1.0, 1.05]
    assert noise([], {}) == {"sentence": "No slice has ended yet.", "rules": [], "slices": []}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return checkout(tmp_path / "checkout")


def events(url: str, **headers: str) -> Generator[tuple[str, Json]]:
    """The id and the data of each event of a stream."""
    with httpx.stream("GET", f"{url}/api/live", headers=headers, timeout=60) as answer:
        assert (answer.status_code, answer.headers["content-type"]) == (
            200,
            "text/event-stream; charset=utf-8",
        )
        name = ""
        for line in answer.iter_lines():
            field, _, value = line.partition(": ")
            if field == "id":
                name = value
            elif field == "data":
                yield name, json.loads(value)


def test_each_event_is_the_whole_state_and_who_knows_it_gets_the_next(
    tmp_path: Path, root: Path
) -> None:
    file = tmp_path / "a.sqlite"
    with open_store(str(file)) as store, served(file, BENCH_ROOT=str(root)) as server:
        stream = events(server.url)
        first, empty = next(stream)
        assert empty == server.json("/api/live.json") == {"sweep": None}
        again = events(server.url, **{"Last-Event-ID": first})
        made = sweep_of(store, 1, times(1), over=CELLS[:1])
        for name, told in (next(stream), next(again)):
            assert name != first and told["sweep"]["id"] == made.id and wrong(told, "Live") == []
        stream.close()
        again.close()


def test_a_store_that_cannot_be_read_is_a_problem_and_ends_the_streams(
    tmp_path: Path, root: Path
) -> None:
    file = tmp_path / "a.sqlite"
    with open_store(str(file)) as store, served(file, BENCH_ROOT=str(root)) as server:
        stream = events(server.url)
        next(stream)
        with store.writing() as connection:
            connection.execute(text("ALTER TABLE attempt RENAME TO elsewhere"))
        assert list(stream) == []
        for path in ("/api/live", "/api/live.json"):
            status, _, body = server.get(path)
            assert (status, json.loads(body)["code"], wrong(json.loads(body), "Problem")) == (
                503,
                "store_unreadable",
                [],
            )


def test_live_is_for_this_servers_own_page_alone(tmp_path: Path, root: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")):
        pass
    with served(tmp_path / "a.sqlite", BENCH_ROOT=str(root)) as server:
        assert server.get("/api/live", Origin="http://evil.example")[0] == 403
        assert server.get("/api/live", Host="evil.example")[0] == 421


def test_ctrl_c_ends_a_server_that_is_watched(tmp_path: Path, root: Path) -> None:
    with open_store(str(tmp_path / "a.sqlite")):
        pass
    with served(tmp_path / "a.sqlite", BENCH_ROOT=str(root)) as server:
        stream = events(server.url)
        next(stream)
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(timeout=10) == 0
        assert server.process.stderr.read() == "no longer served\n"
