"""Nights in the store: their history as people and scripts see it, and what a night ends with."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bench_driver.cli import main, nightly
from bench_driver.errors import (
    BenchError,
    ExitCode,
    ResultsError,
    SetupError,
    SomeRunsFailed,
    StoreError,
)
from bench_driver.measure.sweeping import Outcome
from bench_driver.model.cell import Cell
from bench_driver.model.records import SweepRecord
from bench_driver.store import read, write
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_lab import cli as lab

from .grouped import FIRST, FOUR, WITH_HTTP, four, sweep_of, times
from .neighbours import scanned
from .stores import CELLS, OldPlan, add, measure

ROOT = Path(__file__).resolve().parents[2]
CELL = CELLS[3]


@pytest.fixture(autouse=True)
def otava(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCH_OTAVA", str(ROOT / "bench-driver" / ".otava" / "bin" / "python"))
    # What is measured once more gives the same here; test_references.py has what does not.
    same: Callable[..., Outcome] = lambda kept, tonight, *_, **__: Outcome(tonight)  # noqa: E731
    monkeypatch.setattr("bench_driver.cli.again.measured_again", same)


def add_night(store: Store, number: int, *, slower: float = 0.0, rounds: int = 6) -> SweepRecord:
    """A night on a quiet core, on which java-server takes longer by a part."""
    at = (FIRST + timedelta(days=number)).isoformat(timespec="milliseconds")
    commit = f"{slower > 0:040}"
    made = times(number, factor=1 + slower)
    return sweep_of(store, rounds, made, planned_at=at, over=[CELL], made=scanned(0), commit=commit)


def store_of(tmp_path: Path, count: int, *, step_at: int, rounds: int = 6) -> Path:
    file = tmp_path / "nights.sqlite"
    with open_store(str(file)) as store:
        for number in range(count):
            add_night(store, number, slower=0.3 * (number >= step_at), rounds=rounds)
    return file


def sweeping(
    file: Path, *, number: int, slower: float, failure: BenchError | None = None, rounds: int = 6
) -> Callable[[Sequence[str]], Outcome]:
    """A sweep in the place of the command's: a night more in the store."""

    def sweep(args: Sequence[str]) -> Outcome:
        assert args[:2] == ["--preset", "full"]
        with open_store(str(file)) as store:
            return Outcome(add_night(store, number, slower=slower, rounds=rounds), error=failure)

    return sweep


def test_history_shows_the_night_of_a_change_and_draws_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 40, step_at=25)
    assert (
        main(
            [
                "history",
                "java/DummyObject/JSON",
                "--store",
                str(file),
                "--out",
                str(tmp_path / "h.svg"),
            ]
        )
        == 0
    )
    said = capsys.readouterr().out
    assert "quiet_ns over 40 nights, 1 change of level" in said
    assert (FIRST + timedelta(days=25)).isoformat()[:10] in said
    assert "commit: 0000" in said, "what else changed that night"
    assert re.search(r">\+(2\d|3\d) %<", (tmp_path / "h.svg").read_text())
    assert (
        main(
            [
                "history",
                "rust/DummyObject/JSON",
                "--store",
                str(file),
                "--out",
                str(tmp_path / "h.png"),
            ]
        )
        == 0
    )
    assert "0 changes of level" in capsys.readouterr().out
    assert (tmp_path / "h.png").read_bytes().startswith(b"\x89PNG")


