"""Sweeps from end to end over servers in miniature: what is sent, kept, and made of it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench_driver import outputs
from bench_driver.errors import ResultsError, ServerError, StackError, UsageError
from bench_driver.plan import Conditions
from bench_driver.results import Results
from bench_driver.sweep import Outcome, Reporter, Request, Sweep, Target

from .miniatures import TIMES, Behaviour, Json, Miniature, changed, engines, failing, refusing, right, until_result
from .miniatures import problem as problem_of

ABOUT = {
    "started": "2026-01-01 00:00:00 +0000",
    "command": "bench-driver sweep",
    "commit": "abc",
    "driver_version": "0",
    "machine": {"cpu": "x", "cores": 2, "memory_gib": 1, "system": "y"},
}


class Miniatures:
    """Four miniature servers a round, the consumers with a behaviour; counts the rounds that were started and stopped."""

    def __init__(self, behaviour: Behaviour = right, says: list[Json] | None = None) -> None:
        self.behaviour, self.says = behaviour, says
        self.started = self.stopped = 0
        self.requests: list[Json] = []

    def session(self) -> AbstractContextManager[None]:
        return nullcontext()

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        self.started += 1
        with ExitStack() as running:
            targets = []
            for role, suffix in (("consumer", "server"), ("provider", "provider")):
                for runtime in TIMES:
                    says = self.says[number - 1] if self.says and role == "consumer" and runtime == "rust" else None
                    server = running.enter_context(Miniature(runtime, self.behaviour, says=says))
                    server.requests = self.requests
                    targets.append(Target(f"{runtime}-{suffix}", runtime, role, server.url))
            try:
                yield targets
            finally:
                self.stopped += 1

    def describe(self) -> dict[str, Any]:
        return {"java": "Miniature 25", "jvm_flags": ["-Xmx1g"]}


def held(**changes: Any) -> Conditions:
    """Conditions without the providers' warm-up, whose runs would stand among those that a test counts."""
    return Conditions(**{"warmup_provider": 0, **changes})


def sweep(folder: Path, servers: Miniatures, *, reporter: Reporter | None = None, **changes: Any) -> tuple[Results, Outcome]:
    results = Results.create(folder)
    request = Request(**{"amounts": (10, 20, 30), "rounds": 2, "seed": 7, "conditions": held(), **changes})
    return results, Sweep(servers, results, request, reporter or Reporter(), ABOUT).run()


def rows(file: Path) -> list[dict[str, str]]:
    with file.open() as text:
        return list(csv.DictReader(text))


