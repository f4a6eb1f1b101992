"""The best library of each runtime: which one is chosen, what is refused, and what is
said of it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bench_driver.analysis.best_engines import between_formats, between_libraries, choice, chosen_by
from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.cli import main
from bench_driver.errors import ExitCode, UsageError
from bench_driver.measure.call import Run
from bench_driver.measure.ready import Reporter
from bench_driver.model.best import KEY, Choice
from bench_driver.model.cell import FLOOR, Contender, Turn
from bench_driver.model.reading import planned_contenders
from bench_driver.model.records import Attempt
from bench_driver.report.document import Table, Text
from bench_driver.report.sections.answer import answer, notes_of
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.opening import open_store
from bench_driver.system import repository
from bench_driver.web.view import view

from . import test_docs
from .grouped import FOUR, SERVERS, answered, four, sweep_of
from .miniatures import Json
from .neighbours import scanned
from .slicing import sweep_in_groups, timed
from .stores import CELLS, OldPlan, PlannedSlice, add
from .sweeping import Miniatures

RUST, SIMD, JAVA, FAST = FOUR
ROOT = Path(__file__).resolve().parents[2]
LATER = "2026-11-22T12:00:00.000+00:00"
Made = Callable[[PlannedSlice, float], Attempt]


def name_of(turn: Turn) -> str:
    who = turn.contender
    return who.engine or f"{who.consumer.partition('-')[0]}-{turn.cell.format.lower()}"


def named(made: Made = answered) -> Made:
    """The answers of engines that say their names, and libraries of the same names."""

    def of(item: PlannedSlice, p50_ns: float) -> Attempt:
        found = made(item, p50_ns)
        name = name_of(item.turn)
        engine = {**(found.answer or {})["engine"], "name": name, "library": name}
        return replace(found, answer={**(found.answer or {}), "engine": engine})

    return of


def by_hand(engine: str) -> Json:
    """What the servers say of themselves where java-server's engine of that name reads by hand."""
    said = {"name": engine, "format": "JSON", "settings": ["a reader by hand for each object type"]}
    java = SERVERS["java-server"]
    return {
        **SERVERS,
        "java-server": {**java, "engines": [*java["engines"], {**java["engines"][0], **said}]},
    }


def many(store: Store, made: Made | None = None) -> Facts:
    return gather(store, sweep_of(store, 6, four, over=CELLS, pair=FOUR, made=made or named()))


def of_best(store: Store, made: Made | None = None) -> Facts:
    """A sweep of the best, in which Java's is another engine in XML, and Rust's in BSON."""

    def time(turn: Turn) -> float:
        noise = 1 + ((2 * turn.group + turn.place) % 7) / 1000
        ratio = {"JSON": 2.0, "BSON": 1.0, "XML": 0.8}[turn.cell.format]
        return 1000 * noise * (ratio if turn.contender.consumer == "java-server" else 1)

    def other(item: PlannedSlice, p50_ns: float) -> Attempt:
        found = (made or named())(item, p50_ns)
        name = f"{name_of(item.turn)}-{item.turn.cell.format}"
        engine = {**(found.answer or {})["engine"], "library": name}
        return replace(found, answer={**(found.answer or {}), "engine": engine})

    engines = [
        {"object_type": "x", "format": "JSON", "consumer": "y", "engine": "z", "noise": "quiet"}
    ]
    chose: Json = {
        KEY: {"sweep": "2026-11-21T12-00-00", "planned_at": "2026-11-21", "engines": engines}
    }
    pair = (SIMD, FAST)
    return gather(
        store,
        sweep_of(store, 6, time, over=CELLS, pair=pair, planned_at=LATER, made=other, **chose),
    )


def test_the_quickest_engine_of_each_runtime_is_chosen_on_each_cell(store: Store) -> None:
    found = choice(many(store))
    assert found.sweep == "2026-11-21T12-00-00"
    assert [(one.cell, one.consumer, one.engine) for one in found.engines] == [
        (cell, who.consumer, who.engine) for cell in CELLS for who in (SIMD, FAST)
    ]  # fmt: skip
    assert {one.noise for one in found.engines} == {"unknown"}


def test_the_times_of_a_choice_are_those_of_a_quiet_core_where_there_are_walks(
    store: Store,
) -> None:
    found = choice(many(store, named(scanned())))
    assert {(one.engine, one.noise) for one in found.engines} == {
        ("simd-json", "quiet"),
        ("fastjson2", "quiet"),
    }


