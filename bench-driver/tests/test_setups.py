"""Setups: what their words mean, how servers with them are built and started, and what is said of them beside the usual ones."""

from __future__ import annotations

import re
import shutil
import stat
import sys
import tomllib
from collections.abc import Iterator
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bench_driver.analysis.grouped.facts import GroupedFacts
from bench_driver.analysis.grouped.gather import gather
from bench_driver.analysis.grouped.ranking import ranking
from bench_driver.analysis.grouped.setups import between, rows
from bench_driver.cli.upgrade_check import _judged
from bench_driver.errors import ExitCode, SetupError, UsageError
from bench_driver.model.cell import Contender, SliceTurn
from bench_driver.plan.filters import Filters, chosen
from bench_driver.report.document import Table, Text
from bench_driver.report.grouped.setups import setups
from bench_driver.servers import builds, libraries
from bench_driver.servers.builds import Build
from bench_driver.servers.jdk import choose
from bench_driver.servers.libraries import Library
from bench_driver.servers.setups import WORDS, parsed
from bench_driver.servers.specs import JVM_FLAGS, NAMES, Options
from bench_driver.store.opening import open_store
from bench_driver.system.repository import find_root

from .conftest import MINIATURES, program
from .grouped import sweep_of
from .stores import CELLS

ROOT = find_root()
BOTH = ("rust-server", "java-server")


@pytest.mark.parametrize(
    ("word", "added", "gone"),
    [
        ("serial", {"-XX:+UseSerialGC"}, {"-XX:+UseG1GC"}),
        ("parallel", {"-XX:+UseParallelGC"}, {"-XX:+UseG1GC"}),
        ("zgc", {"-XX:+UseZGC"}, {"-XX:+UseG1GC"}),
        ("heap-256m", {"-Xms256m", "-Xmx256m"}, {"-Xms1024m", "-Xmx1024m"}),
    ],
)
def test_a_setup_of_the_jvm_has_its_flags_in_place_of_the_usual_ones(word: str, added: set[str], gone: set[str]) -> None:
    (setup,) = parsed([word], BOTH, ROOT)
    flags = setup.options(Options(ROOT)).jvm_flags
    assert (setup.server, setup.build) == (f"java-server+{word}", None)
    assert (set(flags) - set(JVM_FLAGS), set(JVM_FLAGS) - set(flags)) == (added, gone)


def test_a_setup_on_a_jdk_starts_that_one_and_says_which_there_are_where_it_is_missing() -> None:
    have = choose()
    (setup,) = parsed([f"jdk-{have.numbers[0]}"], BOTH, ROOT)
    assert setup.options(Options(ROOT)).java_home == have.home
    (absent,) = parsed(["jdk-99"], BOTH, ROOT)
    with pytest.raises(SetupError, match=re.escape(have.name)):
        absent.make(Options(ROOT), print)


def test_setups_of_rust_are_built_beside_and_take_a_free_port() -> None:
    native, mimalloc, jemalloc = parsed(["native-cpu,mimalloc", "jemalloc"], BOTH, ROOT)
    assert native.build == Build("rust", rustflags="-C target-cpu=native")
    assert [one.build and one.build.features for one in (mimalloc, jemalloc)] == [("mimalloc",), ("jemalloc",)]
    assert (native.spec.name, native.spec.port, native.spec.role) == ("rust-server+native-cpu", 0, "consumer")
    assert native.options(Options(ROOT)).root == ROOT / ".run" / "setups" / "rust-server+native-cpu"
    (by_hand,) = parsed(["by-hand"], BOTH, ROOT)
    assert (by_hand.build, by_hand.adds, native.adds) == (Build("rust", features=("by-hand",)), True, False)
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
    found = parsed(["serde_json=1.0.140", "gson=2.14.0", "rust:bson=3.0.0", "java:bson=5.13.0", "serde_json=1.0.140"], BOTH, ROOT)
    assert [one.server for one in found] == ["rust-server+serde_json=1.0.140", "java-server+gson=2.14.0", "rust-server+bson=3.0.0", "java-server+bson=5.13.0"]
    assert found[2].build == Build("rust", Library("rust", "bson", "3.0.0"))


