"""Load generators: programs that request one URL, as fast as answers come, or at a rate.

ab:      https://httpd.apache.org/docs/2.4/programs/ab.html
wrk:     https://github.com/wg/wrk
vegeta:  https://github.com/tsenart/vegeta
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import numpy as np

from bench_driver.errors import SetupError, StackError

#: Beyond its own time a program may take so long, s.
_PATIENCE_S = 60.0
#: Where `make vegeta` puts the program, under the repository's root.
VEGETA = Path("bench-driver") / ".vegeta" / "vegeta"
_SCRIPT = Path(__file__).with_name("wrk.lua")
#: As many requests as ab is asked for at most: the time ends it before.
_MOST = 200_000
#: Where connections come from: an address of loopback a slice. Each has ports of its own, and a
#: closed connection keeps its port for a minute: behind slices that closed many, a next one from
#: the same address finds few.
_SOURCES = cycle(f"127.0.0.{last}" for last in range(2, 255))


@dataclass(frozen=True)
class Sample:
    """What a closed loop came to: answers, the time they took, s, and bytes with their heads.

    `failed` are answers that were no 200, or did not come.
    """

    requests: int
    seconds: float
    received: int
    failed: int


@dataclass(frozen=True)
class Load:
    """A closed loop: the program, its connections, whether each is kept for the next request."""

    name: str
    words: str
    program: str
    connections: int
    kept: bool = True

    def command(self, program: Path, url: str, seconds: int) -> list[str]:
        """The command that requests this URL for so long."""
        if self.program == "ab":
            how = ["-k"] if self.kept else _source("-B")
            return [
                str(program),
                "-q",
                "-t",
                str(seconds),
                "-n",
                str(_MOST),
                "-c",
                str(self.connections),
                *how,
                url,
            ]
        return [
            str(program),
            "-t",
            "1",
            "-c",
            str(self.connections),
            "-d",
            f"{seconds}s",
            "-s",
            str(_SCRIPT),
            url,
        ]

    def sample(self, program: Path, url: str, seconds: int) -> Sample:
        """What came of it. StackError."""
        said = _run(self.command(program, url, seconds), seconds)
        return by_ab(said) if self.program == "ab" else by_wrk(said)


#: The closed loops, by name.
LOADS = {
    load.name: load
    for load in (
        Load("ab", "ab, a connection for each request", "ab", 1, kept=False),
        Load("ab-k", "ab -k, one connection, kept", "ab", 1),
        Load("wrk-1", "wrk, 1 connection", "wrk", 1),
        Load("wrk-16", "wrk, 16 connections", "wrk", 16),
        Load("wrk-256", "wrk, 256 connections", "wrk", 256),
    )
}


def find(names: Sequence[str], root: Path) -> dict[str, Path]:
    """The programs of these names. SetupError where one is missing."""
    packages = {"ab": "apache2-utils", "wrk": "wrk"}
    found = {}
    for name in names:
        made = root / VEGETA if name == "vegeta" and (root / VEGETA).is_file() else None
        place = made or shutil.which(name)
        if place is None:
            do = (
                f"run `apt-get install {packages[name]}`"
                if name in packages
                else "run `make vegeta`"
            )
            raise SetupError(
                f"{name} is missing", why="it is a load generator, and no part of the driver", do=do
            )
        found[name] = Path(place)
    return found


def by_ab(said: str) -> Sample:
    """What ab says of a run. StackError where it says something else."""
    figures = {name: _ab(said, pattern) for name, pattern in _AB.items()}
    if None in (figures["requests"], figures["seconds"], figures["received"]):
        raise StackError(
            "ab said nothing that can be read",
            why=said.strip()[-300:] or "it said nothing at all",
            do="run the same ab command by hand",
        )
    failed = (figures["failed"] or 0) + (figures["other"] or 0)
    return Sample(
        int(figures["requests"] or 0),
        figures["seconds"] or 0.0,
        int(figures["received"] or 0),
        int(failed),
    )


_AB = {
    "requests": r"Complete requests:\s+(\d+)",
    "seconds": r"Time taken for tests:\s+([\d.]+) seconds",
    "received": r"Total transferred:\s+(\d+) bytes",
    "failed": r"Failed requests:\s+(\d+)",
    "other": r"Non-2xx responses:\s+(\d+)",
}


def _ab(said: str, pattern: str) -> float | None:
    found = re.search(pattern, said)
    return float(found[1]) if found else None


def by_wrk(said: str) -> Sample:
    """What wrk's script says of a run, in its last line.

    Raises:
        StackError: it says something else
    """
    try:
        told = json.loads(said.strip().splitlines()[-1])
        return Sample(told["requests"], told["us"] / 1e6, told["bytes"], told["failed"])
    except (IndexError, ValueError, KeyError, TypeError) as error:
        raise StackError(
            "wrk said nothing that can be read",
            why=said.strip()[-300:] or "it said nothing at all",
            do="run the same wrk command",
        ) from error


@dataclass(frozen=True)
class Hits:
    """Requests in the order in which they were due.

    When each was sent and answered, ns from any moment, and how many came to no 200.
    """

    sent: np.ndarray[tuple[int], np.dtype[np.int64]]
    took: np.ndarray[tuple[int], np.dtype[np.int64]]
    failed: int

    def rate(self) -> float:
        """Answers a second that came to a 200, from the first request to the last answer."""
        span = float((self.sent + self.took).max() - self.sent.min())
        return (len(self.sent) - self.failed) / span * 1e9

    def waits(self, rate: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """How long each took from when it was due, ns: a request that is late has waited since.

        G. Tene, "How NOT to Measure Latency" (2013): a client that waits with its next request for
        a slow answer leaves out what others would have waited.
        """
        due = self.sent[0] + np.arange(len(self.sent)) * (1e9 / rate)
        waited: np.ndarray[tuple[int], np.dtype[np.float64]] = np.maximum(
            self.sent + self.took - due, self.took.astype(np.float64)
        )
        return waited


def attack(program: Path, url: str, seconds: int, rate: int | None, connections: int = 16) -> Hits:
    """Requests at a rate, whoever is late; without one as fast as answers come.

    Raises:
        StackError: the program fails
    """
    how = (
        ["-rate", f"{rate}/1s", "-workers", "64"]
        if rate
        else ["-rate", "0", "-workers", str(connections), "-max-workers", str(connections)]
    )
    with tempfile.TemporaryDirectory(prefix="bench-vegeta-") as folder:
        hits, targets = Path(folder) / "hits.bin", Path(folder) / "targets.txt"
        targets.write_text(f"GET {url}\n")
        common = [
            "-duration",
            f"{seconds}s",
            "-timeout",
            "10s",
            "-max-body",
            "0",
            "-http2=false",
            "-targets",
            str(targets),
            "-output",
            str(hits),
        ]
        _run([str(program), "attack", *how, *_source("-laddr"), *common], seconds)
        return by_vegeta(_run([str(program), "encode", "-to", "csv", str(hits)], seconds))


def by_vegeta(said: str) -> Hits:
    """What vegeta kept of each request: when it was sent, its status, what it took, and its number.

    Raises:
        StackError: there is none
    """
    rows = sorted(
        (int(row[8]), int(row[0]), int(row[2]), row[1])
        for row in csv.reader(said.splitlines())
        if len(row) > 8
    )
    if not rows:
        raise StackError(
            "vegeta said nothing that can be read",
            why=said[-300:] or "it said nothing at all",
            do="run `make vegeta`, and try again",
        )
    return Hits(
        np.array([row[1] for row in rows]),
        np.array([row[2] for row in rows]),
        sum(row[3] != "200" for row in rows),
    )


def _source(option: str) -> list[str]:
    """The option of a program that connects from the next address.

    None where loopback has one alone, as elsewhere than in Linux.
    """
    return [option, next(_SOURCES)] if sys.platform == "linux" else []


def _run(command: list[str], seconds: int) -> str:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds + _PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise StackError(
            f"{Path(command[0]).name} did not end",
            why=f"it ran for {seconds + _PATIENCE_S:.0f} s",
            do=f"try `{' '.join(command)}`",
        ) from error
    if done.returncode:
        why = (done.stderr or done.stdout).strip()[-300:] or f"it ended with {done.returncode}"
        raise StackError(
            f"{Path(command[0]).name} failed", why=why, do=f"try `{' '.join(command)}`"
        )
    return done.stdout
