"""A tiny sweep on all cores of the real servers: every slice on the threads that it asked for, all
of them and one in the same groups.
"""

from __future__ import annotations

import os
from itertools import groupby
from pathlib import Path

import pytest

from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import SweepRun
from bench_driver.plan.request import Held, Request, Stopping
from bench_driver.servers.native import NativeServers
from bench_driver.servers.specs import NAMES, Options
from bench_driver.store import read
from bench_driver.store.opening import open_store
from bench_driver.store.slices import whole_slices
from bench_driver.system.repository import find_root

from .facts import CONSUMERS

CPUS = len(os.sched_getaffinity(0))


@pytest.mark.skipif(CPUS < 2, reason="one CPU has no scaling, and a sweep refuses it")
def test_a_small_sweep_on_all_cores(tmp_path: Path) -> None:
    held = Held(variants=64, warmup_runs=2, warmup_provider=100)
    wanted = Request(
        Stopping(rounds=1),
        ("cores",),
        held=held,
        checks=("usual",),
        object_types=("DummyObject",),
        formats=("JSON",),
    )
    servers = NativeServers(Options(find_root()), NAMES, "free", tmp_path / "logs")
    with open_store(str(tmp_path / "results.sqlite")) as store:
        outcome = SweepRun(servers, store, Reporter()).run(wanted, {})
        assert (outcome.error, outcome.failed) == (None, 0)
        kept = read.find(store)
        slices, answers, facts = (
            list(whole_slices(store, kept.id)),
            list(read.answers(store, kept.id, "slice")),
            gather(store, kept),
        )
    threads = kept.conditions["threads"]
    assert threads == min(kept.about["servers"][name]["cpus"] for name in CONSUMERS) > 1
    for _, group in groupby(slices, key=lambda one: one.group):
        made = list(group)
        assert {(one.contender.consumer, one.threads) for one in made} == {
            (name, many) for name in CONSUMERS for many in (1, threads)
        }
        assert len({(one.provider, one.amount) for one in made}) == 1
    assert len(slices) == len(answers) == 8 * 4
    assert all(
        one.objects_per_s and one.objects_per_s > 0 and one.amount % (64 * threads) == 0
        for one in slices
    )
    for run in answers:
        assert run.answer
        assert (run.answer["verified"], run.answer["cores"]["threads"]) == (
            run.request["amount"],
            run.request["threads"],
        )
    assert isinstance(facts, Facts) and len(facts.scalings) == len(CONSUMERS)
