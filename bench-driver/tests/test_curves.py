"""Slices that are reported at amounts, from end to end over servers in miniature: what is sent,
kept, and made of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bench_driver.analysis.history.past import Past
from bench_driver.cli import main
from bench_driver.errors import StoreError, UsageError
from bench_driver.report.folder import write
from bench_driver.servers.base import Target
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.slices import whole_slices

from .miniatures import TIMES, Json, engines
from .stores import SCENARIOS, OldPlan, add, measure
from .sweeping import Miniatures, Stopping, Sweeping, held, rows


def test_every_combination_becomes_a_csv_a_chart_and_a_row(sweep: Sweeping) -> None:
    servers = Miniatures()
    swept = sweep(servers, rounds=6)
    assert (swept.outcome.failed, swept.outcome.error, swept.outcome.interrupted) == (
        0,
        None,
        False,
    )
    assert servers.started == servers.stopped == 6, "fresh servers each round"
    facts = swept.write()
    files = sorted(
        file for file in (swept.results.folder / "csv").iterdir() if file.name != "slices.csv"
    )
    assert len(files) == 24
    for file in files:
        found = rows(file)
        assert [(row["round"], row["amount"]) for row in found] == [
            (number, amount) for number in "123456" for amount in ("10", "20", "30")
        ]
        consumer, format_name = file.name.partition("-")[0], file.stem.rpartition("_")[2]
        ns = TIMES[consumer][format_name]
        assert {row["p50_ns"] for row in found} == {str(ns)}
        assert [row["parsing_time_micro_s"] for row in found[:3]] == [
            str(amount * ns // 1000) for amount in (10, 20, 30)
        ]
        assert {row["warmup_http_mean_ns"] for row in found} == {f"{10 * ns}.0"}
        assert {row["payload_bytes_per_object"] for row in found} == {"100.0"}
    assert (swept.results.folder / "measurements.parquet").exists()
    assert len(list((swept.results.folder / "charts").glob("curve_*.svg"))) == 6
    ratios = {(row.cell.object_type, row.cell.format): row.decision for row in facts.rows}
    assert len(ratios) == 6
    assert {
        decision.verdict for (_, name), decision in ratios.items() if decision and name != "XML"
    } == {"slower"}
    assert "java-server parsed faster by 3 % or more in 2 of 6 rows (1.33 times)" in facts.answer
    assert (
        "| rust-server from rust-provider, NumericObject as JSON | 2,000 (2,000 … 2,000) |"
        in swept.summary()
    )


def test_each_contender_is_warmed_under_its_own_condition_and_then_measured_at_the_amounts(
    sweep: Sweeping,
) -> None:
    servers = Miniatures()
    sweep(servers, rounds=1, formats=("JSON",), object_types=("DummyObject",))
    warm, runs = servers.requests[:2], servers.requests[2:]
    assert len(runs) == 4, "a group a provider"
    assert [(one["amount"], one["source"]) for one in warm] == [(24, "http")] * 2
    for run in runs:
        assert (run["source"], run["amount"], run["warmup"], run["checkpoints"]) == (
            "http",
            30,
            5,
            [10, 20, 30],
        )
        assert run["engine"].endswith("-json"), "the default that the consumer announces"


def test_who_comes_first_changes_with_provider_and_round(sweep: Sweeping) -> None:
    swept = sweep(Miniatures(), rounds=2, formats=("JSON",), object_types=("DummyObject",))
    runs = swept.runs("slice")
    first = {(run.round, run.scenario.provider): run.scenario.consumer for run in runs[::2]}
    assert len(first) == 4
    for provider in ("rust-provider", "java-provider"):
        assert first[1, provider] != first[2, provider]
    assert first[1, "rust-provider"] != first[1, "java-provider"]
    for one, two in zip(runs[::2], runs[1::2], strict=True):
        assert replace(one.scenario, consumer="") == replace(two.scenario, consumer=""), (
            "what is compared is measured back to back"
        )


def test_amounts_are_pushed_a_send_for_each_and_compared_by_the_largest(sweep: Sweeping) -> None:
    servers = Miniatures()
    swept = sweep(
        servers, rounds=6, conditions=("push-4",), formats=("JSON",), object_types=("DummyObject",)
    )
    sends = [
        request for request in servers.requests if "transfer" in request and request["amount"] != 24
    ]
    assert len(sends) == 6 * 4 * 3
    assert {(item["transfer"], item["connections"], item["warmup"]) for item in sends} == {
        ("framed", 4, 5)
    }
    assert not any(
        {"checkpoints", "source", "concurrency", "provider_url"} & item.keys() for item in sends
    )
    facts = swept.write()
    assert {one.slice.amount for one in facts.seen} == {30}
    compared = whole_slices(swept.store, swept.kept.id)
    assert {one.amount for one in compared} == {30}, "two sweeps go by the largest too"
    found = swept.csv("java-server_from_rust-provider_DummyObject_JSON")
    assert sorted(row["amount"] for row in found) == ["10"] * 6 + ["20"] * 6 + ["30"] * 6
    assert {row["run_amount"] == row["amount"] for row in found} == {True}


def test_what_is_cold_is_measured_first_each_in_a_fresh_consumer_and_then_all_are_fresh(
    sweep: Sweeping,
) -> None:
    servers = Miniatures()
    swept = sweep(
        servers,
        rounds=1,
        held=held(cold="all", cold_amounts=(1, 5)),
        formats=("JSON", "XML"),
        object_types=("DummyObject",),
    )
    cold, warm = servers.requests[:16], servers.requests[16:]
    assert len(servers.restarted) == 8 + 2
    for restart, request in zip(cold[::2], cold[1::2], strict=True):
        assert request["amount"] == 5
        assert request["checkpoints"] == [1, 5]
        assert "warmup" not in request
        assert str(request["engine"]).startswith(str(restart["restarted"]).partition("-")[0])
    assert [request.get("restarted") for request in warm[:2]] == ["rust-server", "java-server"]
    assert not any("restarted" in request for request in warm[2:])
    swept.write()
    assert [
        row["amount"]
        for row in rows(
            swept.results.folder / "cold" / "rust-server_from_java-provider_DummyObject_XML.csv"
        )
    ] == ["1", "5"]
    assert (
        "| scenario | the first, ns | first 5, ns | warm, ns | first 5 / warm |" in swept.summary()
    )


def test_where_nothing_can_be_restarted_nothing_is_cold(sweep: Sweeping) -> None:
    servers = Miniatures()
    servers.restarts = False
    swept = sweep(servers, rounds=1, held=held(cold="all"), formats=("JSON",))
    assert (swept.runs("cold"), swept.outcome.error) == ([], None)


def test_a_sweep_with_cold_runs_that_was_cut_goes_on_to_every_point_exactly_once(
    sweep: Sweeping,
) -> None:
    kinds: Json = {
        "held": held(cold="one-provider"),
        "formats": ("JSON",),
        "object_types": ("DummyObject",),
    }
    first = sweep(Miniatures(), reporter=Stopping(3), **kinds)
    assert first.outcome.interrupted
    second = sweep(Miniatures(), resume=first.kept)
    assert (second.outcome.error, second.kept.state) == (None, "complete")
    found = list(read.measurements(second.store, second.kept.id))
    assert (
        Counter((one.series, one.scenario, one.round, one.amount) for one in found).most_common(1)[
            0
        ][1]
        == 1
    )
    assert Counter(one.series for one in found) == {
        "slice": 2 * 4 * 3,
        "cold": 2 * 2 * 4,
        "warmup": 2 * 2,
    }


def test_engines_that_are_asked_for_are_measured_beside_each_other(sweep: Sweeping) -> None:
    swept = sweep(Miniatures(), formats=("JSON",), object_types=("DummyObject",), engines=("all",))
    facts = swept.write()
    assert {str(row.other) for row in facts.rows} == {
        "rust-server rust-json-other",
        "java-server",
        "java-server java-json-other",
    }
    assert {
        row["engine"]
        for row in swept.csv("java-server_from_rust-provider_DummyObject_JSON_java-json-other")
    } == {"java-json-other"}


def test_the_plan_is_kept_before_anything_is_measured_and_the_order_is_its(sweep: Sweeping) -> None:
    swept = sweep(Miniatures())
    kept, runs = swept.kept, swept.runs("slice")
    assert (
        kept.seed,
        kept.conditions["rounds"],
        kept.conditions["amounts"],
        kept.about["java"],
    ) == (7, 2, [10, 20, 30], "Miniature 25")
    assert kept.about["servers"]["java-server"]["engines"][0]["version"] == "9.9"
    assert kept.planned_at < min(run.started_at for run in runs)
    assert [run.started_at for run in runs] == sorted(run.started_at for run in runs)
    assert (len(runs), kept.state) == (2 * 24, "complete")


class Hidden(Miniatures):
    """The driver reaches the consumers alone; the providers were asked by others, and the Rust one
    said `hidden`.
    """

    def __init__(self, *hidden: Json) -> None:
        super().__init__()
        self.hidden = hidden

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        said = {"rust": self.hidden[number - 1], "java": engines("java")}
        with super().round(number) as targets:
            yield [
                replace(
                    target,
                    url=None,
                    for_consumers=f"http://{target.name}:1",
                    said=said[target.runtime],
                )
                if target.role == "provider"
                else target
                for target in targets
            ]


def test_a_provider_that_the_driver_cannot_reach_is_checked_by_what_it_said(
    sweep: Sweeping,
) -> None:
    servers = Hidden(engines("rust"), engines("rust"))
    swept = sweep(servers)
    assert (swept.outcome.error, swept.outcome.failed) == (None, 0)
    assert {request["provider_url"] for request in servers.requests} == {
        "http://rust-provider:1",
        "http://java-provider:1",
    }
    assert swept.kept.about["servers"]["rust-provider"]["provider_url"] == "http://rust-provider:1"
    for said, words in (
        ([engines("java")], "http://rust-provider:1 is not rust-provider"),
        (
            [engines("rust"), {**engines("rust"), "server_version": "0.2.0"}],
            "rust-provider changed during the sweep",
        ),
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
def test_a_filter_that_fits_nothing_ends_the_sweep(
    sweep: Sweeping, filters: Json, words: str
) -> None:
    outcome = sweep(Miniatures(), **filters).outcome
    assert isinstance(outcome.error, UsageError)
    assert words in outcome.error.why


def test_a_sweep_that_an_older_driver_measured_by_amounts_is_listed_and_exported(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = add(store, OldPlan(), machine={"cpu": "x", "cores": 2})
    measure(store, old.id)
    assert write(store, read.find(store), tmp_path / "out", Past()) is None
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        "csv",
        "cold",
        "measurements.parquet",
        "plan.json",
    }
    for scenario in SCENARIOS:
        found = rows(tmp_path / "out" / "csv" / f"{scenario.slug}.csv")
        assert [(row["round"], row["amount"], row["warmup_replay_amount"]) for row in found] == [
            (number, amount, "50") for number in "12" for amount in ("10", "20")
        ]
    address = ["--store", store.name]
    assert main(["list", *address]) == 0
    assert old.id in capsys.readouterr().out
    assert main(["store", "export", old.id, "--to", str(tmp_path / "one.sqlite"), *address]) == 0
    for command in (["show", old.id], ["compare", old.id, old.id], ["sweep", "--resume", old.id]):
        assert main([*command, *address]) != 0
        said = capsys.readouterr().err
        assert "by amounts" in said or "is complete" in said, command
    with pytest.raises(StoreError, match="has no answer here"):
        from bench_driver.analysis.gather import gather

        gather(store, read.find(store))
