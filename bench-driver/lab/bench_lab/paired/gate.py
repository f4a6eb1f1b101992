"""The gate of a loop: a benchmark tool's process waits there before each of its samples.

`BENCH_GATE` names it. Over one connection go, a line each: to the loop the three numbers of its
`Size`; then from it `ready`, to it `go`, and from it the sample as JSON, again and again.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bench_driver.errors import SetupError
from bench_driver.servers import variables as environment
from bench_driver.servers.specs import HOST
from bench_driver.system import processes

BENCH_GATE = "BENCH_GATE"
#: Set, a loop guards each body before its window and compares its object after it.
BENCH_CHECKED = "BENCH_CHECKED"
#: How long a loop may take to start and warm up, for a sample, or to end; seconds.
PATIENCE_S = 120.0
_POLL_S = 0.2
#: `parse` and `blocks` as the contract's run has them; `allocated_bytes` of a parse, if known.
Sample = Mapping[str, Any]


@dataclass(frozen=True)
class Size:
    """The objects of a sample, of the warm-up before the first, and uncounted before each."""

    objects: int
    warmup: int
    lead: int


class Gated:
    """A loop at its gate.

    After its last sample it reckons its own statistics, so a sample more than is needed keeps it
    quiet until `finish`.
    """

    def __init__(
        self, name: str, child: subprocess.Popen[bytes], lines: IO[str], log: Path
    ) -> None:
        self._name, self._child, self._lines, self._log = name, child, lines, log

    def ready(self) -> None:
        """Returns when the loop waits for its next sample.

        Raises:
            SetupError: it does not come to that.
        """
        if self._line() != "ready":
            raise self._failed("it spoke out of turn")

    def sample(self) -> Sample:
        """Lets the loop, which is ready, take a sample, and returns when it is ready again."""
        sample = self._sample()
        self.ready()
        return sample

    def finish(self) -> None:
        """Lets the loop, which is ready, take its last sample, and waits until it has ended.

        Raises:
            SetupError: it failed.
        """
        self._sample()
        try:
            code = self._child.wait(PATIENCE_S)
        except subprocess.TimeoutExpired as error:
            raise self._failed("it did not end after its last sample") from error
        if code:
            raise self._failed(f"it ended with {code}")

    def _sample(self) -> Sample:
        try:
            self._lines.write("go\n")
            self._lines.flush()
        except OSError as error:
            raise self._failed(str(error)) from error
        sample: Sample = json.loads(self._line())
        return sample

    def _line(self) -> str:
        try:
            line = self._lines.readline()
        except OSError as error:
            raise self._failed(str(error) or type(error).__name__) from error
        if not line:
            raise self._failed("it left its gate before all samples were taken")
        return line.strip()

    def _failed(self, why: str) -> SetupError:
        return failed(self._name, why, self._log)


def failed(name: str, why: str, log: Path) -> SetupError:
    """The failure of a loop, with the end of what it said."""
    said = log.read_text(errors="replace").strip().splitlines()[-5:] if log.is_file() else []
    do = "build the loops anew: run `make bench`, or `make prices` for a price"
    return SetupError(f"{name} failed", why=" | ".join([why, *said]), do=do)


@contextmanager
def gated(
    name: str, command: Sequence[str], size: Size, log: Path, cwd: Path, *, checked: bool = False
) -> Iterator[Gated]:
    """Starts a loop's program; warm, it waits at a gate of its own until the block ends.

    Raises:
        SetupError: it does not come there.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with socket.create_server((HOST, 0)) as listening:
        listening.settimeout(_POLL_S)
        # The environment of a server, with which the loop is compared.
        env = environment.inherit() | {BENCH_GATE: f"{HOST}:{listening.getsockname()[1]}"}
        env |= {BENCH_CHECKED: "1"} if checked else {}
        child = processes.spawn(list(command), env=env, cwd=cwd, stdout=log, stderr=log)
        try:
            with (
                _met(name, child, listening, log) as connection,
                connection.makefile("rw", encoding="utf-8", newline="\n") as lines,
            ):
                lines.write(f"{size.objects} {size.warmup} {size.lead}\n")
                lines.flush()
                loop = Gated(name, child, lines, log)
                loop.ready()
                yield loop
        finally:
            if identity := processes.identify(child.pid):
                processes.stop(identity, wait_s=5)
            child.wait()


def _met(
    name: str, child: subprocess.Popen[bytes], listening: socket.socket, log: Path
) -> socket.socket:
    """The loop's connection, once it comes."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            connection, _ = listening.accept()
            connection.settimeout(PATIENCE_S)
            return connection
        except TimeoutError:
            if (code := child.poll()) is not None:
                why = f"it ended with {code} before it came to its gate"
            elif time.monotonic() > deadline:
                why = "it did not come to its gate"
            else:
                continue
            raise failed(name, why, log) from None
