"""A tiny sweep of the real servers: sizes by the pilot, every slice as asked for in its
series, groups whole, and what idle contenders used.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import SweepRun
from bench_driver.plan.groups import SLICE_S
from bench_driver.plan.request import Held, Request, Stopping
from bench_driver.servers.native import NativeServers
from bench_driver.servers.specs import NAMES, Options
from bench_driver.store import read
from bench_driver.store.opening import open_store
from bench_driver.store.slices import whole_slices
from bench_driver.system.repository import find_root

from .facts import CONSUMERS


def test_a_small_sweep_in_groups(tmp_path: Path) -> None:
    held = Held(warmup_runs=2, warmup_provider=100)
    wanted = Request(
        Stopping(rounds=1),
        ("block", "http", "push"),
        groups=4,
        held=held,
        checks=("usual",),
        processes="shared",
        object_types=("DummyObject",),
        formats=("JSON",),
    )
    servers = NativeServers(Options(find_root()), NAMES, "free", tmp_path / "logs")
    with open_store(str(tmp_path / "results.sqlite")) as store:
        outcome = SweepRun(servers, store, Reporter()).run(wanted, {})
        assert (outcome.error, outcome.failed) == (None, 0)
        kept = read.find(store)
        slices = list(whole_slices(store, kept.id))
        answers = list(read.answers(store, kept.id, "slice"))
    alone = [one for one in slices if one.contender.alone]
    assert len(slices) == len(answers) and len(slices) % 2 == 0
    # On a busy machine a round makes more groups than it was asked for.
    assert len(slices) >= 3 * 4 * 2 + 2 * 4 * 2, (
        "each consumer is compared with itself in four groups a round"
    )
    assert {one.cell.condition for one in alone} == {"block"}
    cells = {
        (item["object_type"], item["format"], item["condition"], item["checks"]): item
        for item in kept.about["cells"]
    }
    assert len(cells) == 3
    for cell, item in cells.items():
        slowest = max(who["whole_ns"] for who in item["pilot"])
        assert item["amount"] % 1024 == 0, cell
        assert item["amount"] == 1024 or item["amount"] * slowest <= SLICE_S * 1e9
    for _, group in groupby(slices, key=lambda one: (one.round, one.cell, one.group)):
        made = list(group)
        assert {one.contender.consumer for one in made} == (
            set(CONSUMERS) if made[0] not in alone else {made[0].contender.consumer}
        )
        assert len({(one.provider, one.amount) for one in made}) == 1
    assert {one.amount for one in slices} == {item["amount"] for item in cells.values()}
    assert all(one.idle_cpu is not None and 0 <= one.idle_cpu < 3 for one in slices)
    said = {
        name: [
            engine
            for engine in kept.about["servers"][name]["engines"]
            if engine["operation"] == "decode"
        ]
        for name in CONSUMERS
    }
    announced = {
        name: {engine["name"]: engine["checks"] for engine in engines}
        for name, engines in said.items()
    }
    for one, run in zip(slices, answers, strict=True):
        assert run.answer
        engine = run.request["receiver_engine" if one.cell.pushed else "engine"]
        assert run.answer["engine"]["name"] == engine
        assert one.cell.checks in announced[run.scenario.consumer][engine]
        assert ("push" in run.answer) == one.cell.pushed
        assert run.answer["verified"] == run.request["amount"]
        assert run.answer["warmup"]["amount"] == 1024
        assert run.answer["connections"] >= 1
    assert {
        (item.request.get("block"), item.request.get("concurrency"), item.request.get("transfer"))
        for item in answers
    } == {
        (500, 16, None),
        (None, 1, None),
        (None, None, "framed"),
    }
