"""Sweeps from end to end over servers in miniature: what is sent, kept, and made of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import pytest

from bench_driver.analysis.compare import Comparison
from bench_driver.analysis.facts import gather
from bench_driver.errors import UsageError
from bench_driver.model.scenario import contender
from bench_driver.plan.plan import Plan
from bench_driver.report.markdown import markdown
from bench_driver.report.sections import document
from bench_driver.servers.base import Target

from .miniatures import TIMES, Json, changed, engines
from .sweeping import Miniatures, Stopping, Sweeping, held, rows


def names(row: Comparison) -> tuple[str, str]:
    return contender(row.baseline), contender(row.other)


def test_every_combination_becomes_a_csv_a_chart_and_a_line(sweep: Sweeping) -> None:
    servers = Miniatures()
    swept = sweep(servers, rounds=6)
    assert (swept.outcome.failed, swept.outcome.error, swept.outcome.interrupted) == (0, None, False)
    assert servers.started == servers.stopped == 6, "fresh servers each round"
    written = swept.write()
    files = sorted((swept.results.folder / "csv").iterdir())
    assert len(files) == 24
    for file in files:
        found = rows(file)
        assert [(row["round"], row["amount"]) for row in found] == [(number, amount) for number in "123456" for amount in ("10", "20", "30")]
        consumer, format_name = file.name.partition("-")[0], file.stem.rpartition("_")[2]
        ns = TIMES[consumer][format_name]
        assert {row["p50_ns"] for row in found} == {str(ns)}
        assert [row["parsing_time_micro_s"] for row in found[:3]] == [str(amount * ns // 1000) for amount in (10, 20, 30)]
        assert {row["warmup_replay_mean_ns"] for row in found} == {f"{ns}.0"}
        assert {row["warmup_http_mean_ns"] for row in found} == {f"{10 * ns}.0"}
        assert {row["payload_bytes_per_object"] for row in found} == {"100.0"}
    charts = swept.results.folder / "charts"
    assert len(list(charts.glob("curve_*.svg"))) == 6
    assert len(written.rows) == 12
    assert {names(row) for row in written.rows} == {("rust-server", "java-server")}, "in the plan's order"
    assert {(row.other.format, row.faster) for row in written.rows} == {("JSON", "rust-server"), ("BSON", "rust-server"), ("XML", "java-server")}
    assert {row.ratio.estimate for row in written.rows if row.ratio and row.other.format == "XML"} == {0.75}
    assert written.sentence.startswith(
        "rust-server parsed faster in 8 of 12 comparisons (2.00 times); java-server parsed faster in 4 of 12 comparisons (1.33 times). Next: open"
    )


def test_each_scenario_is_warmed_by_replay_and_then_measured(sweep: Sweeping) -> None:
    servers = Miniatures()
    sweep(servers, rounds=1, conditions=held(concurrency=4, variants=3, warmup=500, warmup_http=50), formats=("JSON",))
    warmups, runs = servers.requests[::2], servers.requests[1::2]
    assert len(runs) == 8 + 2, "one scenario a consumer is measured twice, to see what is noise"
    for warmup, run in zip(warmups, runs, strict=True):
        shared = ("provider_url", "server_type", "object_type", "object_format", "variants", "engine")
        assert {name: warmup[name] for name in shared} == {name: run[name] for name in shared}
        assert (warmup["source"], warmup["amount"]) == ("replay", 500)
        assert (run["source"], run["amount"], run["warmup"], run["concurrency"], run["checkpoints"]) == ("http", 30, 50, 4, [10, 20, 30])
        assert run["engine"].endswith("-json"), "the default that the consumer announces"


def test_independent_amounts_are_runs_of_their_own(sweep: Sweeping) -> None:
    servers = Miniatures()
    swept = sweep(servers, rounds=1, conditions=held(independent=True, warmup=0, warmup_http=0), formats=("XML",), object_types=("DummyObject",))
    assert len(servers.requests) == (4 + 2) * 3
    assert not any("checkpoints" in request for request in servers.requests)
    swept.write()
    found = sorted(swept.csv(), key=lambda row: row["amount"])
    assert [(row["amount"], row["run_amount"], row["warmup_replay_amount"]) for row in found] == [("10", "10", ""), ("20", "20", ""), ("30", "30", "")]


def test_amounts_may_be_pushed_a_send_for_each(sweep: Sweeping) -> None:
    servers = Miniatures()
    pushed = held(source="push-4", independent=True, warmup=40, warmup_http=7)
    swept = sweep(servers, rounds=1, conditions=pushed, formats=("JSON",), object_types=("DummyObject",))
    sends = [request for request in servers.requests if "transfer" in request]
    assert len(sends) == (4 + 2) * 3
    assert {(item["transfer"], item["connections"], item["warmup"]) for item in sends} == {("framed", 4, 7)}
    assert not any({"checkpoints", "source", "concurrency", "provider_url"} & item.keys() for item in sends)
    swept.write()
    assert sorted(row["amount"] for row in swept.csv("java-server_from_rust-provider_DummyObject_JSON")) == ["10", "20", "30"]


def test_what_is_cold_is_measured_first_each_in_a_fresh_consumer_and_then_all_are_fresh(sweep: Sweeping) -> None:
    servers = Miniatures()
    swept = sweep(servers, rounds=1, conditions=held(warmup=0), formats=("JSON", "XML"), object_types=("DummyObject",), cold="all", cold_amounts=(1, 5))
    cold, steady = servers.requests[:16], servers.requests[16:]
    assert len(servers.restarted) == 8 + 2
    for restart, request in zip(cold[::2], cold[1::2], strict=True):
        assert request["amount"] == 5
        assert request["checkpoints"] == [1, 5]
        assert "warmup" not in request
        assert str(request["engine"]).startswith(str(restart["restarted"]).partition("-")[0])
    assert [request.get("restarted") for request in steady[:2]] == ["rust-server", "java-server"]
    assert not any("restarted" in request for request in steady[2:])
    swept.write()
    assert [row["amount"] for row in rows(swept.results.folder / "cold" / "rust-server_from_java-provider_DummyObject_XML.csv")] == ["1", "5"]
    assert "| scenario | the first, ns | first 5, ns | steady, ns | first 5 / steady |" in swept.summary()


def test_where_nothing_can_be_restarted_nothing_is_cold(sweep: Sweeping) -> None:
    servers = Miniatures()
    servers.restarts = False
    swept = sweep(servers, rounds=1, conditions=held(warmup=0), formats=("JSON",), cold="all")
    assert (swept.runs("cold"), swept.outcome.error) == ([], None)


def test_engines_that_are_asked_for_are_measured_beside_each_other(sweep: Sweeping) -> None:
    swept = sweep(Miniatures(), rounds=2, conditions=held(warmup=0), formats=("JSON",), object_types=("DummyObject",), engines=("all",))
    written = swept.write()
    assert {names(row) for row in written.rows} == {
        ("rust-server", name) for name in ("rust-server rust-json-other", "java-server", "java-server java-json-other")
    }
    assert {row["engine"] for row in swept.csv("java-server_from_rust-provider_DummyObject_JSON_java-json-other")} == {"java-json-other"}
    swept = sweep(Miniatures(), rounds=1, conditions=held(warmup=0), engines=("java-json-other,rust-xml",))
    assert {(run.scenario.consumer, run.scenario.engine) for run in swept.runs()} == {("java-server", "java-json-other"), ("rust-server", None)}


def test_the_plan_is_kept_before_anything_is_measured_and_the_order_is_its(sweep: Sweeping) -> None:
    swept = sweep(Miniatures())
    kept, runs = swept.kept, swept.runs("steady")
    assert (kept.seed, kept.conditions["rounds"], kept.conditions["amounts"], kept.about["java"]) == (7, 2, [10, 20, 30], "Miniature 25")
    assert kept.about["servers"]["java-server"]["engines"][0]["version"] == "9.9"
    assert kept.planned_at < min(run.started_at for run in runs)
    assert [run.started_at for run in runs] == sorted(run.started_at for run in runs)
    assert len(runs) == 2 * (24 + 2)
    assert kept.state == "complete"
    for first, second in zip(runs[::2], runs[1::2], strict=True):
        assert replace(first.scenario, consumer="") == replace(second.scenario, consumer=""), "what is compared is measured side by side"
        assert first.scenario.consumer != second.scenario.consumer


def test_providers_are_warmed_by_every_scenario_as_a_round_begins_and_that_is_no_figure(sweep: Sweeping) -> None:
    swept = sweep(Miniatures(), rounds=2, conditions=held(warmup=0, warmup_provider=40), formats=("XML",), object_types=("DummyObject",))
    assert [run.series for run in swept.runs()] == (["provider-warmup"] * 4 + ["steady"] * 6) * 2
    assert {(run.request["amount"], run.request["concurrency"]) for run in swept.runs("provider-warmup")} == {(40, 16)}
    swept.write()
    assert [row["amount"] for row in swept.csv()] == ["10", "20", "30"] * 2


def test_the_pair_stands_in_the_summary_and_counts_once(sweep: Sweeping) -> None:
    swept = sweep(Miniatures(), conditions=held(warmup=0), formats=("JSON",), object_types=("NumericObject",))
    swept.write()
    assert swept.summary().count(": 2 scenarios in turn | 1.00 (1.00 … 1.00) | 2 |") == 2
    assert "2 rounds; a claim needs 6" in swept.summary()
    assert swept.summary().count("Not for publishing: these figures come from 2 rounds") == 1
    assert len(swept.csv("rust-server_from_rust-provider_NumericObject_JSON")) == 6


def test_a_plan_of_before_whose_pairs_never_change_goes_on_and_is_reported(sweep: Sweeping, monkeypatch: pytest.MonkeyPatch) -> None:
    given: Json = {"formats": ("JSON",), "conditions": held(warmup=0)}
    with monkeypatch.context() as before:
        before.setattr(Plan, "pairs", lambda plan, number: tuple(group[0] for group in plan.twice))
        cut = sweep(Miniatures(), reporter=Stopping(13), **given)
    assert cut.outcome.interrupted
    swept = sweep(Miniatures(), resume=cut.kept, **given)
    assert (swept.outcome.error, swept.outcome.failed, swept.kept.state) == (None, 0, "complete")
    swept.write()
    assert swept.summary().count("from rust-provider, NumericObject as JSON | 1.00 (1.00 … 1.00) | 2 |") == 2
    made = markdown(document(gather(swept.store, swept.kept)))
    assert made.count("from rust-provider, NumericObject as JSON | 1.00 (1.00 … 1.00) | 2 |") == 2


@pytest.mark.parametrize("periods", [0, 3])
def test_runs_that_a_quota_held_back_are_doubted_in_the_summary(sweep: Sweeping, periods: int) -> None:
    throttled = changed(cpu={"throttled_periods": periods, "throttled_ms": periods * 10})
    swept = sweep(Miniatures(throttled), rounds=1, conditions=held(warmup=0), formats=("XML",), object_types=("DummyObject",))
    swept.write()
    assert ("A CPU quota held back 6 measured runs" in swept.summary()) == (periods > 0)


QUEUE, STEAL = ({"rule": rule, "value": 0.1, "limit": 0.02} for rule in ("run_queue_wait", "steal"))


def disturbing(runtime: str, request: Json) -> Iterator[Json | bytes]:
    """The Rust consumer's runs were disturbed by one thing, the Java one's by that and another; those by replay say the same."""
    return changed(noise=[QUEUE] if runtime == "rust" else [STEAL, QUEUE])(runtime, request)


def test_how_many_runs_were_disturbed_and_by_what_stands_above_the_tables(sweep: Sweeping) -> None:
    filters = {"formats": ("XML",), "object_types": ("DummyObject",)}
    written = sweep(Miniatures(disturbing), rounds=1, **filters).write()
    words = "6 of 6 measured runs say that they were disturbed; the rules that fired most: run_queue_wait (6), steal (3). None was left out for it."
    assert words in written.sentence
    swept = sweep(Miniatures(changed(noise=[])), rounds=1, **filters)
    swept.write()
    assert " 0 of 6 measured runs say that they were disturbed. Next: " in swept.summary()
    swept = sweep(Miniatures(), rounds=1, **filters)
    swept.write()
    assert "runs say that" not in swept.summary(), "servers that do not say it are not said to be undisturbed"


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


def test_a_provider_that_the_driver_cannot_reach_is_checked_by_what_it_said(sweep: Sweeping) -> None:
    servers = Hidden(engines("rust"), engines("rust"))
    swept = sweep(servers)
    assert (swept.outcome.error, swept.outcome.failed) == (None, 0)
    assert {request["provider_url"] for request in servers.requests} == {"http://rust-provider:1", "http://java-provider:1"}
    assert swept.kept.about["servers"]["rust-provider"]["provider_url"] == "http://rust-provider:1"
    for said, words in (
        ([engines("java")], "http://rust-provider:1 is not rust-provider"),
        ([engines("rust"), {**engines("rust"), "server_version": "0.2.0"}], "rust-provider changed during the sweep"),
        ([{"hello": "world"}], "answered something else than its contract says"),
    ):
        outcome = sweep(Hidden(*said)).outcome
        assert outcome.error is not None
        assert words in outcome.error.what


@pytest.mark.parametrize(
    ("filters", "words"),
    [
        ({"formats": ("YAML",)}, "JSON, BSON, XML"),
        ({"engines": ("rust-yaml",)}, "rust-json"),
        ({"engines": ("rust-json",), "formats": ("XML",)}, "reads none of XML"),
    ],
)
def test_a_filter_that_fits_nothing_ends_the_sweep(sweep: Sweeping, filters: Json, words: str) -> None:
    outcome = sweep(Miniatures(), **filters).outcome
    assert isinstance(outcome.error, UsageError)
    assert words in outcome.error.why
