"""The experiments: who parses what in which process, how it is warmed, and the page, with servers that are none and with miniatures."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench_driver.errors import ExitCode, SetupError
from bench_driver.measure.kept import Kept
from bench_driver.servers.specs import Options
from bench_lab.cli import main
from bench_lab.experiments import BLACKBIRD, CHECKS, EXPERIMENTS, GROUPS, Engines, Part
from bench_lab.paired.rounds import FORM, sizes
from bench_lab.paired.rows import Parsed, contenders
from bench_lab.paired.servers import HELD, WARM_UP_RUNS

from .conftest import program

PARSED = [
    Parsed("rust-server", kind, name, name.lower())
    for kind in ("DummyObject", "NumericObject")
    for name in ("BSON", "JSON")
]
JAVAS = [Parsed("java-server", "DummyObject", "JSON", "j")]
ENGINES: Engines = {
    "rust-server": [
        {"name": name.lower(), "format": name, "checks": ["usual"]} for name in ("BSON", "JSON")
    ],
    "java-server": [
        {"name": name, "format": "JSON", "checks": [checks]}
        for name, checks in (
            ("j", "usual"),
            ("j-blackbird", "usual"),
            ("j-equal", "equal"),
            ("j-blackbird-equal", "equal"),
        )
    ],
}


class Recorded:
    """Answers at once, and remembers what it was asked. A process for one format alone is quicker, and so is one body."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Parsed, Mapping[str, Any]]] = []

    def __call__(self, process: str, parsed: Parsed, asked: Mapping[str, Any]) -> dict[str, Any]:
        self.asked.append((process, parsed, asked))
        p50 = 9000 if process != parsed.consumer else 10_000 if asked["variants"] > 1 else 8000
        times = {
            "parse": dict.fromkeys(("p50_ns", "p99_ns", "mean_ns", "total_ns"), p50),
            f"{parsed.format.lower()}_total_time_ms": asked["amount"] // 50,
        }
        return {"amount": asked["amount"], "engine": {"format": parsed.format}, **times}


@pytest.fixture
def rounds(tmp_path: Path) -> Part:
    return Part(
        Options(tmp_path),
        [one for one in EXPERIMENTS if one.name in ("shared", "variants")],
        PARSED,
        ENGINES,
        tmp_path,
    )


def test_a_format_has_a_process_of_its_own_beside_the_one_for_all(rounds: Part) -> None:
    assert {name: sorted(each) for name, each in rounds.processes.items()} == {
        "rust-server": PARSED,
        "rust-server-bson": PARSED[::2],
        "rust-server-json": PARSED[1::2],
    }


def test_one_body_and_many_are_parsed_in_one_process(tmp_path: Path) -> None:
    (variants,) = (one for one in EXPERIMENTS if one.name == "variants")
    assert list(Part(Options(tmp_path), [variants], PARSED, ENGINES, tmp_path).processes) == [
        "rust-server"
    ]


def test_each_series_is_parsed_in_a_process_of_its_own_and_rusts_in_two_builds(
    tmp_path: Path,
) -> None:
    made = Part(Options(tmp_path), [CHECKS], [*PARSED, *JAVAS], ENGINES, tmp_path)
    sides = {
        parsed: [(side.process, side.parsed.engine, side.build) for side in pair]
        for parsed, pair in made.rows(CHECKS).items()
    }
    assert sides[JAVAS[0]] == [("java-server-j", "j", ""), ("java-server-j-equal", "j-equal", "")]
    assert sides[PARSED[0]] == [
        ("rust-server-bson", "bson", ""),
        ("rust-server-bson-equal-equal", "bson-equal", "equal"),
    ]
    assert len(sides) == len(PARSED) + 1


def test_blackbird_is_compared_where_it_is_announced(tmp_path: Path) -> None:
    made = Part(Options(tmp_path), [BLACKBIRD], [*PARSED, *JAVAS], ENGINES, tmp_path)
    assert made.processes == {
        "java-server-j": JAVAS,
        "java-server-j-blackbird": [replace(JAVAS[0], engine="j-blackbird")],
    }
    run = Recorded()
    found = made.measure(1, run).groups
    asked = {
        (process, parsed.engine)
        for process, parsed, asked in run.asked
        if asked["amount"] == made.amounts["blackbird", JAVAS[0]]
    }
    assert asked == {("java-server-j", "j"), ("java-server-j-blackbird", "j-blackbird")}
    assert [len(groups) for groups in found["blackbird"].values()] == [GROUPS]


def test_a_build_that_is_missing_says_how_to_make_it(tmp_path: Path) -> None:
    program(tmp_path / "rust-server" / "target" / "release" / "rust-server", "true")
    made = Part(Options(tmp_path), [CHECKS], PARSED, ENGINES, tmp_path)
    with pytest.raises(SetupError, match="equal/release/rust-server is missing"), made.ready(1):
        pass


