"""Three machines in namespaces, and all that may go wrong between them and their driver."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from bench_cluster.certificates import make
from bench_studies.stores.namespaces import why_none
from tests.clustering import TINY, Cluster, Program, await_, until

from .networks import Networks, networks

MACHINES = ("a", "b", "c")
#: More than quick machines make while another stands still for a minute.
ROUNDS = 40
#: As docs/recipes/ssh.sh starts a worker again.
AGAIN = ["sh", "-c", 'while :; do "$@"; sleep 1; done', "sh"]


@pytest.fixture
def place(checkout: Path, tmp_path: Path) -> Iterator[tuple[Cluster, Networks]]:
    """The machines, their scheduler, and certificates."""
    if why := why_none():
        pytest.skip(why)
    make(tmp_path / "certificates")
    with networks(MACHINES) as nets:
        given = {"BENCH_CERTIFICATES": str(tmp_path / "certificates")}
        with Cluster(checkout, tmp_path, f"tls://{nets.hub_for('a')}:8786", given) as cluster:
            yield cluster, nets


def test_each_round_is_recorded_once_whatever_fails(place: tuple[Cluster, Networks]) -> None:
    cluster, nets = place
    hub = nets.inside("")
    loop = [*AGAIN, *hub]
    scheduler = cluster.scheduler("tls://0.0.0.0:8786", inside=loop)
    workers = {}
    for name in MACHINES:
        address = f"tls://{nets.hub_for(name)}:8786"
        inside = [*AGAIN, *nets.inside(name)]
        lock = cluster.folder / f"lock-{name}"
        lock.mkdir()
        words = ("worker", address, "--machine", name)
        workers[name] = cluster.start(*words, inside=inside, BENCH_LOCK=str(lock))
    for worker in workers.values():
        until(worker, "joined")
    begun = time.monotonic()
    driver = cluster.sweep(*TINY, "--rounds", str(ROUNDS), "--machines", "3", inside=hub)
    await_(lambda: len(cluster.rounds()) == 3, 900, "the first rounds")
    rows = [("none: each machine's first round", "-", 0, time.monotonic() - begun)]

    def fault(what: str, machine: str, happens: Callable[[Program], None]) -> None:
        """Lets it happen while the machine makes a round, and waits until that is recorded."""
        key = mark(cluster, machine, driver)
        before, start = len(cluster.rounds().get(machine, ())), time.monotonic()
        happens(workers[machine])
        await_(lambda: len(cluster.rounds().get(machine, ())) > before, 900, f"{what}: {key}")
        again = len(lost_rounds(cluster, machine, key))
        rows.append((what, key, again, time.monotonic() - start))

    with ThreadPoolExecutor() as pool:  # each on a machine of its own
        first = [
            pool.submit(
                fault, "worker and round killed", "a", lambda one: killed(one, "round", "worker")
            ),
            pool.submit(fault, "worker alone killed", "b", lambda one: killed(one, "worker")),
            pool.submit(fault, "worker and round paused, 60 s", "c", paused),
        ]
    for struck in first:
        struck.result()
    fault("cut off, 75 s", "a", lambda one: cut(nets, "a"))
    fault("scheduler killed", "a", lambda one: killed(scheduler, "cluster"))
    mark(cluster, "a", driver)
    driver.send(signal.SIGKILL)
    driver.wait()
    start, before = time.monotonic(), sum(map(len, cluster.rounds().values()))
    again = cluster.sweep("--resume", inside=hub)
    assert again.wait(900) == 0, again.said
    left = 3 * ROUNDS - before
    rows.append((f"driver killed, {left} rounds left", "-", 0, time.monotonic() - start))
    print("\n" + table(rows))
    print(again.said)
    assert cluster.rounds() == {name: list(range(1, ROUNDS + 1)) for name in MACHINES}
    assert cluster.runs_in_place()
    states = cluster.query("SELECT DISTINCT state FROM sweep")
    assert states == [("complete",)]


def mark(cluster: Cluster, machine: str, driver: Program) -> str:
    """The round that a machine makes, once its process measures."""
    place = cluster.root / "results" / ".rounds" / machine
    key = ""

    def measures() -> bool:
        nonlocal key
        with suppress(OSError, ValueError):
            key = json.loads((place / "running.json").read_text())["key"]
        return (place / key / "logs").exists() and not (place / key / "result.json").exists()

    await_(lambda: measures() or driver.process.poll() is not None, 900, f"a round of {machine}")
    assert driver.process.poll() is None, driver.said
    return key.split(".", 1)[1]


def lost_rounds(cluster: Cluster, machine: str, key: str) -> list[tuple[object, ...]]:
    """How often the round of a key was made in vain."""
    number = int(key.split(".")[1])
    return cluster.query(
        "SELECT 1 FROM dispatch WHERE state IN ('lost', 'late') "
        f"AND sweep_id LIKE '%.{machine}' AND round = {number}"
    )


def killed(program: Program, *commands: str) -> None:
    """SIGKILL to what of a program is one of these commands; a supervisor starts it again."""
    for command in commands:
        if one := program.running(command):
            one.kill()


def paused(program: Program) -> None:
    """A minute in which neither the worker nor what it started goes on."""
    stopped = program.processes()[1:]
    for one in stopped:
        one.suspend()
    time.sleep(60)
    for one in stopped:
        one.resume()


def cut(nets: Networks, machine: str) -> None:
    """A machine without its network, for longer than anybody waits for a packet."""
    nets.cut(machine)
    time.sleep(75)
    nets.mend(machine)


def table(rows: list[tuple[str, str, int, float]]) -> str:
    """What each fault cost."""
    head = f"{'fault, in a round':34} {'round':14} {'made again':10} {'recorded after':>14}"
    return "\n".join(
        [head, *(f"{what:34} {key:14} {lost:10} {took:12.0f} s" for what, key, lost, took in rows)]
    )
