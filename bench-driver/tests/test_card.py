"""Claim cards: the report's own figures of any two contenders, and nothing that they do not bear."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench_driver.analysis.claim import Claim, Scope, claim
from bench_driver.analysis.gather import gather
from bench_driver.analysis.headline import BY
from bench_driver.analysis.ratios import between_rounds
from bench_driver.cli import main
from bench_driver.errors import ExitCode, UsageError
from bench_driver.model.cell import Contender
from bench_driver.model.records import Attempt
from bench_driver.report.claim_card import card
from bench_driver.report.pictures import origin_of, svg
from bench_driver.report.sections.libraries import of_pairs
from bench_driver.stats.log_ratios import estimate
from bench_driver.store import read
from bench_driver.store.opening import open_store

from .grouped import FOUR, four, sweep_of, times
from .neighbours import scanned
from .stores import CELLS, PAIR, PlannedSlice
from .test_pictures import lacks

RUST, SIMD, JAVA, FAST = FOUR


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("card") / "a.sqlite"
    with open_store(str(made)) as store:
        sweep_of(store, 6, four, over=CELLS, pair=FOUR)
    return made


def claimed(file: Path, name: str, other: str, **scope: tuple[str, ...]) -> Claim:
    with open_store(str(file), create=False) as store:
        return claim(gather(store, read.find(store)), name, other, Scope(**scope))  # type: ignore[arg-type]


def drawn(file: Path, out: Path, *args: str) -> int:
    return main(["card", *args, "--store", str(file), "--out", str(out)])


def test_a_cards_ratios_are_the_reports_and_its_intervals_are_simultaneous(file: Path) -> None:
    with open_store(str(file), create=False) as store:
        facts = gather(store, read.find(store))
    reported = {one.cell: one for one in facts.rows if one.other == JAVA}
    made = claim(facts, "rust-server", "java-server", Scope())
    assert [one.cell for one in made.rows] == list(CELLS)
    for row in made.rows:
        assert row.decision and (before := reported[row.cell].decision)
        assert row.decision.ratio.estimate == pytest.approx(before.ratio.estimate)
        assert row.decision.ratio.low > before.ratio.low, "6 rows are fewer than the report's 18"
    alone = claim(facts, "rust-server", "java-server", Scope(formats=("JSON",))).rows
    assert len(alone) == 2 and alone[0].decision and made.rows[0].decision
    assert alone[0].decision.ratio.low > made.rows[0].decision.ratio.low


def test_the_card_says_who_by_how_much_and_where_it_was_measured(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.svg"
    assert drawn(file, out, "rust-server", "rust-server simd-json", "--format", "JSON") == 0
    text = out.read_text()
    assert not lacks(text)
    shown = ["".join(one.itertext()) for one in ElementTree.fromstring(text).iter()]
    assert "simd-json over rust-json: 0.50 of the time" in shown
    assert "time of simd-json / time of rust-json: right of 1 rust-json is faster" in shown
    assert any(f"simd-json is faster by {BY} or more in 2 of 2 rows" in one for one in shown)
    assert any("simultaneous over 2 rows" in one for one in shown)
    assert [one for one in shown if re.fullmatch(r"[\d,]+ ns / [\d,]+ ns", one)] != []
    assert shown.count("simd-json faster, uncorrected") == 2, "no walk lies beside these"
    assert any(one.startswith("Trust: good for a look (6 rounds") for one in shown)
    said = capsys.readouterr().out
    assert said.startswith("simd-json over rust-json: 0.50 of the time\n")
    assert said.endswith(f"{out}\n")


def test_two_formats_are_compared_by_rounds_an_object_type_a_row(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(file), create=False) as store:
        facts = gather(store, read.find(store))
    made = claim(facts, "rust-json", "rust-bson", Scope())
    assert (made.name, made.other) == ("rust-json as JSON", "rust-bson as BSON")
    for (one, two), row in zip(made.pairs, made.rows, strict=True):
        logs = between_rounds(*(facts.alike[side.cell].log_times(side.who) for side in (two, one)))
        assert row.decision
        ratio, expected = row.decision.ratio, estimate(logs, 2)
        assert (ratio.low, ratio.high) == pytest.approx((expected.low, expected.high))
        assert ratio.estimate == pytest.approx(1.5, rel=0.02)
        assert row.decision.verdict == "slower"
    assert drawn(file, tmp_path / "x.svg", "rust-json", "rust-bson") == ExitCode.OK
    assert "rust-json as JSON is faster by 3 % or more in 2 of 2 rows" in capsys.readouterr().out
    shown = ["".join(one.itertext()) for one in ElementTree.parse(tmp_path / "x.svg").iter()]
    assert {"NumericObject", "DummyObject", "rust-json as JSON faster, uncorrected"} <= {*shown}
    both = claim(facts, "rust-json", "java-bson", Scope())
    assert both.other == "java-server java-bson as BSON" and not lacks(
        svg(card(facts, both), origin_of(facts.sweep))
    )
    with pytest.raises(UsageError, match="cannot be compared") as refused:
        claim(facts, "rust-json", "java-[bx]*", Scope(object_types=["NumericObject"]))
    assert "java-[bx]* has NumericObject as BSON, NumericObject as XML" in refused.value.why


def test_each_library_says_of_which_rows_it_is(file: Path) -> None:
    with open_store(str(file), create=False) as store:
        facts = gather(store, read.find(store))
    libraries = card(facts, claim(facts, "rust-server", "java-server", Scope())).libraries
    assert libraries[0].endswith("rust-json 9.9 (JSON), rust-bson 9.9 (BSON), rust-xml 9.9 (XML)")
    pairs = [(CELLS[0], RUST), (CELLS[3], SIMD)]
    mixed = replace(facts.sweep, about={"servers": {"rust-server": {"engines": [
        {"name": name, "version": "1", "format": "JSON", "checks": ["usual"]}
        for name in ("rust-json", "simd-json")
    ]}}})  # fmt: skip
    assert of_pairs(mixed, pairs) == [
        "rust-server: rust-json 1 (NumericObject), simd-json 1 (DummyObject)"
    ]


def test_a_png_by_its_ending_and_no_other_ending(file: Path, tmp_path: Path) -> None:
    assert drawn(file, tmp_path / "x.PNG", "rust-server", "java-server") == 0
    assert (tmp_path / "x.PNG").read_bytes().startswith(b"\x89PNG\r\n")
    assert drawn(file, tmp_path / "x.pdf", "rust-server", "java-server") == ExitCode.USAGE
    assert not (tmp_path / "x.pdf").exists()


def test_a_default_goes_by_its_engines_name_too_and_a_pattern_by_format(file: Path) -> None:
    by_name = claimed(file, "java-server java-json", "java-server fastjson2")
    assert {row.cell.format for row in by_name.rows} == {"JSON"}
    assert {row.baseline for row in by_name.rows} == {JAVA}
    assert claimed(file, "java-server *2", "java-server").rows[0].baseline == FAST
    with pytest.raises(UsageError, match="more than one contender"):
        claimed(file, "*-server", "java-server fastjson2")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (
            ("rust-server", "go-server"),
            "rust-server, rust-server simd-json, java-server, java-server fastjson2",
        ),
        (("rust-server", "rust-server"), "both are the same contender"),
        (("rust-server", "java-server", "--format", "YAML"), "there are JSON, BSON, XML"),
        (("rust-server", "java-server", "--object-type", "x"), "there are NumericObject, Dummy"),
        (("rust-server", "java-server", "--condition", "http"), "there are block"),
        (("rust-server", "java-server", "--checks", "equal"), "there are usual"),
    ],
)
def test_what_a_sweep_does_not_have_is_refused_with_what_it_has(
    args: tuple[str, ...],
    why: str,
    file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert drawn(file, tmp_path / "x.svg", *args) == ExitCode.USAGE
    assert why in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())


def cards(tmp_path: Path, rounds: int, **made: object) -> Callable[[str, str], list[str]]:
    """The texts of cards of another sweep."""
    with open_store(str(tmp_path / "b.sqlite")) as store:
        facts = gather(store, sweep_of(store, rounds, over=CELLS, **made))  # type: ignore[arg-type]

    def texts(name: str, other: str) -> list[str]:
        one = card(facts, claim(facts, name, other, Scope()))
        rows = [str(row["verdict"]) for data in one.spec["datasets"].values() for row in data
                if "verdict" in row]  # fmt: skip
        return [*rows, *one.notes, one.title]

    return texts


def test_rows_that_bear_no_verdict_say_why(tmp_path: Path) -> None:
    said = cards(tmp_path, 3)("rust-server", "java-server")
    assert said[:6] == ["3 rounds; a claim needs 6, uncorrected"] * 6
    assert said[-1].endswith(" times the time, without a verdict")


def test_a_cell_without_a_whole_group_is_a_row_without_a_figure(tmp_path: Path) -> None:
    texts = cards(tmp_path, 6, failing=lambda turn: turn.cell == CELLS[0])
    verdicts = texts("rust-server", "java-server")
    assert verdicts[0] == "no whole group" and verdicts[1] == "rust-server faster, uncorrected"
    assert any("no whole group in 1" in one for one in verdicts)
    assert verdicts[-1].endswith(" times the time")


def test_on_a_quiet_core_nothing_is_called_uncorrected(tmp_path: Path) -> None:
    texts = cards(tmp_path, 10, made=scanned(), time=times())
    said = texts("rust-server", "java-server")
    assert said[:6] == [*["rust-server faster"] * 2, f"the same within {BY}"] * 2
    assert not any("uncorrected" in one or "publishing" in one for one in said)


def test_a_card_is_trusted_by_its_own_rows_and_no_more_than_its_sweep(tmp_path: Path) -> None:
    def made(item: PlannedSlice, p50_ns: float) -> Attempt:
        busy = item.turn.contender == FAST and item.turn.round > 4
        return scanned(8 if busy else 2)(item, p50_ns)

    with open_store(str(tmp_path / "a.sqlite")) as store:
        facts = gather(store, sweep_of(store, 10, four, over=CELLS[:2], pair=FOUR, made=made))
    assert facts.trust.state == "publishable", "its answer is of the defaults"
    noisy = claim(facts, "rust-server", "java-server fastjson2", Scope())
    assert noisy.trust.state == "good for a look"
    assert f"Trust: {noisy.trust}." in card(facts, noisy).notes
    formats = claim(facts, "fastjson2", "rust-bson", Scope())
    assert "noisy neighbours" in str(formats.trust) and formats.trust.state == "good for a look"
    assert claim(facts, "rust-server", "java-server", Scope()).trust == facts.trust
    cut = replace(facts, sweep=replace(facts.sweep, state="planned"))
    assert claim(cut, "rust-server", "java-server", Scope()).trust.state == "do not quote"


def test_one_start_is_said_of_these_processes(tmp_path: Path) -> None:
    said = cards(tmp_path, 6, starts=1)("rust-server", "java-server")
    assert said[0] == "rust-server faster of these processes, uncorrected"
    assert any("of these processes, which were started once" in one for one in said)


def test_a_setup_has_its_consumers_name_and_its_own(tmp_path: Path) -> None:
    zgc = replace(PAIR[1], setup="zgc")
    assert str(zgc) == "java-server+zgc"
    with open_store(str(tmp_path / "a.sqlite")) as store:
        pair = (Contender("java-server"), zgc)
        facts = gather(store, sweep_of(store, 6, over=CELLS[:1], pair=pair))
    made = claim(facts, "java-server+zgc", "java-server", Scope())
    assert (made.name, made.other) == ("java-server+zgc", "java-server")
    colours = [row["line"] for data in card(facts, made).spec["datasets"].values() for row in data
               if "line" in row]  # fmt: skip
    assert set(colours) <= {
        "java-server+zgc",
        "java-server",
        f"neither: the same within {BY}",
        "no verdict",
    }


def test_a_store_of_a_stranger_says_text_alone_and_chooses_no_file(tmp_path: Path) -> None:
    cpu = {"cpu": "x\x1b[31m</text><script>&\x00", "cores": 2}
    with open_store(str(tmp_path / "a.sqlite")) as store:
        sweep_of(store, 6, over=CELLS[:1], machine=cpu, label="<b>&</b>")
    (out := tmp_path / "out").mkdir()
    assert drawn(tmp_path / "a.sqlite", out / "x.svg", "rust-server", "java-server") == 0
    root = ElementTree.fromstring((out / "x.svg").read_text())
    assert not [one for one in root.iter() if one.tag.endswith("script")]
    assert [file.name for file in out.iterdir()] == ["x.svg"]


def test_of_a_sweep_of_the_best_a_consumer_is_its_best_engine(tmp_path: Path) -> None:
    chose = {"sweep": "2026-11-20T12-00-00", "planned_at": "2026-11-20T12:00:00.000+00:00"}
    with open_store(str(tmp_path / "a.sqlite")) as store:
        best = sweep_of(store, 6, four, over=CELLS[:1], pair=(SIMD, FAST), best_of=chose)
        facts = gather(store, best)
    made = claim(facts, "rust-server", "java-server", Scope())
    assert (made.name, made.other) == ("rust-server", "java-server")
    assert made.rows[0].baseline == SIMD
    named = claim(facts, "rust-server simd-json", "java-server", Scope())
    assert (named.name, named.other) == ("rust-server simd-json", "java-server")
