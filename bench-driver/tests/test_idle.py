"""What idle contenders use of a CPU while another one is measured."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from bench_driver.measure.call import Run
from bench_driver.measure.idle import watched
from bench_driver.servers.base import Target
from bench_driver.servers.contract import Engines
from bench_driver.servers.identity import Live
from bench_driver.system import cpu

from .miniatures import engines

RUN = Run({}, "", "", {"seconds": 1.0})


def live(pid: int | None, runtime: str = "rust") -> Live:
    return Live(Target("a#2", runtime, "consumer", "http://127.0.0.1:1", pid=pid), None, Engines.model_validate(engines("rust")), {})


def burnt(seconds: float) -> Run:
    """A run that takes so much CPU time of this process."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return RUN


def test_the_cpu_time_of_a_process_is_what_it_says_itself() -> None:
    before = cpu.seconds(os.getpid())
    burnt(0.05)
    after = cpu.seconds(os.getpid())
    assert before is not None
    assert after is not None
    assert 0.05 <= after - before <= time.process_time()


def test_a_process_that_is_gone_has_none() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        child.wait()
    assert cpu.seconds(child.pid) is None


def test_without_the_clock_of_posix_the_systems_ticks_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu, "_clock_of", lambda: None)
    burnt(0.05)
    found = cpu.seconds(os.getpid())
    assert found is not None
    assert found == pytest.approx(time.process_time(), abs=0.1)


def test_what_an_idle_server_used_is_noted_as_a_share_of_one_cpu() -> None:
    start = time.monotonic()
    share = watched(lambda: burnt(0.1), [live(os.getpid())]).notes["idle_cpu"]
    assert share * (time.monotonic() - start) >= 0.0999


def test_a_server_that_sleeps_used_next_to_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", "print('ready', flush=True); input()"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout
        child.stdout.readline()
        assert watched(lambda: burnt(0.1), [live(child.pid)]).notes["idle_cpu"] < 0.5
        child.communicate(b"\n")


def waited() -> Run:
    """A run that takes half a second of nobody's CPU."""
    time.sleep(0.5)
    return RUN


def test_what_a_browsers_other_processes_use_is_its_own() -> None:
    burning = "import time\nprint('ready', flush=True)\nwhile time.process_time() < 60: pass"
    parent = f"import subprocess, sys\nwith subprocess.Popen([sys.executable, '-c', {burning!r}]) as child:\n  sys.stdin.read()\n  child.kill()"
    with subprocess.Popen([sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()
        shares = {runtime: watched(waited, [live(process.pid, runtime)]).notes["idle_cpu"] for runtime in ("browser", "rust")}
        process.communicate()
    assert shares["browser"] > 0.05 > shares["rust"]


def test_a_server_that_nobody_can_read_leaves_it_open_and_nobody_idle_is_nothing() -> None:
    assert watched(lambda: RUN, [live(None), live(os.getpid())]).notes == {"seconds": 1.0, "idle_cpu": None}
    assert watched(lambda: replace(RUN, notes={}), []).notes == {"idle_cpu": 0.0}