def test_every_combination_becomes_a_csv_a_chart_and_a_line(tmp_path: Path) -> None:
    servers = Miniatures()
    results, outcome = sweep(tmp_path / "out", servers)
    assert (outcome.failed, outcome.error, outcome.interrupted) == (0, None, False)
    assert servers.started == servers.stopped == 2, "fresh servers each round"
    written = outputs.write(results)
    files = sorted((results.folder / "csv").iterdir())
    assert len(files) == 24
    for file in files:
        found = rows(file)
        assert [(row["round"], row["amount"]) for row in found] == [(number, amount) for number in "12" for amount in ("10", "20", "30")]
        consumer, format_name = file.name.partition("-")[0], file.stem.rpartition("_")[2]
        ns = TIMES[consumer][format_name]
        assert {row["p50_ns"] for row in found} == {str(ns)}
        assert [row["parsing_time_micro_s"] for row in found[:3]] == [str(amount * ns // 1000) for amount in (10, 20, 30)]
        assert {row["warmup_replay_mean_ns"] for row in found} == {f"{ns}.0"}
        assert {row["warmup_http_mean_ns"] for row in found} == {f"{10 * ns}.0"}
        assert {row["payload_bytes_per_object"] for row in found} == {"100.0"}
    assert len(list((results.folder / "charts").glob("*.png"))) == len(list((results.folder / "charts").glob("*.svg"))) == 6
    assert len(written.rows) == 12
    assert {(row.format, row.faster) for row in written.rows} == {("JSON", "rust-server"), ("BSON", "rust-server"), ("XML", "java-server")}
    assert {row.ratio.median for row in written.rows if row.ratio and row.format == "XML"} == {0.75}


def test_each_scenario_is_warmed_by_replay_and_then_measured(tmp_path: Path) -> None:
    servers = Miniatures()
    sweep(tmp_path / "out", servers, rounds=1, conditions=held(concurrency=4, variants=3, warmup=500, warmup_http=50), formats=("JSON",))
    warmups, runs = servers.requests[::2], servers.requests[1::2]
    assert len(runs) == 8
    for warmup, run in zip(warmups, runs, strict=True):
        shared = ("provider_url", "server_type", "object_type", "object_format", "variants", "engine")
        assert {name: warmup[name] for name in shared} == {name: run[name] for name in shared}
        assert (warmup["source"], warmup["amount"]) == ("replay", 500)
        assert (run["source"], run["amount"], run["warmup"], run["concurrency"], run["checkpoints"]) == ("http", 30, 50, 4, [10, 20, 30])
        assert run["engine"].endswith("-json"), "the default that the consumer announces"


def test_independent_amounts_are_runs_of_their_own(tmp_path: Path) -> None:
    servers = Miniatures()
    conditions = held(independent=True, warmup=0, warmup_http=0)
    results, _ = sweep(tmp_path / "out", servers, rounds=1, conditions=conditions, formats=("XML",), object_types=("DummyObject",))
    assert len(servers.requests) == 4 * 3
    assert not any("checkpoints" in request for request in servers.requests)
    outputs.write(results)
    found = rows(results.folder / "csv" / "rust-server_from_java-provider_DummyObject_XML.csv")
    assert [(row["amount"], row["run_amount"], row["warmup_replay_amount"]) for row in found] == [("10", "10", ""), ("20", "20", ""), ("30", "30", "")]


def test_the_plan_is_kept_before_anything_is_measured_and_the_order_is_its(tmp_path: Path) -> None:
    results, outcome = sweep(tmp_path / "out", Miniatures())
    plan = results.plan()
    assert (plan["seed"], plan["rounds"], plan["amounts"], plan["java"]) == (7, 2, [10, 20, 30], "Miniature 25")
    assert plan["servers"]["java-server"]["engines"][0]["version"] == "9.9"
    records = [record for record in results.records() if record["phase"] == "measured"]
    assert [(item["round"], item["scenario"]) for item in plan["order"]] == [(record["round"], record["scenario"]) for record in records]
    assert outcome.plan is not None
    assert len(records) == len(plan["order"]) == 48


def test_providers_are_warmed_by_every_scenario_as_a_round_begins_and_that_is_no_figure(tmp_path: Path) -> None:
    servers = Miniatures()
    results, _ = sweep(tmp_path / "out", servers, rounds=2, conditions=held(warmup=0, warmup_provider=40))
    records = results.records()
    assert [record["phase"] for record in records] == (["provider-warmup"] * 24 + ["measured"] * 24) * 2
    warming = [record for record in records if record["phase"] == "provider-warmup"]
    assert {(record["request"]["amount"], record["request"]["concurrency"], record["order"]) for record in warming} == {(40, 16, 0)}
    outputs.write(results)
    found = rows(results.folder / "csv" / "rust-server_from_java-provider_DummyObject_XML.csv")
    assert [row["amount"] for row in found] == ["10", "20", "30"] * 2


@pytest.mark.parametrize("periods", [0, 3])
def test_runs_that_a_quota_held_back_are_doubted_in_the_summary(tmp_path: Path, periods: int) -> None:
    throttled = changed(cpu={"throttled_periods": periods, "throttled_ms": periods * 10})
    results, _ = sweep(tmp_path / "out", Miniatures(throttled), rounds=1, conditions=held(warmup=0), formats=("XML",))
    outputs.write(results)
    assert ("A CPU quota held back 8 measured runs" in (results.folder / "summary.md").read_text()) == (periods > 0)


def test_a_run_that_fails_is_kept_as_failed_and_the_sweep_goes_on(tmp_path: Path) -> None:
    results, outcome = sweep(tmp_path / "out", Miniatures(failing("XML")), conditions=held(warmup=0))
    assert outcome.failed == 2 * 8
    failed = [record for record in results.records() if record["outcome"] == "failed"]
    assert {record["problem"]["code"] for record in failed} == {"provider_truncated"}
    assert all([point["amount"] for point in record["checkpoints"]] == [10, 20, 30] for record in failed), "what came before is kept"
    written = outputs.write(results)
    assert len(written.failed) == 16
    assert {row.faster for row in written.rows if row.format == "XML"} == {"no round has both"}
    text = (results.folder / "summary.md").read_text()
    assert text.count("provider_truncated on purpose") == 16
    assert len(list((results.folder / "csv").iterdir())) == 24
    assert rows(results.folder / "csv" / "rust-server_from_java-provider_DummyObject_XML.csv") == []


@pytest.mark.parametrize("behaviour", [changed(verified=1), until_result(cut=True), until_result(b"x\n")], ids=["lies", "breaks", "babbles"])
def test_a_server_that_cannot_be_believed_gives_no_figure(tmp_path: Path, behaviour: Behaviour) -> None:
    results, outcome = sweep(tmp_path / "out", Miniatures(behaviour), rounds=1, conditions=held(warmup=0))
    assert outcome.failed == 24
    assert all(record["problem"]["code"].startswith("driver_") for record in results.records())
    assert not list((results.folder).glob("charts/*")), "and no chart"


def test_where_the_warmup_fails_nothing_cold_is_measured(tmp_path: Path) -> None:
    results, outcome = sweep(tmp_path / "out", Miniatures(refusing(problem_of(409, "busy"))), rounds=1)
    assert outcome.failed == 24
    assert {record["phase"] for record in results.records()} == {"warmup"}


def test_a_server_that_is_another_runtime_ends_the_sweep_before_a_plan(tmp_path: Path) -> None:
    results, outcome = sweep(tmp_path / "out", Miniatures(says=[engines("java")]))
    assert isinstance(outcome.error, ServerError)
    assert "is not rust-server" in outcome.error.what
    assert outcome.plan is None
    assert list(results.folder.iterdir()) == []


def test_a_server_that_changes_between_rounds_ends_the_sweep_and_keeps_the_first(tmp_path: Path) -> None:
    servers = Miniatures(says=[engines("rust"), {**engines("rust"), "server_version": "0.2.0"}])
    results, outcome = sweep(tmp_path / "out", servers)
    assert isinstance(outcome.error, ServerError)
    assert "changed during the sweep" in outcome.error.what
    assert {record["round"] for record in results.records()} == {1}


class Stopping(Reporter):
    """Presses Ctrl-C when the fifth measured run has ended."""

    def __init__(self) -> None:
        self.measured = 0

    def ended(self, job: Any, record: Any) -> None:
        self.measured += record["phase"] == "measured"
        if self.measured == 5:
            raise KeyboardInterrupt


def test_what_was_measured_before_an_interrupt_is_kept_and_shown(tmp_path: Path) -> None:
    servers = Miniatures()
    results, outcome = sweep(tmp_path / "out", servers, reporter=Stopping())
    assert outcome.interrupted
    assert servers.started == servers.stopped == 1
    outputs.write(results, interrupted=outcome.interrupted)
    assert sum(len(rows(file)) for file in (results.folder / "csv").iterdir()) == 5 * 3
    assert "Interrupted" in (results.folder / "summary.md").read_text()


class Staying(Miniatures):
    """What lasts over the rounds cannot be ended."""

    @contextmanager
    def session(self) -> Iterator[None]:
        yield
        raise StackError("it stays")


def test_a_session_that_cannot_be_ended_hides_neither_the_interrupt_nor_itself(tmp_path: Path) -> None:
    _, outcome = sweep(tmp_path / "out", Staying(), reporter=Stopping())
    assert outcome.interrupted
    assert outcome.error is not None
    assert outcome.error.what == "it stays"


class Hidden(Miniatures):
    """The driver reaches the consumers alone; the providers were asked by others, and the Rust one said `hidden`."""

    def __init__(self, *hidden: Json) -> None:
        super().__init__()
        self.hidden = hidden

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        said = {"rust": self.hidden[number - 1], "java": engines("java")}
        with super().round(number) as targets:
            yield [
                replace(target, url=None, for_consumers=f"http://{target.name}:1", said=said[target.runtime]) if target.role == "provider" else target
                for target in targets
            ]


def test_a_provider_that_the_driver_cannot_reach_is_checked_by_what_it_said(tmp_path: Path) -> None:
    servers = Hidden(engines("rust"), engines("rust"))
    results, outcome = sweep(tmp_path / "right", servers)
    assert (outcome.error, outcome.failed) == (None, 0)
    assert {request["provider_url"] for request in servers.requests} == {"http://rust-provider:1", "http://java-provider:1"}
    assert results.plan()["servers"]["rust-provider"]["provider_url"] == "http://rust-provider:1"
    for name, said, words in (
        ("other", [engines("java")], "http://rust-provider:1 is not rust-provider"),
        ("changed", [engines("rust"), {**engines("rust"), "server_version": "0.2.0"}], "rust-provider changed during the sweep"),
        ("babble", [{"hello": "world"}], "answered something else than its contract says"),
    ):
        _, outcome = sweep(tmp_path / name, Hidden(*said))
        assert outcome.error is not None
        assert words in outcome.error.what


def test_a_filter_that_fits_nothing_ends_the_sweep(tmp_path: Path) -> None:
    _, outcome = sweep(tmp_path / "out", Miniatures(), formats=("YAML",))
    assert isinstance(outcome.error, UsageError)
    assert "JSON, BSON, XML" in outcome.error.why


def test_results_are_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "something").touch()
    with pytest.raises(ResultsError, match="not empty"):
        Results.create(tmp_path)


def test_a_line_that_was_cut_short_is_left_out(tmp_path: Path) -> None:
    results = Results.create(tmp_path / "out")
    results.append({"round": 1})
    with (results.folder / "runs.ndjson").open("a") as file:
        file.write(json.dumps({"round": 2})[:5])
    assert results.records() == [{"round": 1}]


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ResultsError, match="cannot be written") as refused:
        Results.create(tmp_path / "file" / "out")
    assert "--out" in refused.value.do
