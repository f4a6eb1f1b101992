"""What idle contenders use of a CPU while another one is measured."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace

import pytest

from bench_driver.measure import round as rounds
from bench_driver.measure.call import Run
from bench_driver.measure.idle import LOOK_S, WAIT_S, settled, watched
from bench_driver.servers.base import Target
from bench_driver.servers.contract import Engines
from bench_driver.servers.identity import Live
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.system import cpu

from .miniatures import engines
from .slicing import slices_of, sweep_in_groups
from .sweeping import Miniatures

RUN = Run({}, "", "", {"seconds": 1.0})


def live(pid: int | None, runtime: str = "rust") -> Live:
    return Live(
        Target("a#2", runtime, "consumer", "http://127.0.0.1:1", pid=pid),
        None,
        Engines.model_validate(engines("rust")),
        {},
    )


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


def test_without_the_clock_of_posix_the_systems_ticks_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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
    with subprocess.Popen(
        [sys.executable, "-c", "print('ready', flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as child:
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
    parent = (
        f"import subprocess, sys\nwith subprocess.Popen([sys.executable, '-c', {burning!r}]) as "
        "child:\n  sys.stdin.read()\n  child.kill()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout
        process.stdout.readline()
        shares = {
            runtime: watched(waited, [live(process.pid, runtime)]).notes["idle_cpu"]
            for runtime in ("browser", "rust")
        }
        process.communicate()
    assert shares["browser"] > 0.05 > shares["rust"]


def test_a_server_that_nobody_can_read_leaves_it_open_and_nobody_idle_is_nothing() -> None:
    assert watched(lambda: RUN, [live(None), live(os.getpid())]).notes == {
        "seconds": 1.0,
        "idle_cpu": None,
    }
    assert watched(lambda: replace(RUN, notes={}), []).notes == {"idle_cpu": 0.0}


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The looks that were waited for, of which each takes as long as it was asked to, by a clock of
    its own.
    """
    made: list[float] = []
    monkeypatch.setattr(time, "sleep", made.append)
    monkeypatch.setattr(time, "monotonic", lambda: sum(made))
    return made


def uses(monkeypatch: pytest.MonkeyPatch, slept: list[float], share: float, seconds: float) -> Live:
    """A server that uses such a share of a CPU for so long, and then none."""
    monkeypatch.setattr(cpu, "seconds", lambda pid: share * min(sum(slept), seconds))
    return live(1)


def test_a_slice_waits_for_a_server_that_goes_on_after_its_answer(
    monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    settled([uses(monkeypatch, slept, 0.7, 0.1)])
    assert sum(slept) == pytest.approx(0.1 + LOOK_S)


def test_it_waits_for_nobody_for_ever(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> None:
    settled([uses(monkeypatch, slept, 0.7, 60)])
    assert sum(slept) == pytest.approx(WAIT_S, abs=1.01 * LOOK_S)


def test_where_all_are_idle_one_look_is_enough_and_at_nobody_there_is_none(
    monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    settled([uses(monkeypatch, slept, 0.01, 60), live(None)])
    assert slept == [LOOK_S]
    settled([live(None)])
    assert slept == [LOOK_S]


def test_servers_that_are_a_little_busy_each_are_busy_together(
    monkeypatch: pytest.MonkeyPatch, slept: list[float]
) -> None:
    settled([uses(monkeypatch, slept, 0.015, 0.1)] * 2)
    assert sum(slept) > 0.1


def test_each_slice_waits_for_the_contenders_that_it_is_not_of(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[str] = []
    monkeypatch.setattr(
        rounds, "settled", lambda idle: waited.extend(one.target.name for one in idle)
    )
    sweep_in_groups(store, Miniatures(), rounds=1)
    other = {"rust-server": "java-server", "java-server": "rust-server"}
    warm_up = [
        name
        for run in read.answers(store, read.find(store).id)
        if run.series.endswith("warmup")
        for name in other
    ]
    slices = [other[one.contender.consumer] for one in slices_of(store)]
    assert Counter(waited) == Counter([*warm_up, *slices]) and slices, (
        "before a run of a warm-up it waits for all of them"
    )