def test_history_without_a_scenario_lists_what_it_takes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(file := tmp_path / "a.sqlite")) as store:
        sweep_of(store, 6, four, over=WITH_HTTP[2:9:6], pair=FOUR[:2])
    assert main(["history", "--store", str(file)]) == ExitCode.OK
    shown = capsys.readouterr().out
    names = ["rust-server/NumericObject/XML", "rust-server simd-json/NumericObject/XML"]
    for name in (*names, *(f"{name}/http" for name in names)):
        assert re.search(rf"^{name} +1 +[\d,]+ ns *$", shown, re.MULTILINE)
        chart = str(tmp_path / "h.svg")
        assert main(["history", name, "--store", str(file), "--out", chart]) == ExitCode.OK
        condition = "http" if name.endswith("http") else "block"
        who, cell = name.split("/")[0], f"NumericObject as XML, {condition}"
        assert f"{who}, {cell}: " in capsys.readouterr().out
    assert main(["history", "--store", str(file), "--out", chart]) == ExitCode.USAGE
    of_no_picture = str(Path(chart).with_suffix(".pdf"))
    assert main(["history", name, "--store", str(file), "--out", of_no_picture]) == ExitCode.USAGE
    assert not Path(of_no_picture).exists()


def test_history_is_of_nights_where_another_sweep_came_after(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 2, step_at=9)
    with open_store(str(file)) as store:
        last = sweep_of(store, 1, over=[CELL], planned_at="2031-01-01T00:00:00.000+00:00",
                        held={"a": 1})  # fmt: skip
    assert main(["history", "--store", str(file)]) == ExitCode.OK
    said = capsys.readouterr().out
    assert last.id not in said and re.search(r"java-server/DummyObject/JSON +2 ", said)
    assert main(["history", "--store", str(file), "--sweep", "last"]) == ExitCode.OK
    assert last.id in capsys.readouterr().out


def test_history_of_a_scenario_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 1, step_at=9)
    assert main(["history", "go/DummyObject/JSON", "--store", str(file)]) == ExitCode.USAGE
    assert "names no line" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("slower", "expected", "words"),
    [(0.3, ExitCode.REGRESSION, "REGRESSION: java-server"), (0.0, ExitCode.OK, "no change since")],
)
def test_a_night_ends_with_3_where_something_became_slower(
    slower: float,
    expected: ExitCode,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = store_of(tmp_path, 21, step_at=99)
    monkeypatch.setattr(nightly, "_swept", sweeping(file, number=21, slower=slower))
    assert (
        main(["nightly", "--store", str(file), "--out", str(tmp_path / "out"), "--rounds", "2"])
        == expected
    )
    assert words in capsys.readouterr().out
    page = (tmp_path / "out" / "report.html").read_text()
    assert ("Slower, or new tonight" if slower else "Nothing is slower or new tonight.") in page


def test_an_alarm_stays_until_it_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 21, step_at=99)
    night = ["nightly", "--store", str(file)]
    acknowledge = [*night, "--acknowledge", "--reason", "the new parser checks more"]
    assert main(acknowledge) == ExitCode.USAGE
    assert "no alarm is open" in capsys.readouterr().err
    for number in (21, 22):
        monkeypatch.setattr(nightly, "_swept", sweeping(file, number=number, slower=0.3))
        assert main(night) == ExitCode.REGRESSION, number
    with open_store(str(file)) as store:  # another kind of sweep hides no night
        sweep_of(store, 1, over=[CELL], planned_at="2031-01-01T00:00:00.000+00:00", held={"a": 1})
    capsys.readouterr()
    assert main([*acknowledge, "--scenario", "nobody"]) == ExitCode.USAGE
    assert "no alarm of nobody is open" in capsys.readouterr().err
    assert main(acknowledge) == ExitCode.OK
    assert capsys.readouterr().out.startswith("acknowledged: java-server")
    monkeypatch.setattr(nightly, "_swept", sweeping(file, number=23, slower=0.3))
    assert main(night) == ExitCode.OK
    assert re.search(
        r"^known: java-server, .*; acknowledged \d{4}-\d\d-\d\d: the new parser checks more$",
        capsys.readouterr().out,
        re.MULTILINE,
    )
    for number in range(24, 30):
        monkeypatch.setattr(nightly, "_swept", sweeping(file, number=number, slower=0.8))
        code = main(night)
    assert code == ExitCode.REGRESSION, "another step is another alarm"


