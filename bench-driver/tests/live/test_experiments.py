"""A round of the experiments on the real servers: what the consumers announce is parsed in processes of its own, and every slice gives a time."""

from __future__ import annotations

from pathlib import Path

from bench_driver.servers.specs import Options
from bench_driver.system.repository import find_root
from bench_lab.experiments.blackbird import BLACKBIRD
from bench_lab.experiments.checks import CHECKS
from bench_lab.experiments.measure import Making
from bench_lab.experiments.round import GROUPS, Rounds
from bench_lab.experiments.shared import SHARED
from bench_lab.experiments.variants import VARIANTS
from bench_lab.paired import announced

from .facts import CONSUMERS


def test_a_round_on_one_object_type_and_format(tmp_path: Path) -> None:
    """All experiments that need the usual builds alone: Rust's checks are compared by another one, whose making takes minutes."""
    options = Options(find_root())
    known = announced.ask(options, tmp_path / "asked")
    assert set(known.servers) == set(CONSUMERS)
    engines = {name: said["engines"] for name, said in known.servers.items()}
    parsed = [one for one in known.parsed if (one.object_type, one.format) == ("DummyObject", "JSON")]
    assert {one.consumer for one in parsed} == set(CONSUMERS)
    java = [one for one in parsed if one.consumer == "java-server"]
    for experiments, those in (((SHARED, VARIANTS), parsed), ((CHECKS, BLACKBIRD), java)):
        whole = Making([Rounds(options, experiments, those, engines, tmp_path)]).make(1)
        for experiment in experiments:
            groups = whole.groups[experiment.name]
            assert {one: len(each) for one, each in groups.items()} == dict.fromkeys(those, GROUPS)
            slices = [one for each in groups.values() for group in each for one in group.values()]
            assert all(one.p50_ns > 100 for one in slices), "no engine parses an object in 100 ns"
            assert all(len(one.blocks) == one.amount // 500 for one in slices)
        if VARIANTS in experiments:
            assert 0.9 < whole.lengths["DummyObject", "JSON"] < 1.1, "the canonical object is no odd one"
