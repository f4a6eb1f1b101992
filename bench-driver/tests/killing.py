"""Sweeps that are killed at random moments and go on, as a program of its own: `python -m
tests.killing DESIGN FOLDER KILLS SEED`, last line a JSON object.

Each attempt is a child that is forked with everything loaded, so that the moments fall on the sweep
and not on Python's start. The servers are miniatures in processes of their own, which see their
driver vanish.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench_driver.measure import lease, sweeping
from bench_driver.measure.ready import Reporter
from bench_driver.plan.request import Held, Request, Stopping
from bench_driver.servers.client import Client
from bench_driver.servers.external import ExternalServers
from bench_driver.store import migrate, read
from bench_driver.store.opening import open_store
from bench_driver.system.processes import ended, identify

NAMES = ("rust-server", "java-server", "rust-provider")
_KIND: Any = {"formats": ("JSON",), "object_types": ("DummyObject",)}
REQUESTS: dict[str, Request] = {
    "amounts": Request(
        Stopping(rounds=3),
        ("http",),
        seed=5,
        held=Held(8, 20, 2, 5, 5, amounts=(10, 20, 30)),
        **_KIND,
    ),
    "groups": Request(
        Stopping(rounds=3),
        ("block", "http"),
        groups=4,
        seed=5,
        held=Held(8, 20, None, 5, 5),
        **_KIND,
    ),
}
#: Groups that count and have not both their slices.
_PARTIAL = """
SELECT count(*) FROM (
    SELECT 1 FROM turn JOIN slice ON slice.turn_id = turn.id
    JOIN attempt ON attempt.turn_id = turn.id AND outcome != 'void'
    GROUP BY sweep_id, round, object_type, format, condition, checks, group_number
    HAVING count(*) != 2
)
"""
#: Each point of a run that counts, and how many figures it has.
_POINTS = """
SELECT point.id, (SELECT count(*) FROM measurement WHERE point_id = point.id)
FROM point JOIN attempt ON attempt.turn_id = point.turn_id AND outcome = 'ok'
"""


@contextmanager
def servers() -> Iterator[ExternalServers]:
    """The miniatures, on free ports."""
    command = [sys.executable, str(Path(__file__).with_name("miniatures.py"))]
    env = {**os.environ, "HOST": "127.0.0.1", "PORT": "0"}
    children = {}
    for name in NAMES:
        children[name] = subprocess.Popen(
            [*command, name.partition("-")[0]],
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    try:
        urls = {}
        for name, child in children.items():
            assert child.stdout is not None
            urls[name] = next(
                json.loads(line)["url"] for line in child.stdout if line.startswith("{")
            )
        yield ExternalServers(NAMES, urls)
    finally:
        for child in children.values():
            child.kill()
            child.wait()


def attempt(given: ExternalServers, file: Path, design: str) -> None:
    """Sweeps, or goes on where a sweep is in the store."""
    with open_store(str(file)) as store, lease.held(store, given.resources()) as renew:
        made = sweeping.SweepRun(given, store, Reporter(), renew)
        known = read.sweeps(store)
        outcome = made.resume(known[-1]) if known else made.run(REQUESTS[design], {})
        assert outcome.error is None, outcome.error
        assert outcome.failed == 0, "a server was busy"


def fork(given: ExternalServers, file: Path, design: str, kill_after_s: float | None) -> bool:
    """An attempt in a child; says whether it came to its end before it was killed."""
    pid = os.fork()
    if pid == 0:
        try:
            attempt(given, file, design)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    if kill_after_s is not None:
        child = identify(pid)
        if child and not ended(child, kill_after_s):
            os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return False
    if os.WEXITSTATUS(status):
        raise SystemExit("an attempt failed")
    return True


def check_groups(file: Path) -> None:
    """Every group is there as a whole or not at all, also right after a kill."""
    with sqlite3.connect(file) as connection:
        if connection.execute(
            "SELECT count(*) FROM sqlite_master WHERE name = 'slice'"
        ).fetchone() == (1,):
            assert connection.execute(_PARTIAL).fetchone() == (0,), "a group was cut in two"


def check(file: Path) -> tuple[int, int]:
    """The number of points, each with one figure, and of void attempts; what the file is worth is
    asked first.
    """
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            (migrate.HEAD,)
        ]
        assert connection.execute("SELECT state FROM sweep").fetchall() == [("complete",)]
        points = connection.execute(_POINTS).fetchall()
        assert points, "nothing was planned"
        assert {count for _, count in points} == {1}, "a planned point has not exactly one figure"
        assert (
            connection.execute("SELECT count(*) FROM attempt").fetchone()
            == connection.execute("SELECT count(DISTINCT turn_id) FROM attempt").fetchone()
            == connection.execute("SELECT count(*) FROM turn").fetchone()
        ), "each run is there once"
        (void,) = connection.execute(
            "SELECT count(*) FROM attempt WHERE outcome = 'void'"
        ).fetchone()
    return len(points), void


def main(design: str, folder: Path, kills: int, seed: int) -> dict[str, float]:
    """Kills so often; every sweep is brought to its end and checked before the next begins."""
    generator, done, swept, points, void = random.Random(seed), 0, 0, 0, 0
    with servers() as given:
        for url in given.urls.values():
            with Client(url) as client:
                client.engines()
        start = time.monotonic()
        fork(given, folder / "whole.sqlite", design, None)
        whole = time.monotonic() - start
        while done < kills:
            file = folder / f"{swept}.sqlite"
            for _ in range(20):
                complete = fork(given, file, design, generator.uniform(0, whole))
                check_groups(file)
                done += not complete
                if complete or done == kills:
                    break
            fork(given, file, design, None)
            found = check(file)
            swept, points, void = swept + 1, points + found[0], void + found[1]
    return {
        "kills": done,
        "sweeps": swept,
        "points": points,
        "void": void,
        "whole_s": round(whole, 2),
        "seconds": round(time.monotonic() - start, 1),
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))))