def test_a_default_that_is_the_quickest_is_chosen_by_its_name(store: Store) -> None:
    sweep = sweep_of(
        store,
        6,
        lambda turn: 1000.0 + turn.round + 500 * bool(turn.contender.engine),
        over=CELLS[:1],
        pair=FOUR,
        made=named(),
    )
    assert [one.engine for one in choice(gather(store, sweep)).engines] == [
        "rust-json",
        "java-json",
    ]


def test_readers_by_hand_setups_and_floors_are_no_libraries(store: Store) -> None:
    others = (
        Contender("java-server", "reader"),
        Contender("java-server", setup="zgc"),
        Contender("java-server", "floor-json", role=FLOOR),
    )

    def time(turn: Turn) -> float:
        return 10.0 + turn.round / 100 if turn.contender in others else four(turn)

    sweep = sweep_of(
        store,
        6,
        time,
        over=CELLS[:1],
        pair=(*FOUR, *others),
        made=named(),
        servers=by_hand("reader"),
    )
    assert [one.engine for one in choice(gather(store, sweep)).engines] == [
        "simd-json",
        "fastjson2",
    ]


def test_engines_by_hand_say_so_in_their_settings() -> None:
    java, rust = (
        ROOT / "java-server/src/main/java/testbed/engines",
        ROOT / "rust-server/rooms/engines/src",
    )
    for file in (java / "WoodstoxByHand.java", java / "MongodbBsonReader.java"):
        assert '"a reader by hand for each object type' in file.read_text()
    assert '&["written by hand: ' in (rust / "bson_raw.rs").read_text()


@pytest.mark.parametrize(
    ("pair", "why"),
    [
        ((RUST, JAVA), "rust-server has one engine in each cell"),
        ((RUST, SIMD, JAVA), "java-server has one engine in each cell"),
        ((RUST, SIMD), "no cell has libraries of two runtimes"),
    ],
)
def test_a_sweep_with_nothing_to_choose_from_is_refused(
    pair: tuple[Contender, ...], why: str, store: Store
) -> None:
    kept = sweep_of(store, 2, four, over=CELLS[:2], pair=pair, made=named())
    with pytest.raises(UsageError, match="has nothing to choose from") as refused:
        chosen_by(store, kept.id)
    assert why in refused.value.why and "--engine all" in refused.value.do


