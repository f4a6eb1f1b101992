"""A round of the experiments on the real servers: what the consumers announce is parsed in processes of its own, and every slice gives a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_driver.servers.specs import Options
from bench_driver.system.repository import find_root
from bench_lab.experiments import BLACKBIRD, CHECKS, GROUPS, SHARED, VARIANTS, Part, lengths
from bench_lab.paired import servers

from .facts import CONSUMERS

pytestmark = pytest.mark.thorough


def test_a_round_on_one_object_type_and_format(tmp_path: Path) -> None:
    """All experiments that need the usual builds alone: Rust's checks are compared by another one, whose making takes minutes."""
    options = Options(find_root())
    known = servers.ask(options, tmp_path / "asked")
    assert set(known.servers) == set(CONSUMERS)
    engines = {name: said["engines"] for name, said in known.servers.items()}
    parsed = [
        one for one in known.parsed if (one.object_type, one.format) == ("DummyObject", "JSON")
    ]
    assert {one.consumer for one in parsed} == set(CONSUMERS)
    java = [one for one in parsed if one.consumer == "java-server"]
    for experiments, those in (((SHARED, VARIANTS), parsed), ((CHECKS, BLACKBIRD), java)):
        part = Part(options, experiments, those, engines, tmp_path)
        with part.ready(1) as started:
            whole = part.measure(1, started.run)
            ratios = lengths(started.provider_url, those) if VARIANTS in experiments else {}
        for experiment in experiments:
            groups = whole.groups[experiment.name]
            assert {one: len(each) for one, each in groups.items()} == dict.fromkeys(those, GROUPS)
            slices = [one for each in groups.values() for group in each for one in group.values()]
            assert all(one.p50_ns > 100 for one in slices), "no engine parses an object in 100 ns"
            assert all(len(one.blocks) == one.amount // 500 for one in slices)
        if VARIANTS in experiments:
            assert all(0.9 < ratio < 1.1 for (ratio,) in ratios.values()), (
                "the canonical object is no odd one"
            )
