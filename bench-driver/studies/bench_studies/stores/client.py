"""A client of a store, in a process of its own so that its CPU and memory are its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench_driver.errors import StackError

from .sandbox import Role, Sandbox, kill_all, last_line


@dataclass(frozen=True)
class Inserted:
    """What became of the documents. Times are CLOCK_MONOTONIC's, in ns."""

    #: by key: when it was sent, and when it was acknowledged
    acknowledged: Mapping[int, tuple[int, int]]
    #: how many documents failed, by kind; whether these are there is not known
    errors: Mapping[str, int]
    cpu_s: float = 0.0
    peak_rss_bytes: int = 0


@dataclass(frozen=True)
class Watched:
    """When a replica had what: CLOCK_MONOTONIC's ns."""

    seen: Mapping[int, int] = field(default_factory=dict)
    caught_up_ns: int | None = None


class Client:
    """A client that runs at one side of a pair; `job` is what it shall do."""

    def __init__(self, sandbox: Sandbox, role: Role, job: Mapping[str, Any], log: Path) -> None:
        self._sandbox, self._log = sandbox, log
        # Its folder is no place that Python may take modules from (-P).
        command = [sys.executable, "-P", "-m", "bench_studies.stores.clients"]
        path = os.pathsep.join(one for one in sys.path if one)
        # The job goes by its input: a command line would show the password to everybody.
        self._process = sandbox.spawn(
            role, command, log=log, variables={"PYTHONPATH": path}, input=json.dumps(job)
        )

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def wait(self, timeout: float) -> None:
        """Waits for its end. StackError where it failed, or was too slow and is killed."""
        try:
            code = self._process.wait(timeout)
        except subprocess.TimeoutExpired as error:
            self.kill()
            raise StackError(f"a store's client did not end within {timeout:.0f} s") from error
        if code:
            why = last_line(self._log.read_bytes())
            raise StackError(f"a store's client ended with {code}", why=why)

    def kill(self) -> None:
        """Ends it at once."""
        kill_all(self._sandbox.pids(self._process))
        self._process.wait()


class Inserting:
    """A client that inserts."""

    def __init__(self, client: Client, log: Path) -> None:
        self.client, self.log = client, log

    def wait(self, timeout: float) -> Inserted:
        """Waits for its end. StackError; what was acknowledged until then is in `outcome`."""
        self.client.wait(timeout)
        return self.outcome()

    def outcome(self) -> Inserted:
        """What its log has, also of a client that was killed."""
        acknowledged: dict[int, tuple[int, int]] = {}
        errors: Counter[str] = Counter()
        used: dict[str, Any] = {}
        for line in _lines(self.log):
            if "error" in line:
                errors[line["error"]] += 1
            elif "key" in line:
                acknowledged[line["key"]] = line["sent_ns"], line["acknowledged_ns"]
            else:
                used = line
        return Inserted(acknowledged, dict(errors), **used)


class Watching:
    """A client that watches a replica."""

    def __init__(self, client: Client, log: Path) -> None:
        self.client, self.log = client, log

    def wait(self, timeout: float) -> Watched:
        """What was seen until the replica had all, or until the time was over. StackError where the
        client failed.
        """
        try:
            self.client.wait(timeout)
        except StackError as error:
            if not isinstance(error.__cause__, subprocess.TimeoutExpired):
                raise
        lines = list(_lines(self.log))
        seen = {line["key"]: line["seen_ns"] for line in lines if "key" in line}
        return Watched(seen, next((one["caught_up_ns"] for one in lines if "key" not in one), None))


def _lines(log: Path) -> list[dict[str, Any]]:
    """The whole lines of a log; the last one may be cut."""
    return [json.loads(line) for line in log.read_text().split("\n")[:-1]] if log.exists() else []
