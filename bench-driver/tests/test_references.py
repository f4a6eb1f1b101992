"""Nights with a kept reference: which programs it is, what histories of ratios outlast, and what a
second measurement confirms.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bench_driver.analysis.history.alike import references
from bench_driver.analysis.history.past import comparable_sweeps, every_series
from bench_driver.cli import main, nightly
from bench_driver.errors import ExitCode, SetupError, UsageError
from bench_driver.measure.again import again, seconds
from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import Outcome
from bench_driver.model.cell import Contender, Turn
from bench_driver.plan.estimate import Rates
from bench_driver.servers import reference
from bench_driver.servers.setups import parsed
from bench_driver.servers.specs import Options
from bench_driver.store import read
from bench_driver.store.opening import open_store
from bench_driver.store.slices import whole_slices

from .conftest import FREE
from .grouped import FIRST, sweep_of, times
from .neighbours import scanned
from .stores import CELLS, PAIR

ROOT = Path(__file__).resolve().parents[2]
CELL = CELLS[3]
A, B = "reference-aaaaaaaa", "reference-bbbbbbbb"
NEW_MACHINE: dict[str, Any] = {"machine": {"cpu": "Another CPU", "cores": 4}}


@pytest.fixture(autouse=True)
def otava(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCH_OTAVA", str(ROOT / "bench-driver" / ".otava" / "bin" / "python"))


class Nights:
    """Nights of a store, one after the other; `again` is by which part Java is slower when it is
    measured once more, as before where it is None.
    """

    def __init__(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.store, self.number = tmp_path / "nights.sqlite", 0
        self.again: float | None = None
        self.repeats = 0
        self._monkeypatch, self._capsys, self._last = monkeypatch, capsys, dict[str, Any]()
        monkeypatch.setattr("bench_driver.cli.again.measured_again", self._again)

    def add(self, count: int, references: Sequence[str] = (A,), **changes: Any) -> None:
        """So many nights that say nothing."""
        for _ in range(count):
            self.number += 1
            self._sweep(references, **changes)

    def night(self, references: Sequence[str] = (A,), **changes: Any) -> tuple[int, str]:
        """The exit code, and what was said in one line."""
        self.number, self._last = self.number + 1, {"references": references, **changes}
        swept: Callable[[object], Outcome] = lambda _: Outcome(self._sweep(**self._last))  # noqa: E731
        self._monkeypatch.setattr(nightly, "_swept", swept)
        code = main(["nightly", "--store", str(self.store)])
        return code, " ".join(self._capsys.readouterr().out.split())

    def _again(self, *_: object, **__: object) -> Outcome:
        self.repeats += 1
        given: dict[str, Any] = {**self._last, "again_of": "tonight", "hours": self.repeats}
        if self.again is not None:
            given["slower"] = self.again
        return Outcome(self._sweep(**given))

    def _sweep(
        self,
        references: Sequence[str],
        *,
        slower: float = 0.0,
        machine_takes: float = 1.0,
        hours: int = 0,
        **about: Any,
    ) -> Any:
        """B is 10 % slower than A; Java of tonight is slower by a part."""
        both = [Contender(who.consumer, setup=name) for name in references for who in PAIR]
        contenders = (*PAIR, *both)
        usual = times(100 * self.number + hours)

        def time(turn: Turn) -> float:
            who = turn.contender
            step = 1 + slower if who == PAIR[1] else 1.1 if who.setup == B else 1.0
            return machine_takes * step * usual(turn)

        at = FIRST + timedelta(days=self.number, hours=hours)
        cells = [{**asdict(CELL), "contenders": [asdict(who) for who in contenders]}]
        with open_store(str(self.store)) as store:
            return sweep_of(
                store,
                6,
                time,
                planned_at=at.isoformat(timespec="milliseconds"),
                over=[CELL],
                pair=contenders,
                made=scanned(0),
                held={"cells": cells},
                **about,
            )


@pytest.fixture
def nights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Nights:
    return Nights(tmp_path, monkeypatch, capsys)


def test_another_machine_is_told_apart_and_a_slower_library_is_an_alarm_on_it(
    nights: Nights,
) -> None:
    nights.add(5)
    code, said = nights.night(machine_takes=0.8, **NEW_MACHINE)
    assert code == ExitCode.OK and "REGRESSION" not in said and "improved" not in said
    assert "the machine changed since 2026-01-06" in said
    assert "cpu: Made-up CPU -> Another CPU; the reference takes 0.80 times as long" in said
    assert "the ratio to the reference did not" in said
    nights.add(2, machine_takes=0.8, slower=0.2, **NEW_MACHINE)
    code, said = nights.night(machine_takes=0.8, slower=0.2, **NEW_MACHINE)
    assert (code, "machine changed" in said) == (ExitCode.REGRESSION, False)
    assert "REGRESSION: java-server, DummyObject as JSON" in said
    assert "of the reference, p" in said


def test_what_does_not_come_again_is_no_alarm_and_is_measured_again_the_next_night(
    nights: Nights,
) -> None:
    nights.add(5)
    nights.again = 0.0
    while not nights.repeats:
        code, said = nights.night(slower=0.2)
        assert nights.number < 10, "a step of a fifth is found"
    assert (code, "REGRESSION" in said) == (ExitCode.OK, False)
    assert "did not come again: java-server, DummyObject as JSON" in said
    nights.again = None
    assert nights.night(slower=0.2)[0] == ExitCode.REGRESSION
    assert nights.repeats == 2
    assert nights.night(slower=0.2)[0] == ExitCode.REGRESSION
    assert nights.repeats == 2, "an alarm that stands is not measured again"


def test_a_night_with_both_references_leads_from_one_to_the_other(
    nights: Nights, capsys: pytest.CaptureFixture[str]
) -> None:
    nights.add(4)
    nights.add(1, (B, A))
    nights.add(3, (B,))
    chart = str(nights.store.with_suffix(".svg"))
    words = ["history", "java/DummyObject/JSON", "--store", str(nights.store), "--out", chart]
    assert main(words) == ExitCode.OK
    assert "reference_ratio over 8 nights, 0 changes" in capsys.readouterr().out


def test_a_reference_that_no_night_measured_next_to_the_last_begins_anew_and_says_so(
    nights: Nights,
) -> None:
    nights.add(2)
    code, said = nights.night((B,))
    assert code == ExitCode.NOT_COMPARABLE
    assert f"no night measured both {A} and {B}, so the history begins anew" in said
    assert nights.night((B,))[0] == ExitCode.OK


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with builds, and a JDK, none of which anything starts."""
    monkeypatch.delenv("BENCH_RUST_BUILD", raising=False)
    for name, words in {
        "rust-server/target/release/rust-server": "rust",
        "java-server/target/java-server.jar": "java",
        "equal/rust-server/target/release/rust-server": "rust with equal checks",
        "given/bin/java": "#!/bin/sh",
        "given/release": 'JAVA_VERSION="21.0.1"',
        "given/jmods/java.base.jmod": "runs nothing",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(words)
        file.chmod(0o755)
    return tmp_path


def test_a_reference_is_a_setup_of_both_servers_whose_programs_are_what_was_kept(
    built: Path,
) -> None:
    options = Options(built, built / "given")
    kept = reference.keep(options, Options(built / "equal"), replace=False)
    assert reference.tonight(built, "full") == [kept.name]
    (built / "java-server/target/java-server.jar").write_text("another build")
    both = parsed([kept.name], ("rust-server", "java-server"), built)
    rust, java = (one.spec.command(options) for one in both)
    assert Path(rust[0]).read_text() == "rust" and Path(java[-1]).read_text() == "java"
    home = reference.folder(built, kept.name)
    assert java[0] == str(home / "jdk" / "bin" / "java") and not (home / "jdk" / "jmods").exists()
    both[1].make(options, print)
    for name, words in (("java-server/target/java-server.jar", "x"), ("jdk/lib/more.so", "y")):
        file = home / name
        before = file.read_text() if file.exists() else None
        file.parent.mkdir(exist_ok=True)
        file.write_text(words)
        with pytest.raises(SetupError, match="was changed") as refused:
            both[1].make(options, print)
        assert name in refused.value.why
        file.write_text(before) if before else file.unlink()
    (home / "manifest.json").write_text("{}")
    with pytest.raises(SetupError, match="was changed"):
        both[0].make(options, print)


def test_a_replaced_reference_is_measured_in_one_more_night_of_each_preset(
    built: Path,
) -> None:
    options = Options(built, built / "given")
    first = reference.keep(options, None, replace=False)
    (built / "java-server/target/java-server.jar").write_text("another build")
    with pytest.raises(UsageError, match="is kept"):
        reference.keep(options, None, replace=False)
    second = reference.keep(options, None, replace=True)
    assert reference.tonight(built, "full") == [second.name, first.name]
    (built / "java-server/target/java-server.jar").write_text("a third")
    with pytest.raises(UsageError, match="cannot be replaced yet"):
        reference.keep(options, None, replace=True)
    reference.overlapped(built, "full")
    assert reference.tonight(built, "full") == [second.name]
    assert reference.tonight(built, "first") == [second.name, first.name]
    reference.keep(options, None, replace=True)
    assert not reference.folder(built, first.name).exists()


def test_a_night_measures_what_was_kept_in_its_groups_and_then_cells_of_it_again(
    checkout: Path,
    builds_equal: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In miniature, from the command that keeps to the second measurement."""
    assert builds_equal and main(["nightly", "--reference", "keep"]) == ExitCode.OK
    (name,) = reference.tonight(checkout, "first")
    assert f"{name}, kept on " in capsys.readouterr().out
    night = ["nightly", *FREE, "--preset=first", "--checks=all", "--rounds=1", "--warmup=10"]
    assert main(night) == ExitCode.UNDECIDED, capsys.readouterr().err
    with open_store(str(checkout / "results" / "results.sqlite")) as store:
        tonight = read.find(store)
        assert references(tonight) == [name]
        series = {(one.contender.setup, one.contender.consumer, one.cell.checks)
                  for one in whole_slices(store, tonight.id)}  # fmt: skip
        assert series == {
            (setup, who.consumer, checks)
            for setup in ("", name)
            for who in PAIR
            for checks in ("usual", "equal")
        }
        lines = every_series(store, tonight, {tonight.id: tonight})
        assert {item[-1].reference for item in lines.values()} == {name}
        monkeypatch.setattr("bench_driver.measure.again.CLAIM_ROUNDS", 1)
        cell = next(line.cell for line in lines if line.cell.checks == "usual")
        made = again(checkout, tonight, [cell])
        assert seconds(made, tonight, Rates()) > 0
        with made.sweep(store, "again", nullcontext(Reporter())) as (outcome, _):
            assert outcome.error is None and outcome.sweep
        cells = {one.cell for one in whole_slices(store, outcome.sweep.id)}
        assert cells == {cell}
        assert outcome.sweep.id not in comparable_sweeps(store, replace(tonight, written=99))
