"""Two sweeps, and nights of them: what was planted is found, and what cannot be compared
is refused.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta
from math import log
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from bench_driver.analysis.history.past import comparable_sweeps, every_series, look_back
from bench_driver.cli import main
from bench_driver.errors import ExitCode, UsageError
from bench_driver.model.reading import Line, find_line
from bench_driver.model.records import Night, SweepRecord
from bench_driver.report.comparison import names_compared
from bench_driver.stats.log_ratios import difference
from bench_driver.store import read
from bench_driver.store.opening import open_store

from .grouped import FIRST, NOW, PAST, sweep_of, times
from .neighbours import scanned
from .stores import CELLS, PAIR, OldPlan, add, measure

ROOT = Path(__file__).resolve().parents[2]
SOME = CELLS[:2]
STILL = scanned(0)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sweep, a later one in which java-server is slower by a tenth, three of a label each way,
    and one by amounts.
    """
    made = tmp_path_factory.mktemp("between") / "a.sqlite"
    with open_store(str(made)) as store:
        sweep_of(store, 6, times(1), planned_at=PAST, over=SOME, made=STILL, commit="a" * 40)
        sweep_of(store, 8, times(2, factor=1.1), planned_at=NOW, over=SOME, made=STILL)
        for day in range(1, 4):
            for label, factor in (("old", 1.0), ("new", 1.1)):
                at = f"2026-10-0{day}T1{len(label)}:0{int(factor * 10) - 10}:00.000+00:00"
                sweep_of(
                    store,
                    6,
                    times(10 * day + len(label), factor=factor),
                    planned_at=at,
                    over=SOME,
                    made=STILL,
                    label=label,
                )
        measure(store, add(store, OldPlan(), planned_at="2026-11-22T12:00:00.000+00:00").id)
    return made


def test_welchs_interval_is_scipys() -> None:
    before, after = [0.1, 0.12, 0.09, 0.11, 0.13, 0.1], [0.2, 0.25, 0.18, 0.22]
    found = difference(before, after)
    expected = stats.ttest_ind(after, before, equal_var=False).confidence_interval(0.95)
    assert (log(found.low), log(found.high)) == pytest.approx((expected.low, expected.high))
    assert found.rounds == 4 and difference(before, after, rows=6).high > found.high


def test_two_sweeps_show_and_decide_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = PAST[:10], NOW[:10]
    assert main(["compare", before, after, "--store", str(file)]) == ExitCode.OK
    said = capsys.readouterr().out
    assert re.match(r"Second over first: rust-server (0\.99|1\.0).*, java-server 1\.(09|1)", said)
    of_rust, of_java, of_both = said.split("block\n")[1:]
    for cell in SOME:
        row = rf"{cell.object_type} +{cell.format} +[\d,]+ +[\d,]+ +"
        assert re.search(rf"{row}(0\.99|1\.0)", of_rust), said
        assert re.search(rf"{row}1\.(09|1)", of_java), said
        assert re.search(rf"{cell.object_type} +{cell.format} +[\d.]+ +[\d.]+ +1\.", of_both)
    assert (
        "slower" not in said
        and "Two sweeps give no verdict" in said
        and "compare --build A..B" in said
    )
    assert "commit: aaaaaaaaaaaa -> cccccccccccc" in said
    assert main(["compare", before, after, "--store", str(file), "--json"]) == ExitCode.OK
    data = json.loads(capsys.readouterr().out)
    assert [item["verdict"] for item in data] == [None] * 6
    assert data[1]["ratio"] == pytest.approx(1.1, rel=0.02)