def test_help_knows_each_kind_of_setup() -> None:
    for word in ("jdk-17", "serial", "parallel", "zgc", "heap-256m", "native-cpu", "pgo", "mimalloc", "jemalloc"):
        assert parsed([word], BOTH, ROOT)
        assert any(word == known or re.fullmatch(re.sub("N|SIZE", r"\\w+", known), word) for names in WORDS for known in names.split(", ")), word


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The manifests of the checkout, to be changed."""
    for name in ["java-server/pom.xml", "rust-server/Cargo.lock", *(str(file.relative_to(ROOT)) for file in (ROOT / "rust-server").glob("**/Cargo.toml"))]:
        if "target" not in name and "fuzz" not in name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("name", ["serde_json", "bson", "quick-xml", "simd-json", "serde-xml-rs", "xml", "serde", "tokio"])
def test_the_manifest_that_names_a_crate_asks_for_the_version(name: str, copy: Path) -> None:
    libraries.change(Library("rust", name, "9.9.9"), copy)
    asked = [_requirement(file, name) for file in copy.glob("**/Cargo.toml")]
    assert sorted(filter(None, asked)) == ["=9.9.9"]


def _requirement(manifest: Path, name: str) -> str:
    """The version that a manifest asks for, where it says one."""
    read: dict[str, Any] = tomllib.loads(manifest.read_text())
    found = {**read.get("dependencies", {}), **read.get("workspace", {}).get("dependencies", {})}.get(name, "")
    return str(found.get("version", "")) if isinstance(found, dict) else str(found)


def test_a_crates_own_sources_take_its_place(copy: Path, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "Cargo.toml").write_text('[package]\nname = "quick-xml"\nversion = "0.43.0"\n')
    libraries.change(Library("rust", "quick-xml", f"path:{sources}"), copy)
    changed = tomllib.loads((copy / "rust-server/Cargo.toml").read_text())
    assert changed["patch"]["crates-io"]["quick-xml"] == {"path": str(sources)}
    assert _requirement(copy / "rust-server/rooms/engines/Cargo.toml", "quick-xml") == "=0.43.0"


@pytest.mark.parametrize(
    ("library", "version", "properties"),
    [
        ("gson", "2.14.0", {"gson"}),
        ("fastjson2", "2.0.60", {"fastjson2"}),
        ("bson-record-codec", "5.13.0", {"mongodb"}),
        ("jackson-databind", "3.1.4", {"jackson-bom", "blackbird"}),
        ("jackson-databind", "2.20.0", {"jackson-2-bom"}),
        ("jackson-dataformat-xml", "3.1.4", {"jackson-bom", "blackbird"}),
        ("jackson-bom", "3.1.4", {"jackson-bom", "blackbird"}),
        ("jackson-2-bom", "2.20.0", {"jackson-2-bom"}),
    ],
)
def test_a_java_library_takes_its_family_with_it_and_nothing_else(library: str, version: str, properties: set[str], copy: Path) -> None:
    def found() -> dict[str, str]:
        return dict(re.findall(r"<([\w-]+)\.version>([^<]+)<", (copy / "java-server/pom.xml").read_text()))

    before = found()
    libraries.change(Library("java", library, version), copy)
    after = found()
    assert {name for name in before if after[name] != before[name]} == properties
    assert {after[name] for name in properties} == {version}


def test_the_version_in_use_is_that_of_the_same_major_version() -> None:
    known = libraries.versions(ROOT, "java")["jackson-databind"]
    assert [number.partition(".")[0] for number in known] == ["3", "2"]
    assert [Library("java", "jackson-databind", "").used(ROOT, beside) for beside in ("3.1.4", "2.20.0", "9.0")] == [known[0], known[1], known[0]]


CARGO = """#!/bin/sh
echo "$@" >> {log}
[ "$1" = update ] && exit 0
echo "error: it does not compile" >&2
case "$RUSTFLAGS" in *broken*) exit 101;; esac
while [ $# -gt 0 ]; do [ "$1" = --target-dir ] && target="$2"; shift; done
mkdir -p "$target/release" && echo built > "$target/release/rust-server"
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of one file, and a cargo that notes how it is called and leaves a program behind."""
    root, tools = tmp_path / "checkout", tmp_path / "tools"
    for folder in (root / "rust-server", root / "java-server", root / "providers", tools):
        folder.mkdir(parents=True)
        (folder / "README.md").write_text("")
    (root / "rust-server" / "Cargo.toml").write_text("")
    (root / "rust-server" / "Cargo.lock").write_text('[[package]]\nname = "serde_json"\nversion = "1.0.150"\n')
    cargo = tools / "cargo"
    cargo.write_text(CARGO.format(log=tmp_path / "calls"))
    cargo.chmod(cargo.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    for command in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"]):
        assert shutil.which("git")
        builds._run(["git", "-C", str(root), *command], {})
    return root


def test_a_setup_is_built_once_in_a_copy_and_again_where_its_sources_change(checkout: Path, tmp_path: Path) -> None:
    told: list[str] = []
    build = Build("rust", features=("mimalloc",))
    for _ in range(2):
        builds.make(build, Options(checkout), "rust-server+mimalloc", told.append)
    program = builds.folder(checkout, "rust-server+mimalloc") / "rust-server/target/release/rust-server"
    assert (told, program.read_text()) == (["rust-server+mimalloc"], "built\n")
    called = (tmp_path / "calls").read_text()
    assert "--features mimalloc" in called and str(program.parents[2] / "Cargo.toml") in called
    (checkout / "rust-server" / "new.rs").write_text("//")
    builds.make(build, Options(checkout), "rust-server+mimalloc", told.append)
    assert len(told) == 2 and (program.parents[2] / "new.rs").is_file()


def test_a_build_by_a_profile_of_mavens_is_the_program_of_its_folder(checkout: Path, tmp_path: Path) -> None:
    (period,) = parsed(["period"], BOTH, ROOT)
    assert (period.server, period.adds, period.build) == ("java-server+period", True, Build("java", profile="period"))
    assert "<id>period</id>" in (ROOT / "java-server/pom.xml").read_text()
    mvn = tmp_path / "tools" / "mvn"
    mvn.write_text('#!/bin/sh\ncd "$(dirname "$5")" && mkdir -p target/period && echo "$@" > target/period/java-server-period.jar\n')
    mvn.chmod(mvn.stat().st_mode | stat.S_IEXEC)
    assert period.build
    builds.make(period.build, Options(checkout), period.server, lambda name: None)
    made = period.options(Options(checkout)).root / "java-server/target/java-server.jar"
    assert "-Pperiod" in made.read_text().split()


def test_a_build_of_a_commit_has_the_sources_of_that(checkout: Path) -> None:
    (checkout / "rust-server" / "later.rs").write_text("//")
    first = builds.commit(checkout, "HEAD")
    builds.make(Build("rust", commit=first), Options(checkout), "rust-server+commit=a", lambda name: None)
    copy = builds.folder(checkout, "rust-server+commit=a") / "rust-server"
    assert not (copy / "later.rs").exists()
    # Cargo compares times alone, and the folder of builds may hold one that was made meanwhile.
    assert (copy / "Cargo.toml").stat().st_mtime > (checkout / "rust-server" / "later.rs").stat().st_mtime


def test_a_build_that_fails_says_the_compilers_own_words_and_is_tried_again(checkout: Path) -> None:
    for _ in range(2):
        with pytest.raises(SetupError, match="cannot be built") as failed:
            builds.make(Build("rust", rustflags="broken"), Options(checkout), "rust-server+x", lambda name: None)
        assert "it does not compile" in failed.value.why
        assert Path(failed.value.do.removeprefix("see ")).is_file()


def test_a_build_without_the_version_that_it_is_for_is_refused(checkout: Path) -> None:
    with pytest.raises(SetupError, match=r"has not serde_json 1\.0\.140") as failed:
        builds.make(Build("rust", Library("rust", "serde_json", "1.0.140")), Options(checkout), "rust-server+old", lambda name: None)
    assert failed.value.why == "it has 1.0.150"


#: Programs of a tool chain, the server in miniature among them; each notes how it is called.
PROFILING = {
    "rustc": 'case "$1" in -vV) printf "host: some-host\\nLLVM version: 22.1.2\\n";; *) echo {root}/lib;; esac',
    "cargo": """echo "cargo $RUSTFLAGS" >> {root}/calls
while [ $# -gt 0 ]; do [ "$1" = --target-dir ] && target="$2"; [ "$1" = --target ] && host="$2"; shift; done
mkdir -p "$target/$host/release" "$target/profiles"
printf '#!/bin/sh\\necho profile > %s/profiles/1.profraw\\nexec {miniature} rust' "$target" > "$target/$host/release/rust-server"
chmod +x "$target/$host/release/"*""",
    "llvm-profdata": "exit 1",  # an older one
    "llvm-profdata-22": 'echo "$@" >> {root}/calls; touch "$3"',
}


def test_a_server_is_built_again_with_the_profile_that_its_runs_leave(checkout: Path, tmp_path: Path) -> None:
    for name, script in PROFILING.items():
        program(tmp_path / "tools" / name, "true")
        (tmp_path / "tools" / name).write_text("#!/bin/sh\n" + script.format(root=tmp_path, miniature=f"{sys.executable} {MINIATURES}"))
    (setup,) = parsed(["pgo"], BOTH, checkout)
    setup.make(Options(checkout), lambda name: None)
    profiles = checkout / ".run" / "setups" / "target-pgo" / "profiles"
    generate, merge, use = (tmp_path / "calls").read_text().splitlines()
    assert (generate, use) == (f"cargo -Cprofile-generate={profiles}", f"cargo -Cprofile-use={profiles}/merged.profdata")
    assert merge == f"merge -o {profiles}/merged.profdata {profiles}/1.profraw"
    assert setup.spec.command(Options(checkout)) == [str(builds.folder(checkout, setup.server) / "rust-server/target/release/rust-server")]


def test_a_profile_that_nothing_can_merge_is_refused_with_what_to_install(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (tmp_path / "tools" / "rustc").write_text("#!/bin/sh\n" + PROFILING["rustc"].format(root=tmp_path))
    (tmp_path / "tools" / "rustc").chmod(0o755)
    with pytest.raises(SetupError, match="llvm-profdata is missing") as refused:
        parsed(["pgo"], BOTH, checkout)[0].make(Options(checkout), lambda name: None)
    assert refused.value.do == "run `rustup component add llvm-tools`, or install llvm-22"


class _Engine:
    """An engine as a server announces it."""

    def __init__(self, name: str, format_name: str, version: str) -> None:
        self.name, self.format, self.version = name, format_name, version
        self.object_types, self.series, self.operation = ("DummyObject",), ("usual",), "decode"


class _Said:
    """What a consumer announces: a default of two formats, and an engine beside the first."""

    growing, excerpted, cpus = (), (), 2

    def __init__(self, fast: str, xml: str) -> None:
        self.engines = (_Engine("json", "JSON", "1"), _Engine("fast", "JSON", fast), _Engine("xml", "XML", xml))


@pytest.mark.parametrize(
    ("fast", "xml", "measured"),
    [("1", "1", {"JSON": ["json"], "XML": ["xml"]}), ("2", "1", {"JSON": ["fast"], "XML": []}), ("2", "2", {"JSON": ["fast"], "XML": ["xml"]})],
)
def test_an_upgrade_measures_what_it_changes_and_all_defaults_where_no_engine_is(fast: str, xml: str, measured: dict[str, list[str]]) -> None:
    left = chosen(Filters(("DummyObject",), checks=("usual",), changed=True), {"a": _Said("1", "1"), "a+new": _Said(fast, xml)})
    for consumer in ("a", "a+new"):
        assert {name: left.engines[consumer, name, "usual"] for name in ("JSON", "XML")} == measured


RUST, JAVA, SERIAL, OLD = (Contender(name) for name in ("rust-server", "java-server", "java-server+serial", "java-server+jdk-17"))
#: ns; serial is the same as usual within the margin.
TIMES = {RUST: 1000, JAVA: 2000, SERIAL: 2004, OLD: 2600}


def times(turn: SliceTurn) -> float:
    return TIMES[turn.contender] * exp(Random(f"{turn.round} {turn.position} {turn.contender}").gauss(0, 0.002))


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GroupedFacts]:
    with open_store(str(tmp_path_factory.mktemp("setups") / "a.sqlite")) as store:
        found = gather(store, sweep_of(store, 6, times, over=CELLS, pair=tuple(TIMES)))
        assert isinstance(found, GroupedFacts)
        yield found


def test_a_setup_stands_beside_the_usual_consumer_of_its_runtime(facts: GroupedFacts) -> None:
    found = rows(facts)
    assert {(one.baseline, one.other) for one in found} == {(JAVA, SERIAL), (JAVA, OLD)}
    assert {one.decision.verdict for one in found if one.decision and one.other == SERIAL} == {"same"}
    assert {one.decision.verdict for one in found if one.decision and one.other == OLD} == {"slower"}
    assert ranking(facts) == {}, "setups are no engines, so that there is nothing to rank"


def test_the_section_says_whether_it_is_the_language_or_the_flags(facts: GroupedFacts) -> None:
    section = setups(facts)
    text = next(block.text for block in section.blocks if isinstance(block, Text))
    assert re.search(r"setups move java-server by at most 1\.3\d \(java-server\+jdk-17, .* slower", text)
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
    before: Contender, after: Contender, code: ExitCode, verdict: str, facts: GroupedFacts, capsys: pytest.CaptureFixture[str]
) -> None:
    found = between(facts, before.consumer, after.consumer)
    assert {(one.baseline, one.other) for one in found} == {(before, after)} and len(found) == len(CELLS)
    assert _judged("a 1 -> 2", found, as_json=False) == code
    assert f"a 1 -> 2: {verdict} (" in capsys.readouterr().out
    assert _judged("a 1 -> 2", found, as_json=True) == code
    assert f'"verdict": "{verdict}"' in capsys.readouterr().out


def test_an_upgrade_of_too_few_rounds_is_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(str(tmp_path / "a.sqlite")) as store:
        found = gather(store, sweep_of(store, 3, times, over=CELLS, pair=(JAVA, OLD)))
    assert isinstance(found, GroupedFacts)
    assert _judged("a 1 -> 2", between(found, JAVA.consumer, OLD.consumer), as_json=False) == ExitCode.UNDECIDED
    assert "undecided" in capsys.readouterr().out


def test_the_names_of_servers_are_free_of_the_sign_of_setups() -> None:
    assert not any("+" in name for name in NAMES)
