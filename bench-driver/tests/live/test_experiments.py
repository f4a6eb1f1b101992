"""A round of the experiments on the real servers: what the consumers announce is parsed in processes of its own, and every slice gives a time."""

from __future__ import annotations

from pathlib import Path

from bench_driver.servers.specs import Options
from bench_driver.system.repository import find_root
from bench_lab.experiments import EXPERIMENTS
from bench_lab.experiments.measure import measure
from bench_lab.experiments.round import GROUPS, Rounds
from bench_lab.paired import announced

from .facts import CONSUMERS


def test_a_round_of_all_experiments_on_one_object_type_and_format(tmp_path: Path) -> None:
    options = Options(find_root())
    known = announced.ask(options, tmp_path / "asked")
    assert set(known.servers) == set(CONSUMERS)
    parsed = [one for one in known.parsed if (one.object_type, one.format) == ("DummyObject", "JSON")]
    assert {one.consumer for one in parsed} == set(CONSUMERS)
    making = Rounds(options, EXPERIMENTS, parsed, tmp_path)
    measured = measure(making, 1, lambda _: None)
    for experiment in EXPERIMENTS:
        pairs = measured.pairs[experiment.name]
        assert {one: len(rounds[1]) for one, rounds in pairs.items()} == dict.fromkeys(parsed, GROUPS)
        assert all(min(pair) > 100 for rounds in pairs.values() for pair in rounds[1]), "no engine parses an object in 100 ns"
    assert 0.9 < measured.lengths["DummyObject", "JSON"] < 1.1, "the canonical object is no odd one"
