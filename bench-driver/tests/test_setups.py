"""Setups: what their words mean, how servers with them are started, and what is said of them beside
the usual ones.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from math import exp
from pathlib import Path
from random import Random

import pytest

from bench_builds.builds import Build
from bench_builds.libraries import Library
from bench_builds.setups import Built
from bench_builds.sides import Sides, between
from bench_builds.upgrade_check import _judged
from bench_driver.analysis.facts import Facts
from bench_driver.analysis.gather import gather
from bench_driver.analysis.ranking import ranking
from bench_driver.analysis.setup_ratios import rows
from bench_driver.errors import ExitCode, SetupError, UsageError
from bench_driver.model.cell import Contender, Turn
from bench_driver.plan.filters import Filters, chosen
from bench_driver.report.document import Table, Text
from bench_driver.report.sections.setup_rows import setups
from bench_driver.servers.jdk import choose
from bench_driver.servers.setups import parsed, words
from bench_driver.servers.specs import JVM_FLAGS, NAMES, Options
from bench_driver.store.opening import open_store
from bench_driver.system.repository import find_root

from .grouped import sweep_of
from .plans import of_contenders, who
from .sections import shown
from .stores import CELLS

ROOT = find_root()
BOTH = ("rust-server", "java-server")


def built(*words: str) -> list[Built]:
    """The setups that words name, which are all built."""
    setups = parsed(words, BOTH, ROOT)
    made = [one for one in setups if isinstance(one, Built)]
    assert made == setups
    return made


@pytest.mark.parametrize(
    ("word", "added", "gone"),
    [
        ("serial", {"-XX:+UseSerialGC"}, {"-XX:+UseG1GC"}),
        ("parallel", {"-XX:+UseParallelGC"}, {"-XX:+UseG1GC"}),
        ("zgc", {"-XX:+UseZGC"}, {"-XX:+UseG1GC"}),
        ("heap-256m", {"-Xms256m", "-Xmx256m"}, {"-Xms1024m", "-Xmx1024m"}),
    ],
)
def test_a_setup_of_the_jvm_has_its_flags_in_place_of_the_usual_ones(
    word: str, added: set[str], gone: set[str]
) -> None:
    (setup,) = parsed([word], BOTH, ROOT)
    flags = setup.options(Options(ROOT)).jvm_flags
    assert setup.server == f"java-server+{word}"
    assert (set(flags) - set(JVM_FLAGS), set(JVM_FLAGS) - set(flags)) == (added, gone)


def test_a_setup_on_a_jdk_starts_that_one_and_says_which_there_are_where_it_is_missing() -> None:
    have = choose()
    (setup,) = parsed([f"jdk-{have.numbers[0]}"], BOTH, ROOT)
    assert setup.options(Options(ROOT)).java_home == have.home
    (absent,) = parsed(["jdk-99"], BOTH, ROOT)
    with pytest.raises(SetupError, match=re.escape(have.name)):
        absent.make(Options(ROOT), print)


def test_setups_of_rust_are_built_beside_and_take_a_free_port() -> None:
    native, mimalloc, jemalloc = built("native-cpu,mimalloc", "jemalloc")
    assert native.build == Build("rust", rustflags="-C target-cpu=native")
    assert [one.build.features for one in (mimalloc, jemalloc)] == [("mimalloc",), ("jemalloc",)]
    assert (native.spec.name, native.spec.port, native.spec.role) == (
        "rust-server+native-cpu",
        0,
        "consumer",
    )
    assert native.options(Options(ROOT)).root == ROOT / ".run" / "setups" / "rust-server+native-cpu"
    (by_hand,) = built("by-hand")
    assert (by_hand.build, by_hand.adds, native.adds) == (
        Build("rust", features=("by-hand",)),
        True,
        False,
    )
    features = tomllib.loads((ROOT / "rust-server/Cargo.toml").read_text())["features"]
    assert {"by-hand", "mimalloc", "jemalloc"} <= features.keys()


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("turbo", "one of jdk-N"),
        ("gson=", "it says no version"),
        ("guava=33.0", "no server uses a library of that name"),
        ("bson=3.0.0", "both servers use a library of that name"),
        ("gson=path:/tmp", "Maven takes no sources"),
        ("serde_json=path:/nowhere", "holds no Cargo.toml"),
        ("commit=nowhere", "knows none of that name"),
    ],
)
def test_words_that_are_no_setup_say_what_is(word: str, why: str) -> None:
    with pytest.raises(UsageError) as refused:
        parsed([word], BOTH, ROOT)
    assert why in refused.value.why


def test_a_setup_of_a_consumer_that_is_not_swept_is_refused() -> None:
    with pytest.raises(UsageError, match="fits nothing") as refused:
        parsed(["serial"], ["rust-server"], ROOT)
    assert "--consumer java-server" in refused.value.do


def test_a_version_is_of_the_runtime_that_uses_the_library() -> None:
    versions = ["serde_json=1.0.140", "gson=2.14.0", "rust:bson=3.0.0", "java:bson=5.13.0"]
    found = built(*versions, "serde_json=1.0.140")
    assert [one.server for one in found] == [
        "rust-server+serde_json=1.0.140",
        "java-server+gson=2.14.0",
        "rust-server+bson=3.0.0",
        "java-server+bson=5.13.0",
    ]
    assert found[2].build == Build("rust", Library("rust", "bson", "3.0.0"))


def test_help_knows_each_kind_of_setup() -> None:
    for word in (
        "jdk-17",
        "serial",
        "parallel",
        "zgc",
        "heap-256m",
        "native-cpu",
        "pgo",
        "mimalloc",
        "jemalloc",
    ):
        assert parsed([word], BOTH, ROOT)
        known = [re.sub("N|SIZE", r"\\w+", one) for names in words() for one in names.split(", ")]
        assert any(re.fullmatch(one, word) for one in known), word


class _Engine:
    """An engine as a server announces it."""

    def __init__(self, name: str, format_name: str, version: str) -> None:
        self.name, self.format, self.version = name, format_name, version
        self.object_types, self.series, self.operation = ("DummyObject",), ("usual",), "decode"


class _Said:
    """What a consumer announces: a default of two formats, and an engine beside the first."""

    growing, excerpted, decodes, cpus = (), (), (), 2

    def __init__(self, fast: str, xml: str) -> None:
        self.engines = (
            _Engine("json", "JSON", "1"),
            _Engine("fast", "JSON", fast),
            _Engine("xml", "XML", xml),
        )


@pytest.mark.parametrize(
    ("fast", "xml", "measured"),
    [
        ("1", "1", {"JSON": ["json"], "XML": ["xml"]}),
        ("2", "1", {"JSON": ["fast"], "XML": []}),
        ("2", "2", {"JSON": ["fast"], "XML": ["xml"]}),
    ],
)
def test_an_upgrade_measures_what_it_changes_and_all_defaults_where_no_engine_is(
    fast: str, xml: str, measured: dict[str, list[str]]
) -> None:
    left = chosen(
        Filters(("DummyObject",), checks=("usual",), changed=True),
        of_contenders({"a": _Said("1", "1"), "a+new": _Said(fast, xml)}),
    )
    for consumer in ("a", "a+new"):
        assert {
            name: left.engines[who(consumer), name, "usual"] for name in ("JSON", "XML")
        } == measured


def test_an_engine_whose_file_changed_is_measured_next_to_the_default() -> None:
    left = chosen(
        Filters(("DummyObject",), checks=("usual",), touched=("fast", "lib")),
        of_contenders({"a": _Said("1", "1"), "a+new": _Said("1", "1")}),
    )
    found = {name: left.engines[who("a+new"), name, "usual"] for name in ("JSON", "XML")}
    assert found == {"JSON": ["json", "fast"], "XML": ["xml"]}


RUST, JAVA, SERIAL, OLD = (
    who(name) for name in ("rust-server", "java-server", "java-server+serial", "java-server+jdk-17")
)
#: ns; serial is the same as usual within the margin.
TIMES = {RUST: 1000, JAVA: 2000, SERIAL: 2004, OLD: 2600}


def times(turn: Turn) -> float:
    return TIMES[turn.contender] * exp(
        Random(f"{turn.round} {turn.group} {turn.cell} {turn.contender}").gauss(0, 0.002)
    )


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Facts]:
    with open_store(str(tmp_path_factory.mktemp("setups") / "a.sqlite")) as store:
        found = gather(store, sweep_of(store, 6, times, over=CELLS, pair=tuple(TIMES)))
        yield found


def test_a_setup_stands_beside_the_usual_consumer_of_its_runtime(facts: Facts) -> None:
    found = rows(facts)
    assert {(one.baseline, one.other) for one in found} == {(JAVA, SERIAL), (JAVA, OLD)}
    assert {one.decision.verdict for one in found if one.decision and one.other == SERIAL} == {
        "same"
    }
    assert {one.decision.verdict for one in found if one.decision and one.other == OLD} == {
        "slower"
    }
    assert ranking(facts) == {}, "setups are no engines, so that there is nothing to rank"


def test_the_section_says_whether_it_is_the_language_or_the_flags(facts: Facts) -> None:
    section = shown(setups(facts))
    text = next(block.text for block in section.blocks if isinstance(block, Text))
    assert re.search(
        r"setups move java-server by at most 1\.3\d \(java-server\+jdk-17, .* slower", text
    )
    assert re.search(r"runtimes as they usually run differ by (1\.9\d|2\.0\d) to 2\.0\d", text)
    (table,) = (block for block in section.blocks if isinstance(block, Table))
    assert len(table.rows) == 2 * len(CELLS)


@pytest.mark.parametrize(
    ("before", "after", "code", "verdict"),
    [
        (JAVA, OLD, ExitCode.REGRESSION, "slower"),
        (OLD, JAVA, ExitCode.OK, "not slower"),
        (JAVA, SERIAL, ExitCode.OK, "not slower"),
        (SERIAL, OLD, ExitCode.REGRESSION, "slower"),
    ],
)
def test_an_upgrade_is_judged_by_all_its_cells(
    before: Contender,
    after: Contender,
    code: ExitCode,
    verdict: str,
    facts: Facts,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = between(facts, before.server, after.server)
    assert {(one.baseline, one.other) for one in found} == {(before, after)} and len(found) == len(
        CELLS
    )
    assert _judged("a 1 -> 2", Sides(found), as_json=False) == code
    assert f"a 1 -> 2: {verdict} (" in capsys.readouterr().out
    assert _judged("a 1 -> 2", Sides(found), as_json=True) == code
    assert f'"verdict": "{verdict}"' in capsys.readouterr().out


def test_an_upgrade_of_too_few_rounds_is_undecided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        found = gather(store, sweep_of(store, 3, times, over=CELLS, pair=(JAVA, OLD)))
    assert (
        _judged("a 1 -> 2", Sides(between(found, JAVA.server, OLD.server)), as_json=False)
        == ExitCode.UNDECIDED
    )
    assert "undecided" in capsys.readouterr().out


def test_the_names_of_servers_are_free_of_the_sign_of_setups() -> None:
    assert not any("+" in name for name in NAMES)
