"""Builds of setups: in a copy of the sources with a version of a library, of a commit, by a
profile; made once, and again where something changed.
"""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from bench_builds import builds, libraries
from bench_builds.builds import Build
from bench_builds.libraries import Library
from bench_builds.setups import read
from bench_driver.errors import SetupError, UsageError
from bench_driver.servers.specs import Options
from bench_driver.system import processes, repository
from bench_driver.system.repository import find_root

from .conftest import MINIATURES, program

ROOT = find_root()
BOTH = ("rust-server", "java-server")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The manifests of the checkout, to be changed."""
    for name in [
        "java-server/pom.xml",
        "rust-server/Cargo.lock",
        *(str(file.relative_to(ROOT)) for file in (ROOT / "rust-server").glob("**/Cargo.toml")),
    ]:
        if "target" not in name and "fuzz" not in name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize(
    "name",
    ["serde_json", "bson", "quick-xml", "simd-json", "serde-xml-rs", "xml", "serde", "tokio"],
)
def test_the_manifest_that_names_a_crate_asks_for_the_version(name: str, copy: Path) -> None:
    libraries.change(Library("rust", name, "9.9.9"), copy)
    asked = [_requirement(file, name) for file in copy.glob("**/Cargo.toml")]
    assert sorted(filter(None, asked)) == ["=9.9.9"]


def _requirement(manifest: Path, name: str) -> str:
    """The version that a manifest asks for, where it says one."""
    read: dict[str, Any] = tomllib.loads(manifest.read_text())
    found = {
        **read.get("dependencies", {}),
        **read.get("workspace", {}).get("dependencies", {}),
    }.get(name, "")
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
        ("jackson-databind", "3.1.4", {"jackson-bom"}),
        ("jackson-databind", "2.20.0", {"jackson-2-bom"}),
        ("jackson-dataformat-xml", "3.1.4", {"jackson-bom"}),
        ("jackson-bom", "3.1.4", {"jackson-bom"}),
        ("jackson-2-bom", "2.20.0", {"jackson-2-bom"}),
    ],
)
def test_a_java_library_takes_what_goes_by_its_number_and_nothing_else(
    library: str, version: str, properties: set[str], copy: Path
) -> None:
    def found() -> dict[str, str]:
        return dict(
            re.findall(r"<([\w-]+)\.version>([^<]+)<", (copy / "java-server/pom.xml").read_text())
        )

    before = found()
    libraries.change(Library("java", library, version), copy)
    after = found()
    assert {name for name in before if after[name] != before[name]} == properties
    assert {after[name] for name in properties} == {version}


def test_the_version_in_use_is_that_of_the_same_major_version() -> None:
    known = libraries.versions(ROOT, "java")["jackson-databind"]
    assert [number.partition(".")[0] for number in known] == ["3", "2"]
    assert [
        Library("java", "jackson-databind", "").used(ROOT, beside)
        for beside in ("3.1.4", "2.20.0", "9.0")
    ] == [known[0], known[1], known[0]]


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
    """A checkout of one file, and a cargo that notes how it is called and leaves a
    program behind.
    """
    root, tools = tmp_path / "checkout", tmp_path / "tools"
    for folder in (root / "rust-server", root / "java-server", root / "providers", tools):
        folder.mkdir(parents=True)
        (folder / "README.md").write_text("")
    (root / "rust-server" / "Cargo.toml").write_text("")
    (root / "rust-server" / "Cargo.lock").write_text(
        '[[package]]\nname = "serde_json"\nversion = "1.0.150"\n'
    )
    cargo = tools / "cargo"
    cargo.write_text(CARGO.format(log=tmp_path / "calls"))
    cargo.chmod(cargo.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"],
    ):
        assert shutil.which("git")
        builds._run(["git", "-C", str(root), *command])
    return root


def test_a_setup_is_built_once_in_a_copy_and_again_where_its_sources_change(
    checkout: Path, tmp_path: Path
) -> None:
    told: list[str] = []
    build = Build("rust", features=("mimalloc",))
    known = []
    for _ in range(2):
        known.append(builds.is_made(build, Options(checkout), "rust-server+mimalloc"))
        builds.make(build, Options(checkout), "rust-server+mimalloc", told.append)
    assert known == [False, True]
    program = (
        builds.folder(checkout, "rust-server+mimalloc") / "rust-server/target/release/rust-server"
    )
    assert (told, program.read_text()) == (["rust-server+mimalloc"], "built\n")
    called = (tmp_path / "calls").read_text()
    assert "--features mimalloc" in called and str(program.parents[2] / "Cargo.toml") in called
    (checkout / "rust-server" / "new.rs").write_text("//")
    assert not builds.is_made(build, Options(checkout), "rust-server+mimalloc")
    builds.make(build, Options(checkout), "rust-server+mimalloc", told.append)
    assert len(told) == 2 and (program.parents[2] / "new.rs").is_file()


def test_a_build_by_a_profile_of_mavens_is_the_program_of_its_folder(
    checkout: Path, tmp_path: Path
) -> None:
    (period,) = read("period", BOTH, ROOT)
    assert (period.server, period.adds, period.build) == (
        "java-server+period",
        True,
        Build("java", profile="period"),
    )
    assert "<id>period</id>" in (ROOT / "java-server/pom.xml").read_text()
    mvn = tmp_path / "tools" / "mvn"
    mvn.write_text(
        '#!/bin/sh\ncd "$(dirname "$5")" && mkdir -p target/period && echo "$@" > '
        "target/period/java-server-period.jar\n"
    )
    mvn.chmod(mvn.stat().st_mode | stat.S_IEXEC)
    builds.make(period.build, Options(checkout), period.server, lambda name: None)
    made = period.options(Options(checkout)).root / "java-server/target/java-server.jar"
    assert "-Pperiod" in made.read_text().split()


def test_a_build_of_a_commit_has_the_sources_of_that(checkout: Path) -> None:
    (checkout / "rust-server" / "later.rs").write_text("//")
    first = builds.commit(checkout, "HEAD")
    builds.make(
        Build("rust", commit=first), Options(checkout), "rust-server+commit=a", lambda name: None
    )
    copy = builds.folder(checkout, "rust-server+commit=a") / "rust-server"
    assert not (copy / "later.rs").exists()
    # Cargo compares times alone, and the folder of builds may hold one that was made meanwhile.
    assert (copy / "Cargo.toml").stat().st_mtime > (
        checkout / "rust-server" / "later.rs"
    ).stat().st_mtime


@pytest.mark.parametrize("named", [False, True], ids=["around it", "that GIT_DIR names"])
def test_no_commit_is_taken_from_a_repository_of_another_program(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: bool
) -> None:
    inner = checkout / "unpacked"
    shutil.copytree(checkout, inner, ignore=shutil.ignore_patterns(".git", "unpacked"))
    if named:
        monkeypatch.setenv("GIT_DIR", str(checkout / ".git"))
    with pytest.raises(UsageError, match="HEAD names no commit") as refused:
        builds.commit(inner, "HEAD")
    assert "the folder is no git checkout of its own" in str(refused.value)
    with pytest.raises(SetupError, match="not a git repository"):
        builds._archive(Options(inner), "HEAD")
    alone = repository.files(inner, repository.SOURCES)  # as they lie there, and of nothing around
    assert alone and all((inner / file).is_file() for file in alone)


def test_a_build_that_fails_says_the_compilers_own_words_and_is_tried_again(checkout: Path) -> None:
    for _ in range(2):
        with pytest.raises(SetupError, match="cannot be built") as failed:
            builds.make(
                Build("rust", rustflags="broken"),
                Options(checkout),
                "rust-server+x",
                lambda name: None,
            )
        assert "it does not compile" in failed.value.why
        assert Path(failed.value.do.removeprefix("see ")).is_file()


def test_a_build_without_the_version_that_it_is_for_is_refused(checkout: Path) -> None:
    with pytest.raises(SetupError, match=r"has not serde_json 1\.0\.140") as failed:
        builds.make(
            Build("rust", Library("rust", "serde_json", "1.0.140")),
            Options(checkout),
            "rust-server+old",
            lambda name: None,
        )
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


def test_a_server_is_built_again_with_the_profile_that_its_runs_leave(
    checkout: Path, tmp_path: Path
) -> None:
    for name, script in PROFILING.items():
        program(tmp_path / "tools" / name, "true")
        (tmp_path / "tools" / name).write_text(
            "#!/bin/sh\n" + script.format(root=tmp_path, miniature=f"{sys.executable} {MINIATURES}")
        )
    (setup,) = read("pgo", BOTH, checkout)
    setup.make(Options(checkout), lambda name: None)
    profiles = checkout / ".run" / "setups" / "target-pgo" / "profiles"
    generate, merge, use = (tmp_path / "calls").read_text().splitlines()
    assert (generate, use) == (
        f"cargo -Cprofile-generate={profiles}",
        f"cargo -Cprofile-use={profiles}/merged.profdata",
    )
    assert merge == f"merge -o {profiles}/merged.profdata {profiles}/1.profraw"
    assert setup.spec.command(Options(checkout)) == [
        str(builds.folder(checkout, setup.server) / "rust-server/target/release/rust-server")
    ]


def test_a_profile_that_nothing_can_merge_is_refused_with_what_to_install(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    (tmp_path / "tools" / "rustc").write_text(
        "#!/bin/sh\n" + PROFILING["rustc"].format(root=tmp_path)
    )
    (tmp_path / "tools" / "rustc").chmod(0o755)
    with pytest.raises(SetupError, match="llvm-profdata is missing") as refused:
        read("pgo", BOTH, checkout)[0].make(Options(checkout), lambda name: None)
    assert refused.value.do == "run `rustup component add llvm-tools`, or install llvm-22"


def test_what_a_build_says_is_heard_while_it_runs(tmp_path: Path) -> None:
    heard: list[str] = []
    builds.logged(["sh", "-c", "echo before; echo one"], {}, tmp_path)
    builds.logged(["sh", "-c", "echo two; sleep 2; echo three"], {}, tmp_path, heard.append)
    assert heard == ["two\n"]
    assert (tmp_path / "build.log").read_text() == "before\none\ntwo\nthree\n"
    with pytest.raises(builds.BuildFailed, match="cannot be built") as failed:
        builds.logged(["sh", "-c", "echo four; exit 3"], {}, tmp_path)
    assert failed.value.lines == ["four"]
    with pytest.raises(SetupError, match="no-such-tool is missing"):
        builds.logged(["no-such-tool"], {}, tmp_path)


def test_a_program_that_is_ended_takes_along_what_it_started(tmp_path: Path) -> None:
    with (tmp_path / "pid").open("wb") as out, pytest.raises(subprocess.TimeoutExpired):
        command = ["sh", "-c", "sleep 60 & echo $!; wait"]
        processes.exit_code(command, out=out.fileno(), err=out.fileno(), limit_s=2)
    child = processes.identify(int((tmp_path / "pid").read_text()))
    assert child is None or processes.ended(child, 5)