def test_two_labels_decide_by_their_sweeps(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "old", "new", "--store", str(file), "--json"]) == ExitCode.OK
    data = json.loads(capsys.readouterr().out)
    assert [item["verdict"] for item in data] == [
        "same",
        "slower",
        "same",
        "slower",
        "slower",
        "slower",
    ]
    assert data[1]["ratio"]["estimate"] == pytest.approx(1.1, rel=0.02)
    assert main(["compare", "old", "new", "--store", str(file)]) == ExitCode.OK
    said = capsys.readouterr().out
    assert "First: old (3 sweeps). Second: new (3 sweeps)." in said
    assert said.startswith(
        "Of 4 figures the second is slower by 3 % or more in 2 (java-server); "
        "the same within 3 % in 2 (rust-server)."
    )
    assert re.search(r"NumericObject +JSON .* slower *\n", said)


def test_two_sweeps_and_two_labels_fit_80_columns_as_tables(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    for names in ((PAST[:10], NOW[:10]), ("old", "new")):
        assert main(["compare", *names, "--store", str(file)]) == ExitCode.OK
        lines = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).splitlines()
        assert max(map(len, lines)) <= 80
        assert sum(line.startswith("NumericObject  JSON ") for line in lines) == 3


@pytest.mark.parametrize(
    ("names", "limit", "code", "words"),
    [
        (("old", "new"), "5%", ExitCode.REGRESSION, "slower by"),
        (("old", "new"), "15%", ExitCode.OK, ""),
        ((PAST[:10], NOW[:10]), "5%", ExitCode.UNDECIDED, "two sweeps give no verdict"),
    ],
)
def test_fail_over_ends_with_3_where_a_contender_is_slower_and_with_4_where_nothing_decides(
    names: tuple[str, str],
    limit: str,
    code: ExitCode,
    words: str,
    file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["compare", *names, "--store", str(file), "--fail-over", limit]) == code
    told = " ".join(capsys.readouterr().err.split())
    assert words in told
    assert ("java-server" in told) == (code is ExitCode.REGRESSION) and "rust-server" not in told