def test_a_sweep_by_amounts_and_one_that_is_unknown_are_refused(store: Store) -> None:
    add(store, OldPlan())
    with pytest.raises(UsageError, match="cannot be used") as refused:
        chosen_by(store, "last")
    assert refused.value.why == "an older driver measured it by amounts"
    with pytest.raises(UsageError, match="--best-of 2020 names no sweep") as refused:
        chosen_by(store, "2020")
    assert "bench-driver list" in refused.value.do


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--engine=all"], "--engine does not go with --best-of"),
        (["--condition=http"], "--condition does not go with --best-of"),
        (["--setup=serial"], "--setup does not go with --best-of"),
        (["--amounts=10"], "--amounts does not go with --best-of"),
        (["--preset=paper"], "--preset paper does not go with --best-of"),
        (["--resume"], "--best-of does not go with --resume"),
    ],
)
def test_options_that_say_what_is_measured_do_not_go_with_it(
    args: list[str], words: str, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", "--best-of=last", *args]) == ExitCode.USAGE
    assert words in " ".join(capsys.readouterr().err.split())
    assert not (checkout / "results").exists()


def others_quicker(servers: list[Miniatures]) -> Miniatures:
    """Servers whose engines beside the defaults are quicker, but Java's in XML."""

    def factor(runtime: str, round_: int, request: Json) -> float:
        slower = request["engine"] == "java-xml-other"
        return (2.0 if slower else 0.5) if request["engine"].endswith("-other") else 1.0

    servers.append(Miniatures(timed(factor, servers)))
    return servers[-1]


def measured_all(store: Store) -> Choice:
    assert sweep_in_groups(store, others_quicker([]), rounds=1, engines=("all",)).error is None
    return chosen_by(store, "last")


BEST = {"JSON": ["rust-json-other", "java-json-other"], "XML": ["rust-xml-other", ""]}


def test_a_sweep_of_the_best_has_these_contenders_and_says_which_sweep_chose_them(
    store: Store,
) -> None:
    chose = measured_all(store)
    servers = others_quicker([])
    assert sweep_in_groups(store, servers, rounds=1, best=chose).error is None
    kept = read.find(store)
    planned = {
        cell.format: [who.engine for who in those]
        for cell, those in planned_contenders(kept).items()
    }
    assert planned == BEST
    assert kept.about[KEY] == chose.facts and kept.id != chose.sweep
    asked = {request["engine"] for request in servers.requests if request.get("engine")}
    assert asked == {"rust-json-other", "java-json-other", "rust-xml-other", "java-xml"}
    with pytest.raises(UsageError, match="has nothing to choose from"):
        chosen_by(store, kept.id)


def test_a_sweep_of_the_best_that_goes_on_keeps_its_contenders(store: Store) -> None:
    class Cut(Reporter):
        def ended(self, turn: Turn, run: Run) -> None:
            if turn.series == "slice" and turn.round == 2:
                raise KeyboardInterrupt

    chose = measured_all(store)
    assert sweep_in_groups(
        store, others_quicker([]), rounds=2, best=chose, reporter=Cut()
    ).interrupted
    cut = read.find(store)
    assert sweep_in_groups(store, others_quicker([]), resume=cut).error is None
    kept = read.find(store)
    assert (kept.id, kept.state, kept.about[KEY]) == (cut.id, "complete", chose.facts)
    facts = gather(store, kept)
    found = {cell.format: [who.engine for who in those] for cell, those in facts.contenders.items()}
    assert found == BEST and facts.rounds == 2


def test_an_engine_that_is_announced_no_more_is_refused(store: Store) -> None:
    chose = measured_all(store)
    gone = replace(
        chose, engines=[replace(one, engine=f"{one.engine}-gone") for one in chose.engines]
    )
    outcome = sweep_in_groups(store, others_quicker([]), rounds=1, best=gone)
    assert isinstance(outcome.error, UsageError) and outcome.sweep is None
    assert (
        "rust-server does not announce rust-json-other-gone for DummyObject as JSON any more"
        in outcome.error.why
    )
    assert "--engine all" in outcome.error.do


def test_the_second_sentence_counts_the_rows_of_two_runtimes_in_one_table(store: Store) -> None:
    facts = of_best(store)
    assert facts.answer == (
        "By the best library of each runtime, rust-server parsed faster by 3 % or more in 2 of 6 "
        "rows (2.00 times); java-server parsed faster by 3 % or more in 2 of 6 rows (1.25 times), "
        "2 the same within 3 %. Sweep 2026-11-21T12-00-00 of 2026-11-21 chose the libraries "
        "(noise: quiet 1)."
    )
    made = answer(facts)
    assert isinstance(made.blocks[0], Text) and made.blocks[0].text.startswith(facts.answer)
    (table,) = [block for block in made.blocks if isinstance(block, Table)]
    assert table.caption.startswith(
        "By the best library of each runtime: rust-server and java-server, condition block"
    )
    verdict, libraries = (table.head.index(name) for name in ("verdict", "libraries"))
    assert [row[verdict] for row in table.rows[:3]] == [
        "rust-server faster by 3 % or more", "the same within 3 %", "java-server faster by 3 % or "
        "more",
    ]  # fmt: skip
    assert table.rows[0][libraries] == "simd-json-JSON 9.9 / fastjson2-JSON 9.9"
    (condition,) = view(facts)["conditions"]
    assert (
        len(condition["pairs"]) == 1
        and condition["pairs"][0]["rows"][0]["faster"] == condition["pairs"][0]["baseline"]
    )
    assert len(notes_of(facts)) == 1, "it is said already"


def test_a_sweep_of_many_engines_says_which_format_and_which_library(store: Store) -> None:
    facts = many(store)
    formats, libraries, ask = notes_of(facts)[-3:]
    of_types = between_formats(facts)
    assert list(of_types) == ["NumericObject", "DummyObject"]
    for those in of_types.values():
        assert [name for name, _ in those] == ["JSON", "BSON", "XML"]
        assert those[0][1] is None
        ratios = [ratio for _, ratio in those if ratio]
        assert [ratio.estimate for ratio in ratios] == pytest.approx([1.5, 4], rel=0.03)
        assert all(ratio.known and ratio.half_width < 0.05 for ratio in ratios)
    assert re.match(
        r"Which format, the best library's time over the quickest format's \(95 %\): "
        r"NumericObject JSON 1.00, BSON 1.\d\d \(1.\d\d … 1.\d\d\), XML",
        formats,
    )
    for consumer, ratio in (("rust-server", 2.0), ("java-server", 3000 / 2010)):
        assert [
            one for ratios in between_libraries(facts)[consumer].values() for one in ratios
        ] == pytest.approx([ratio] * 6, rel=0.03)
    assert libraries.startswith(
        "Which library, the slowest's time over the quickest's: rust-server JSON "
    )
    assert ask.endswith(f"bench-driver sweep --best-of {facts.sweep.id}.")


def test_a_sweep_of_the_defaults_says_in_a_line_how_to_compare_the_best(store: Store) -> None:
    facts = gather(store, sweep_of(store, 2, over=CELLS[:1]))
    assert notes_of(facts)[-1].startswith(
        "For the best library of each runtime: bench-driver sweep --engine all --checks usual, "
        "then "
    )
    alone = gather(store, sweep_of(store, 2, over=CELLS[:1], pair=(RUST, SIMD), planned_at=LATER))
    assert len(notes_of(alone)) == 1


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """As much of a checkout as holds the answer, and a store with three sweeps."""
    shutil.copy(ROOT / "README.md", tmp_path)
    for mark in repository._MARKS:
        (tmp_path / mark).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / mark, tmp_path / mark)
    with open_store(str(tmp_path / "a.sqlite")) as store:
        many(store, named(scanned()))
        of_best(store, named(scanned()))
        sweep_of(store, 6, planned_at="2026-11-23T12:00:00.000+00:00", over=CELLS, made=scanned())
    return tmp_path