def test_an_alarm_that_is_gone_is_told_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 21, step_at=99)
    for number, slower in ((21, 0.3), (22, 0.3), *((night, 0.0) for night in range(23, 29))):
        monkeypatch.setattr(nightly, "_swept", sweeping(file, number=number, slower=slower))
        capsys.readouterr()
        code = main(["nightly", "--store", str(file)])
    assert (code, "REGRESSION" in capsys.readouterr().out) == (ExitCode.OK, False)


def test_a_night_that_measures_takes_no_reason_and_one_that_acknowledges_no_rounds(
    tmp_path: Path,
) -> None:
    for wrong in (
        ["--reason", "x"],
        ["--scenario", "x"],
        ["--acknowledge", "--rounds", "3"],
        ["--acknowledge", "--reason", "a\nb"],
    ):
        assert (
            main(["nightly", "--store", str(store_of(tmp_path, 1, step_at=9)), *wrong])
            == ExitCode.USAGE
        ), wrong


def test_a_night_of_too_few_rounds_raises_no_alarm_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 21, step_at=99, rounds=2)
    monkeypatch.setattr(nightly, "_swept", sweeping(file, number=21, slower=0.3, rounds=2))
    assert (
        main(["nightly", "--store", str(file), "--out", str(tmp_path / "out")])
        == ExitCode.UNDECIDED
    )
    words = "No alarm is raised for 2 of 2 scenarios: tonight has 2 rounds; a claim needs 6."
    assert words in capsys.readouterr().out
    assert words in (tmp_path / "out" / "report.html").read_text()


def test_two_nights_of_one_round_end_with_4(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 1, step_at=99, rounds=1)
    monkeypatch.setattr(nightly, "_swept", sweeping(file, number=1, slower=0.3, rounds=1))
    assert main(["nightly", "--store", str(file)]) == ExitCode.UNDECIDED
    assert (
        "No alarm can be raised tonight: it has 1 round; a claim needs 6."
        in capsys.readouterr().out
    )


def test_a_history_that_is_too_short_yet_is_no_failure_and_says_so_of_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 1, step_at=99)
    monkeypatch.setattr(nightly, "_swept", sweeping(file, number=1, slower=0.3))
    assert main(["nightly", "--store", str(file)]) == ExitCode.OK
    said = capsys.readouterr().out
    for name in ("rust-server", "java-server"):
        assert f"{name}, DummyObject as JSON, block: night 2 of 4" in said
    assert "No slowdown would have been seen in any of 2 scenarios" in said