def test_each_process_is_warmed_as_a_sweep_warms_it_with_all_that_it_parses_and_nothing_else(
    rounds: Part,
) -> None:
    run = Recorded()
    rounds.measure(1, run)
    warmed = Counter(
        (process, parsed)
        for process, parsed, asked in run.asked
        if asked["amount"] == HELD.warmup_run
    )
    assert warmed == {
        (name, parsed): WARM_UP_RUNS for name, each in rounds.processes.items() for parsed in each
    }
    first = next(
        place
        for place, (_, _, asked) in enumerate(run.asked)
        if asked["amount"] == rounds.amounts["shared", PARSED[0]]
    )
    assert {asked["amount"] for _, _, asked in run.asked[:first]} == {HELD.warmup_run}
    assert all(asked["source"] == "replay" for _, _, asked in run.asked)


def test_a_group_is_a_slice_of_each_contender_back_to_back_of_as_many_objects(rounds: Part) -> None:
    run = Recorded()
    found = rounds.measure(1, run).groups
    slices = [
        one
        for one in run.asked
        if one[2]["amount"] in {rounds.amounts[name, one[1]] for name in ("shared", "variants")}
    ]
    assert len(slices) == 2 * len(PARSED) * 2 * GROUPS
    for (first, what, one), (second, other, two) in zip(slices[::2], slices[1::2], strict=True):
        assert what == other and (first, one["variants"]) != (second, two["variants"])
    assert all(amount % 1024 == 0 and amount * 9000 >= 30e6 for amount in rounds.amounts.values())
    for name, names, times_ns in (
        ("shared", ("one format", "all formats"), (9000, 10_000)),
        ("variants", ("one body", "1,024 bodies"), (8000, 10_000)),
    ):
        groups = [group for each in found[name].values() for group in each]
        assert {tuple(group[who].p50_ns for who in contenders(names)) for group in groups} == {
            times_ns
        }
        assert {group[contenders(names)[0]].place for group in groups} == {0, 1}, (
            "either comes first"
        )


def test_sizes_stay_those_of_the_first_round(rounds: Part) -> None:
    rounds.measure(1, Recorded())
    before, run = dict(rounds.amounts), Recorded()
    rounds.measure(
        2,
        lambda process, parsed, asked: {
            **run(process, parsed, asked),
            "parse": dict.fromkeys(("p50_ns", "p99_ns", "mean_ns", "total_ns"), 1),
        },
    )
    assert rounds.amounts == before


def test_the_command_measures_every_engine_and_writes_the_page(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built = checkout / "rust-server" / "target"
    shutil.copytree(built / "release", built / "equal" / "release")
    assert main(["experiments", "--rounds", "1"]) == ExitCode.OK
    page = (checkout / "docs" / "results" / "experiments.md").read_text()
    assert page.count("No row of 12 differs by 3 % or more: 12 of too few rounds.") == 3
    assert (
        page.index("## What equal checks cost")
        < page.index("## A process a format")
        < page.index("## One body")
    )
    assert "Blackbird" not in page and "floor" not in page, "no miniature announces such an engine"
    rows = [line.split(" | ") for line in page.splitlines() if "1 round; a claim needs 6" in line]
    assert len(rows) == 36 and {row[6] for row in rows} == {"1.000"}
    assert {row[8] for row in rows if len(row) > 8} == {"1.000 |"}, (
        "a miniature's bodies are all as long"
    )
    assert "`python -m bench_lab experiments --rounds 1` wrote this page" in page
    said = capsys.readouterr()
    (kept,) = (checkout / "results" / "experiments").glob("*.jsonl")
    assert said.err.startswith(
        f"each round is kept in {kept}; the same command with --resume {kept} goes on from there\nround 1 of 1\n"
    )
    assert said.out.splitlines()[-1].endswith("experiments.md")

    whole = Kept.read(kept, "experiments", FORM).rounds[1]
    amounts = sizes({1: whole})
    assert len(amounts) == 36 and set(map(tuple, whole.notes.values())) == {(1.0,)}
    assert main(["experiments", "--rounds", "2", "--resume", str(kept)]) == ExitCode.OK
    assert (checkout / "docs" / "results" / "experiments.md").read_text().count(
        "2 rounds; a claim needs 6"
    ) == 36
    assert sizes(Kept.read(kept, "experiments", FORM).rounds) == amounts


def test_an_experiment_that_is_none_is_refused_before_anything_starts(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["experiments", "--only", "caches"]) == ExitCode.USAGE
    assert (
        "there are checks, blackbird, floors, passes, shared, variants" in capsys.readouterr().err
    )