def report(checkout: Path, *more: str) -> int:
    return main(
        [
            "report",
            "--no-png",
            "--store",
            str(checkout / "a.sqlite"),
            "--root",
            str(checkout),
            "--out",
            str(checkout / "out"),
            *more,
        ]
    )


def test_the_readme_has_two_sentences_and_two_lines(
    published: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert report(published, "last", "--readme", "--best=2026-11-22T12-00-00") == ExitCode.OK
    text = (published / "README.md").read_text()
    said = " ".join(text.split())
    sentences = [
        "As people run it, rust-server parsed faster by 3 % or more in 4 of 6 rows",
        "By the best library of each runtime, rust-server parsed faster by 3 % or more in 2 of 6 "
        "rows (2.00 times)",
        "Which format, the best library's time over the quickest format's (95 %): NumericObject JSON 1.00,",
        "Which library, the slowest's time over the quickest's: rust-server JSON",
        "Sweep 2026-11-21T12-00-00 of 2026-11-21 chose the libraries",
    ]
    places = [said.index(sentence) for sentence in sentences]
    assert places == sorted(places)
    look = "good for a look (6 rounds, publishing takes 10"
    assert places[1] < said.index(f"**Trust**: {look}") < places[2]
    assert places[1] < said.index(f"The best libraries' sweep: {look}") < places[2]
    assert places[3] < said.index("Factors without an interval are estimates") < places[4]
    monkeypatch.setattr(test_docs, "ROOT", published)
    test_docs.test_the_readme_says_of_the_published_sweep_only_what_its_summary_holds()
    results = published / "docs" / "results"
    for name in ("summary.md", "summary-best.md", "summary-engines.md", "board.svg"):
        assert (results / name).exists() and f"docs/results/{name}" in text
    picture = (results / "board.svg").read_text()
    assert all(words in picture for words in ("DummyObject", "2026-11-21", "simd-json"))


def test_a_second_sweep_that_is_none_of_the_best_is_refused(
    published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(published, "last", "--readme", "--best=last") == ExitCode.USAGE
    assert "its engines were not chosen by an earlier sweep" in capsys.readouterr().err
    assert report(published, "last", "--best=2026-11-22T12-00-00") == ExitCode.USAGE
    assert "--best needs --readme" in capsys.readouterr().err


def test_rows_on_no_quiet_core_do_not_enter_the_readmes_headline(published: Path) -> None:
    with open_store(str(published / "a.sqlite")) as store:

        def busy(item: PlannedSlice, p50_ns: float) -> Attempt:
            return scanned(8 if item.turn.cell.format == "XML" and item.turn.round > 2 else 0)(
                item, p50_ns
            )

        sweep_of(store, 6, planned_at="2026-11-24T12:00:00.000+00:00", over=CELLS, made=busy)
        sweep_of(store, 6, planned_at="2026-11-25T12:00:00.000+00:00", over=CELLS)
    assert report(published, "2026-11-24T12-00-00", "--readme") == ExitCode.OK
    said = " ".join((published / "README.md").read_text().split())
    assert (
        "faster by 3 % or more in 4 of 4 rows" in said
        and "Not counted: 2 of 6 rows, because of noisy neighbours." in said
    )
    assert report(published, "last", "--readme") == ExitCode.OK
    assert (
        "As people run it, none of 6 rows is on a quiet core, so nobody is called faster."
        in " ".join((published / "README.md").read_text().split())
    )