def test_a_night_says_what_it_could_have_found(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = store_of(tmp_path, 21, step_at=99)
    monkeypatch.setattr(nightly, "_swept", sweeping(file, number=21, slower=0.0))
    assert main(["nightly", "--store", str(file)]) == ExitCode.OK
    said = capsys.readouterr().out
    assert re.search(r"[0-9.]+ % or more would have been seen in 2 of 2 scenarios", said)


def in_groups(
    file: Path,
    number: int,
    over: Sequence[Cell] = CELLS[:1],
    **about: Any,
) -> Callable[[Sequence[str]], Outcome]:
    """A night in groups without walks, in the place of the command's sweep."""

    def sweep(_: Sequence[str]) -> Outcome:
        with open_store(str(file)) as store:
            at = (FIRST + timedelta(days=number)).isoformat(timespec="milliseconds")
            return Outcome(sweep_of(store, 6, times(number), planned_at=at, over=over, **about))

    return sweep


@pytest.mark.parametrize("nights", [2, 6])
def test_a_history_without_walks_is_undecided(
    nights: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "nights.sqlite"
    for number in range(1, nights):
        in_groups(file, number)([])
    monkeypatch.setattr(nightly, "_swept", in_groups(file, nights))
    assert main(["nightly", "--store", str(file)]) == ExitCode.UNDECIDED
    assert "no walk says who shared the core" in capsys.readouterr().out


def test_a_night_of_rates_alone_is_not_comparable(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, rates = (
        tmp_path / "nights.sqlite",
        [Cell(object_type="NumericObject", format="JSON", condition="cores")],
    )
    in_groups(file, 1, rates)([])
    monkeypatch.setattr(nightly, "_swept", in_groups(file, 2, rates))
    assert main(["nightly", "--store", str(file)]) == ExitCode.NOT_COMPARABLE
    assert "nothing that was measured tonight has a history" in capsys.readouterr().out


def test_a_night_beside_others_of_another_machine_is_not_comparable_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nights.sqlite"
    for number in (1, 2):
        monkeypatch.setattr(nightly, "_swept", in_groups(file, number, made=scanned(0)))
        assert main(["nightly", "--store", str(file)]) == ExitCode.OK
    capsys.readouterr()
    new: dict[str, Any] = {"made": scanned(0), "machine": {"cpu": "Another CPU", "cores": 2}}
    monkeypatch.setattr(nightly, "_swept", in_groups(file, 3, **new))
    assert main(["nightly", "--store", str(file)]) == ExitCode.NOT_COMPARABLE
    said = capsys.readouterr().out
    assert "no earlier night can be compared with this one: of 2026-01-03" in said
    assert "processor differs" in said
    monkeypatch.setattr(nightly, "_swept", in_groups(file, 4, **new))
    assert main(["nightly", "--store", str(file)]) == ExitCode.OK, "a history of its own began"


@pytest.mark.parametrize("busy", [8, 7], ids=["throughout", "but for a block"])
def test_a_busy_night_claims_nothing_and_a_step_of_a_tenth_is_found_within_three(
    busy: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nights.sqlite"

    def night(number: int, *, busy: int = 0, factor: float = 1.0) -> tuple[ExitCode, str]:
        def sweep(_: Sequence[str]) -> Outcome:
            with open_store(str(file)) as store:
                at = (FIRST + timedelta(days=number)).isoformat(timespec="milliseconds")
                return Outcome(
                    sweep_of(
                        store,
                        6,
                        times(number, factor=factor),
                        planned_at=at,
                        over=CELLS[:1],
                        made=scanned(busy),
                    )
                )

        monkeypatch.setattr(nightly, "_swept", sweep)
        code = ExitCode(main(["nightly", "--store", str(file)]))
        return code, capsys.readouterr().out

    assert {night(number)[0] for number in range(1, 10)} == {ExitCode.OK}
    code, said = night(10, busy=busy)
    assert (
        code is ExitCode.UNDECIDED
        and "REGRESSION" not in said
        and "somebody else used the core tonight" in said
    )
    assert night(11)[0] is ExitCode.OK
    codes = [night(number, factor=1.1)[0] for number in (12, 13, 14)]
    assert ExitCode.REGRESSION in codes and codes[-1] is ExitCode.REGRESSION


def test_a_regression_is_told_though_the_report_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ResultsError(
            "the report cannot be written", why="No space left on device", do="make room"
        )

    file = store_of(tmp_path, 21, step_at=99)
    monkeypatch.setattr(nightly, "_swept", sweeping(file, number=21, slower=0.3))
    monkeypatch.setattr("bench_driver.report.folder.write", refuse)
    assert (
        main(["nightly", "--store", str(file), "--out", str(tmp_path / "out")])
        == ExitCode.REGRESSION
    )
    said = capsys.readouterr()
    assert "REGRESSION" in said.out and "the report cannot be written" in said.err


def test_a_night_that_was_cut_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Sequence[str]] = []
    monkeypatch.setattr(nightly, "_swept", calls.append)
    assert main(["nightly", "--store", str(tmp_path / "s.sqlite"), "--resume"]) == ExitCode.OK
    assert "--preset" not in calls[0] and "--resume" in calls[0]


@pytest.mark.parametrize("name", [[], ["2026-11-21T12-00-00"]])
def test_a_night_that_goes_on_passes_words_that_a_sweep_takes(
    name: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: list[object] = []

    def resumed(_: object, sweep: str, *__: object) -> None:
        asked.append(sweep)
        raise StoreError("this is as far as the test goes")

    monkeypatch.setattr("bench_driver.measure.session.resumed", resumed)
    file = tmp_path / "s.sqlite"
    with open_store(str(file)) as store:
        measure(store, add(store, OldPlan()).id)
    words = ["nightly", "--store", str(file), "--root", str(ROOT), "--resume", *name]
    assert main(words) == ExitCode.FAILED
    assert "as far as the test goes" in capsys.readouterr().err
    assert asked == [*(name or ["last"])]


def test_a_history_is_drawn_though_the_newest_sweep_was_cut_before_it(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The guide's example, where the last sweep has no slice of JSON as yet."""
    file, json_, xml = tmp_path / "nights.sqlite", CELLS[3], CELLS[5]
    assert (str(json_.objects), xml.format) == ("DummyObject as JSON", "XML")
    for number in (1, 2):
        in_groups(file, number, [json_, xml])([])
    in_groups(file, 3, [xml])([])
    with open_store(str(file)) as store:
        write.set_state(store, read.find(store).id, "interrupted")
    out = tmp_path / "h.svg"
    words = ["history", "java/DummyObject/JSON", "--store", str(file), "--out", str(out)]
    assert main(words) == 0, capsys.readouterr().err
    assert "over 2 nights" in capsys.readouterr().out and out.is_file()


def test_a_night_whose_runs_failed_ends_with_1_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 2, step_at=9)
    monkeypatch.setattr(
        nightly,
        "_swept",
        sweeping(file, number=3, slower=0.5, failure=SomeRunsFailed("2 runs failed")),
    )
    assert (
        main(["nightly", "--store", str(file), "--out", str(tmp_path / "out")]) == ExitCode.FAILED
    )
    assert "2 runs failed" in capsys.readouterr().err
    assert "change points need 4" in (tmp_path / "out" / "report.html").read_text()


def test_a_night_reports_its_own_sweep_whoever_else_sweeps_into_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = store_of(tmp_path, 2, step_at=9)
    own, others = sweeping(file, number=3, slower=0.0), sweeping(file, number=4, slower=0.0)

    def both(args: Sequence[str]) -> Outcome:
        outcome = own(args)
        others(args)
        return outcome

    monkeypatch.setattr(nightly, "_swept", both)
    assert main(["nightly", "--store", str(file), "--out", str(tmp_path / "out")]) == ExitCode.OK
    with open_store(str(file)) as store:
        before_last, last = (item.id for item in read.sweeps(store)[-2:])
    page = (tmp_path / "out" / "report.html").read_text()
    assert (f"Sweep {before_last}" in page, f"Sweep {last}" in page) == (True, False)


def test_a_night_without_otava_measures_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCH_OTAVA", str(tmp_path / "nowhere"))
    monkeypatch.setattr(nightly, "_swept", lambda args: pytest.fail("it swept"))
    with pytest.raises(SetupError, match="Otava is missing"):
        nightly.nightly.main(["--store", str(tmp_path / "s.sqlite")], standalone_mode=False)


def test_compare_says_what_two_sweeps_differ_by(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = store_of(tmp_path, 2, step_at=1)
    with open_store(str(file)) as store:
        first, second = (item.id for item in read.sweeps(store))
    assert main(["compare", first, "last", "--store", str(file)]) == 0
    said = capsys.readouterr().out
    assert f"First: {first}. Second: {second}." in said
    assert "commit: 0000" in said


def test_of_planted_histories_ratios_tell_the_step_and_not_the_machine(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--histories", "2", "--nights", "20", "--step", "20", "--noise", "2", "--own", "0.5"]
    assert lab.main(["planted", *words]) == 0
    said = capsys.readouterr().out
    assert re.search(r"(?m)^times alone +2 ", said)
    assert re.search(r"(?m)^ratio, once more +0 +\d +\d +2 +2 +0 +0\.0 *$", said), said
