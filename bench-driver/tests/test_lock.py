"""The machine's lock, between real processes."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench_driver.errors import Busy, SetupError
from bench_driver.system import lock

from .conftest import FREE, Command, running, said

SWEEP = [
    "sweep",
    *FREE,
    "--amounts=10,20",
    "--rounds=1",
    "--warmup=10",
    "--format=json",
    "--object-type=DummyObject",
]
ROOT = Path(__file__).resolve().parents[2]
_HOLDER = (
    "import sys; from bench_driver.system import lock\nwith lock.held('the holder'): "
    "print('held', flush=True); sys.stdin.read()"
)


@contextmanager
def holder() -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock until its input ends, or it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_who_comes_second_is_told_who_measures() -> None:
    with (
        holder() as process,
        pytest.raises(Busy, match="the machine is busy") as refused,
        lock.held("me"),
    ):
        pass
    assert f"`the holder` measures, process {process.pid}, since 20" in refused.value.why
    assert "wait until that has ended" in refused.value.do


def test_a_killed_holder_leaves_no_stale_lock(own_lock: Path) -> None:
    with holder() as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert "the holder" in (own_lock / "bench-driver.lock").read_text(), (
        "it had no time to take its name out"
    )
    with lock.held("me"):
        assert "the holder" not in (own_lock / "bench-driver.lock").read_text()
    assert (own_lock / "bench-driver.lock").read_text() == ""


def test_who_waits_is_told_for_whom_and_gets_it_in_the_end() -> None:
    with holder() as process:
        told: list[Busy] = []

        def waiting(busy: Busy) -> None:
            told.append(busy)
            assert process.stdin
            process.stdin.close()

        with lock.held("me", waiting):
            assert process.wait() == 0
    assert len(told) == 1 and "the holder" in told[0].why


def test_a_holder_in_a_container_is_named_by_its_host(
    own_lock: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with holder() as process:
        monkeypatch.setattr("socket.gethostname", lambda: "elsewhere")
        with pytest.raises(Busy) as refused, lock.held("me"):
            pass
    assert f"process {process.pid} of {os.uname().nodename}" in refused.value.why


def test_every_user_takes_the_same_file(own_lock: Path) -> None:
    with lock.held("me"):
        assert stat.S_IMODE((own_lock / "bench-driver.lock").stat().st_mode) == 0o666


def test_the_folder_is_the_first_that_everybody_may_write_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(lock.BENCH_LOCK)
    places = [tmp_path / name for name in ("none", "roots", "shared")]
    places[1].mkdir(mode=0o755)
    places[2].mkdir()
    places[2].chmod(0o1777)
    monkeypatch.setattr(lock, "_FOLDERS", tuple(map(str, places)))
    assert lock.folder() == places[2]
    monkeypatch.setattr(lock, "_FOLDERS", tuple(map(str, places[:2])))
    assert lock.folder() == Path(os.environ.get("TMPDIR", "/tmp"))


def test_a_folder_that_holds_no_lock_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(lock.BENCH_LOCK, "/nowhere")
    with (
        pytest.raises(SetupError, match=r"/nowhere/bench-driver.lock cannot be opened") as refused,
        lock.held("me"),
    ):
        pass
    assert "BENCH_LOCK=/tmp" in refused.value.do


@pytest.mark.parametrize("kind", ["symbolic", "dangling", "hard", "pipe", "folder"])
def test_a_lock_that_is_another_file_is_refused_and_that_file_left_as_it_is(
    own_lock: Path, tmp_path: Path, kind: str
) -> None:
    mine, name = tmp_path / "mine", own_lock / "bench-driver.lock"
    mine.write_text("figures")
    match kind:
        case "symbolic":
            name.symlink_to(mine)
        case "dangling":
            name.symlink_to(tmp_path / "nothing")
        case "hard":
            name.hardlink_to(mine)
        case "pipe":
            os.mkfifo(name)
        case _:
            name.mkdir()
    with pytest.raises(SetupError, match="cannot be opened"), lock.held("me"):
        pass
    assert mine.read_text() == "figures"
    assert sorted(tmp_path.iterdir()) == [mine]


@pytest.mark.parametrize("command", [SWEEP, [*SWEEP, "--dry-run"], ["run", "--amount=10"]])
def test_what_measures_is_busy_while_another_measures_and_starts_nothing(
    bench: Command, checkout: Path, command: list[str]
) -> None:
    assert bench("servers", "up", *FREE).returncode == 0, "servers alone measure nothing"
    with holder() as process:
        done = bench(*command)
        assert bench("servers", "status").returncode == 0
    assert (
        done.returncode,
        "the machine is busy" in done.stderr,
        str(process.pid) in done.stderr,
    ) == (1, True, True), done.stderr
    assert not [item for item in (checkout / "results").glob("*") if item.is_dir()]


@pytest.mark.parametrize("command", ["failures", "attacks", "leaks", "soak", "meter"])
def test_the_lab_measures_alone_too(command: str) -> None:
    with holder() as process:
        done = subprocess.run(
            [sys.executable, "-m", "bench_lab", command, f"--root={ROOT}"],
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    assert (
        done.returncode,
        "the machine is busy" in done.stderr,
        str(process.pid) in done.stderr,
    ) == (1, True, True), done.stderr


def test_a_sweep_waits_for_another_checkouts_and_then_goes_on(
    bench: Command, checkout: Path
) -> None:
    with holder() as other, running(*SWEEP, "--wait") as sweep:
        assert str(other.pid) in said(sweep, "waiting: the machine is busy")
        assert other.stdin
        other.stdin.close()
        shown, words = sweep.communicate(timeout=600)
    assert (sweep.returncode, "complete" in shown) == (0, True), words


def test_a_wait_ends_with_a_signal(bench: Command, checkout: Path) -> None:
    with holder(), running(*SWEEP, "--wait") as sweep:
        said(sweep, "waiting")
        sweep.send_signal(signal.SIGTERM)
        sweep.communicate(timeout=600)
    assert sweep.returncode == 130
