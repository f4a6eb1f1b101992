"""What machine and which commit figures are from, where the system does not simply say it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from bench_driver.report.sections.environment import where
from bench_driver.system import machine
from bench_driver.system.repository import checked_out

from .conftest import FREE, Command

ARM = (
    "processor\t: {}\nBogoMIPS\t: 243.75\nCPU implementer\t: {}\nCPU architecture: 8\nCPU "
    "variant\t: 0x3\nCPU part\t: {}\n"
)


def test_cores_of_arm_are_told_apart_by_their_numbers() -> None:
    neoverse, other = (
        "".join(ARM.format(core, maker, part) for core in (0, 1))
        for maker, part in (("0x41", "0xd0c"), ("0xc0", "0xac3"))
    )
    assert machine.cpu_of(neoverse) == "ARM implementer 0x41, part 0xd0c"
    assert machine.cpu_of(other) == "ARM implementer 0xc0, part 0xac3"
    both = ARM.format(0, "0x41", "0xd05") + ARM.format(1, "0x41", "0xd0a")
    assert (
        machine.cpu_of(both) == "ARM implementer 0x41, part 0xd05; ARM implementer 0x41, part 0xd0a"
    )


@pytest.mark.parametrize(
    ("cpuinfo", "cpu"),
    [
        ("processor\t: 0\nmodel\t\t: 85\nmodel name\t: Intel(R) Xeon(R)\n", "Intel(R) Xeon(R)"),
        (
            "processor\t: 0\ncpu\t\t: POWER9 (raw), altivec supported\n",
            "POWER9 (raw), altivec supported",
        ),
        ("processor\t: 0\nisa\t\t: rv64imafdc\nuarch\t\t: sifive,u74-mc\n", "sifive,u74-mc"),
        ("processor\t: 0\n", ""),
    ],
)
def test_a_processor_has_the_name_that_its_kind_gives(cpuinfo: str, cpu: str) -> None:
    assert machine.cpu_of(cpuinfo) == cpu


def git(folder: Path, *command: str) -> None:
    """Runs git there."""
    named = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "-C", str(folder), *named, *command], check=True, capture_output=True)


def cloned(folder: Path) -> Path:
    """A repository with a commit."""
    folder.mkdir(exist_ok=True)
    git(folder, "init", "-q")
    (folder / "file").write_text("as committed")
    git(folder, "add", "file")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def test_the_commit_is_that_of_the_checkout_and_says_whether_files_differ(tmp_path: Path) -> None:
    clean = checked_out(cloned(tmp_path / "one"))
    assert clean.commit and len(clean.commit) == 40 and clean.about == {"commit": clean.commit}
    (tmp_path / "one" / "file").write_text("changed")
    assert checked_out(tmp_path / "one").commit == f"{clean.commit}-dirty"


def test_a_folder_inside_another_repository_has_no_commit_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outer, inner = cloned(tmp_path / "outer"), tmp_path / "outer" / "unpacked"
    inner.mkdir()
    assert checked_out(inner).about == {
        "commit": None,
        "commit_unknown": "the folder is no git checkout of its own",
    }
    monkeypatch.setenv("GIT_DIR", str(outer / ".git"))
    assert checked_out(inner).commit is None, "a git hook's environment names a repository"


@pytest.mark.skipif(os.getuid() != 0, reason="only root may give a file away")
def test_a_checkout_that_another_user_owns_says_that_git_refuses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = cloned(tmp_path / "theirs")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    for path in (root, root / ".git"):
        os.chown(path, 12345, 12345)
    seen = checked_out(root)
    assert (seen.commit, "another user owns" in seen.why, f"safe.directory {root}" in seen.do) == (
        None,
        True,
        True,
    ), seen
    assert f"commit unknown ({seen.why})" in "\n".join(where({**seen.about, "driver_version": "1"}))


def test_a_sweep_of_a_folder_without_a_commit_says_so(bench: Command) -> None:
    small = [
        "--amounts=10,20",
        "--rounds=1",
        "--warmup=10",
        "--format=json",
        "--object-type=DummyObject",
    ]
    done = bench("sweep", *FREE, *small)
    assert (
        done.returncode,
        "results will have no commit: the folder is no git checkout" in done.stderr,
    ) == (0, True), done.stderr
    assert "commit unknown (the folder is no git checkout of its own)" in bench(
        "show"
    ).stdout + "".join(
        file.read_text()
        for file in Path(done.stdout.split("results: ")[1].splitlines()[0]).glob("summary.md")
    )
