"""Rust's engines with equal checks, which are a build of their own: who is built and started for
them, what a plan knows of them, and which process parses.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from bench_builds.builds import Build
from bench_builds.setups import of_equal
from bench_driver.errors import UsageError
from bench_driver.measure.asked import wants_equal
from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import SweepRun
from bench_driver.measure.wanted import SweepOptions
from bench_driver.plan.plan import Plan
from bench_driver.plan.request import Request
from bench_driver.servers.base import Target
from bench_driver.servers.setups import parsed
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.system.repository import find_root

from .conftest import FREE, Command
from .miniatures import Json, engines, with_equal_checks
from .slicing import SMALL, slices_of, sweep_in_groups
from .sweeping import Miniatures
from .test_sweep_groups_ends import Pressing

ROOT = find_root()
BOTH = ("usual", "equal")


class InTwoBuilds(Miniatures):
    """Miniatures of which Rust's default build has no engine with equal checks, and another has all
    of these.
    """

    multiplies = True

    def __init__(self) -> None:
        super().__init__()
        #: what each process was asked for, by its name
        self.asked: dict[str, list[Json]] = {}

    @contextmanager
    def round(self, number: int) -> Iterator[Sequence[Target]]:
        with super().round(number) as targets:
            yield [*targets, self._start("rust-server+equal", "rust", "consumer")]

    def _start(self, name: str, runtime: str, role: str, says: Json | None = None) -> Target:
        target = super()._start(
            name, runtime, role, with_equal_checks() if "+equal" in name else _usual(runtime)
        )
        self.running[name].requests = self.asked.setdefault(name, [])
        return target


def _usual(runtime: str) -> Json:
    said = engines(runtime)
    usual = [
        {**engine, "checks": ["usual"]} if runtime == "rust" and engine["checks"] else engine
        for engine in said["engines"]
    ]
    return {**said, "engines": usual}


def test_each_build_of_rust_has_one_with_equal_checks_and_one_that_adds_engines_has_none() -> None:
    setups = parsed(["mimalloc,by-hand,serial"], ("rust-server", "java-server"), ROOT)
    made = of_equal(["rust-server", "java-server"], setups)
    assert {one.server: one.build for one in made} == {
        "rust-server+equal": Build("rust", features=("equal",)),
        "rust-server+mimalloc+equal": Build("rust", features=("mimalloc", "equal")),
    }


@pytest.mark.parametrize(
    ("checks", "names", "wanted"),
    [
        (None, (), False),
        ("equal", (), True),
        ("all", (), True),
        ("all", ("serde_json",), True),
        (None, ("serde_json,jackson-databind",), False),
        (None, ("serde_json, serde_json-equal",), True),
        (None, ("all",), True),
    ],
)
def test_they_are_wanted_with_their_series_or_by_their_names(
    checks: str | None, names: tuple[str, ...], wanted: bool
) -> None:
    options = SweepOptions(
        **{  # type: ignore[arg-type]
            **dict.fromkeys(item.name for item in fields(SweepOptions)),
            "checks": checks,
            "engines": names,
        }
    )
    series = BOTH if names or checks == "all" else (checks or "usual",)
    assert wants_equal(options, Request(checks=series, engines=names)) is wanted


@pytest.mark.parametrize("processes", ["format", "engine"])
def test_each_series_is_parsed_by_its_build_under_the_consumers_own_name(
    store: Store, processes: str
) -> None:
    servers = InTwoBuilds()
    asked: dict[str, Any] = {
        "checks": BOTH,
        "processes": processes,
        "engines": ("all",) if processes == "engine" else (),
        "formats": ("JSON",),
    }
    assert sweep_in_groups(store, servers, **{**asked, "groups": 8}).error is None
    kept = read.find(store)
    measured = {(one.contender.consumer, one.cell.checks) for one in slices_of(store)}
    assert measured == {(f"{name}-server", checks) for name in ("rust", "java") for checks in BOTH}
    assert [name for name in kept.about["servers"] if "+" in name] == []
    announced = {
        engine["name"]: (engine["checks"], engine["default"])
        for engine in kept.about["servers"]["rust-server"]["engines"]
        if engine["checks"]
    }
    assert (announced["rust-json"], announced["rust-json-equal"]) == (
        (["usual"], True),
        (["equal"], False),
    )
    parsed_by = {
        name: {request["engine"].endswith("-equal") for request in runs if "engine" in request}
        for name, runs in servers.asked.items()
    }
    of_rust = {
        name: ends for name, ends in parsed_by.items() if name.startswith("rust-server") and ends
    }
    several = {"rust-server#2", "rust-server+equal#2"} if processes == "engine" else set()
    assert of_rust == {
        name: {"+equal" in name}
        for name in ("rust-server", "rust-server#again", "rust-server+equal", *several)
    }


def test_a_sweep_that_was_cut_goes_on_with_both(store: Store) -> None:
    assert sweep_in_groups(store, InTwoBuilds(), checks=BOTH, reporter=Pressing()).interrupted
    assert sweep_in_groups(store, InTwoBuilds(), resume=read.find(store)).error is None
    assert read.find(store).state == "complete"


def test_where_rust_has_the_default_build_alone_the_series_is_refused_in_a_sentence(
    store: Store,
) -> None:
    servers = Miniatures(says=[_usual("rust")])
    with pytest.raises(
        UsageError, match="rust-server has no engine with equal checks here"
    ) as refused:
        SweepRun(servers, store, Reporter()).dry_run(Request(**{**SMALL, "checks": ("equal",)}))
    assert "only native servers" in refused.value.why
    assert "--checks usual" in refused.value.do and "--consumer java-server" in refused.value.do
    of_preset = SweepRun(Miniatures(says=[_usual("rust")]), store, Reporter()).dry_run(
        Request(**{**SMALL, "checks": BOTH})
    )
    assert isinstance(of_preset, Plan) and {cell.checks for cell in of_preset.contenders} == {
        "usual"
    }, "nobody asked for it by name"
    named = Request(**{**SMALL, "checks": BOTH, "engines": ("rust-json", "java-json")})
    assert SweepRun(Miniatures(says=[_usual("rust")]), store, Reporter()).dry_run(named)


def test_a_sweep_of_the_usual_series_builds_nothing_beside(
    bench: Command, builds_equal: Path
) -> None:
    done = bench("sweep", *FREE, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert not builds_equal.exists()


@pytest.mark.parametrize("command", ["sweep", "nightly"])
def test_a_dry_run_builds_nothing_and_says_what_would_be_built(
    bench: Command, builds_equal: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("BENCH_OTAVA", sys.executable)
    done = bench(command, *FREE, "--preset=full", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert "Not built yet: rust-server+equal. The sweep builds it first: some 10" in done.stdout
    plan = done.stdout.split("Not built")[0]
    assert "java-server" in plan and "equal checks" not in plan
    assert not builds_equal.exists()


def test_a_dry_run_of_what_is_not_built_starts_nothing(bench: Command, builds_equal: Path) -> None:
    for wanted in ("--checks=equal", "--setup=native-cpu"):
        done = bench("sweep", *FREE, wanted, "--dry-run")
        assert done.returncode == 0, done.stderr
        assert "Not built yet: rust-server+" in done.stdout
        assert "Nothing was started" in done.stdout and "getting the servers" not in done.stderr
    assert not builds_equal.exists()