def test_a_limit_inside_an_interval_leaves_its_row_open(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["compare", "old", "new", "--store", str(file)]
    assert main([*command, "--json"]) == ExitCode.OK
    ratios = [item["ratio"] for item in json.loads(capsys.readouterr().out)]
    low = max(ratio["low"] for ratio in ratios)
    above = min(ratio["estimate"] for ratio in ratios if ratio["low"] == low)
    limit = f"{100 * ((low + above) / 2 - 1):.6f}%"
    assert main([*command, "--fail-over", limit]) == ExitCode.UNDECIDED
    with open_store(str(file), create=False) as store:
        shown = names_compared(store, "old", "new")
    capsys.readouterr()
    for name in ("old", PAST[:10]):
        assert main(["compare", name, name, "--store", str(file), "--fail-over", "5%"]) == 5, (
            "a gate that passes always"
        )
        assert "with itself" in capsys.readouterr().err
    lacking = replace(shown, compared=[replace(one, decision=None) for one in shown.compared])
    assert not lacking.slower_by(0.05) and lacking.undecided(0.05)
    assert not shown.undecided(1.0)


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (
            [PAST[:10], "last"],
            ExitCode.NOT_COMPARABLE,
            "an older driver measured it by amounts",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused_with_what_to_do(
    args: list[str], code: ExitCode, words: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *args, "--store", str(file)]) == code
    told = capsys.readouterr().err
    assert words in " ".join(told.split()) and "do:" in told


def test_nights_are_each_contenders_time_on_each_cell(file: Path) -> None:
    with open_store(str(file), create=False) as store:
        tonight = read.find(store, NOW[:10])
        past = look_back(store, tonight)
        series = every_series(store, tonight, past.sweeps)
    assert list(series) == [Line(who, cell) for cell in SOME for who in PAIR]
    java = series[Line(PAIR[1], SOME[0])]
    assert [night.sweep_id[:10] for night in java] == [PAST[:10], NOW[:10]]
    assert java[1].value / java[0].value == pytest.approx(1.1, rel=0.02)
    assert (len(java[0].rounds), len(java[1].rounds)) == (6, 8)


def test_nights_are_by_times_on_a_quiet_core_where_the_latest_can_tell_them(tmp_path: Path) -> None:
    def made(day: int, **changes: Any) -> SweepRecord:
        return sweep_of(
            store,
            2,
            times(day),
            planned_at=(FIRST + timedelta(days=day)).isoformat(timespec="milliseconds"),
            over=SOME[:1],
            **changes,
        )

    def java(tonight: SweepRecord, figure: str | None = None) -> list[Night]:
        return every_series(store, tonight, comparable_sweeps(store, tonight), figure)[
            Line(PAIR[1], SOME[0])
        ]

    with open_store(str(tmp_path / "n.sqlite")) as store:
        nights = [made(0), made(1, made=scanned()), made(2, made=scanned(busy=4))]
        assert [(night.sweep_id, night.figure) for night in java(nights[2])] == [
            (one.id, "quiet_ns") for one in nights[1:]
        ]
        still, windows = (
            [night.value for night in java(nights[2], figure)] for figure in (None, "p50_ns")
        )
        assert still[1] / still[0] == pytest.approx(1.0, rel=0.03), (
            "a neighbour in the night is no change"
        )
        assert len(windows) == 3
        busy = made(
            3,
            made=lambda item, ns: scanned(
                busy=0 if (item.turn.round, item.turn.group) == (1, 1) else 8
            )(item, ns),
        )
        assert [night.figure for night in java(busy)] == [
            "uncorrected_ns",
            *["neighbours_ns"] * 3,
        ], "the latest hardly had a quiet core"
        assert [night.sweep_id for night in java(made(4, made=scanned()))[:-1]] == [
            one.id for one in nights[1:]
        ], "it is left out later"
        throughout = made(5, made=scanned(busy=8))
        assert {night.figure for night in java(throughout)} == {
            "uncorrected_ns",
            "neighbours_ns",
        }, "its quiet walk is no quiet one"
        assert len(java(made(6, made=scanned()))) == 4, "nobody is held to it"
        assert [night.figure for night in java(made(7))][-1] == "uncorrected_ns", (
            "the latest has no walks"
        )


def test_a_step_in_nights_of_groups_is_found_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BENCH_OTAVA", str(ROOT / "bench-driver" / ".otava" / "bin" / "python"))
    with open_store(str(tmp_path / "n.sqlite")) as store:
        measure(
            store,
            add(
                store,
                OldPlan(),
                planned_at=FIRST.isoformat(timespec="milliseconds"),
                preset="quick",
            ).id,
        )
        for night in range(1, 25):
            at = (FIRST + timedelta(days=night)).isoformat(timespec="milliseconds")
            sweep_of(
                store,
                2,
                times(night, factor=1.3 if night >= 16 else 1.0),
                planned_at=at,
                over=SOME[:1],
                made=STILL,
            )
    args = [
        "history",
        "java/NumericObject/JSON",
        "--store",
        str(tmp_path / "n.sqlite"),
        "--out",
        str(tmp_path / "h.svg"),
    ]
    assert main(args) == ExitCode.OK
    said = capsys.readouterr().out
    assert (
        "java-server, NumericObject as JSON, block: quiet_ns over 24 nights, 1 change of level"
        in said
    ), "the night by amounts is no night of these"
    assert (FIRST + timedelta(days=16)).isoformat()[:10] in said
    assert re.search(r">\+(2\d|3\d) %<", (tmp_path / "h.svg").read_text())


def test_a_line_is_found_by_its_first_words() -> None:
    known = [Line(who, cell) for cell in CELLS for who in PAIR]
    assert (
        find_line("java/DummyObject/XML", known)
        == find_line("java-server/DummyObject/XML/block", known)
        == Line(PAIR[1], CELLS[5])
    )
    assert find_line(known[3].slug, known) == known[3]
    with pytest.raises(UsageError, match="names no line"):
        find_line("go/DummyObject/XML", known)
