"""The rounds of a machine: each is a process of its own with a folder of its own, which holds the
result until the driver has recorded it.

A round outlives its worker. A worker that comes back finds what is running and what is done.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench_driver.errors import BenchError, ExitCode
from bench_driver.servers.launch import STOP_S
from bench_driver.system import files, machine, processes, signals
from bench_driver.system.processes import Identity

from . import task

#: How a round stands: it runs; its result is here; nothing will come of it; it must not be made
#: here; another round runs; nobody knows it.
RUNNING, DONE, LOST, REFUSED, BUSY, UNKNOWN = (
    "running", "done", "lost", "refused", "busy", "unknown",
)  # fmt: skip
#: A round that ends with one of these would end so again.
_REFUSES = (ExitCode.USAGE, ExitCode.NOT_COMPARABLE, ExitCode.CONFIG)
State = dict[str, Any]


@dataclass
class Rounds:
    """The rounds of the machine `name` in its own checkout `root`, below `folder`."""

    name: str
    root: Path
    folder: Path
    _child: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def describe(self) -> State:
        """What machine this is, and its checkout."""
        checkout = task.checked_out(self.root)
        return {"machine": self.name, "checkout": checkout, **machine.describe()}

    def begin(self, text: str) -> State:
        """Begins a round, unless that very round is here already, or another one runs."""
        try:
            sent = task.read(text)
            task.refuse_other("this machine", task.checked_out(self.root), sent.checkout)
            if sent.round != task.MEET:
                sent.planned()
            sent.whose(self.root, self.folder)
        except BenchError as error:
            return {"state": REFUSED, "why": str(error)}
        round_ = f"{sent.sweep}.{sent.round}"
        for result in self.folder.glob(f"{round_}.*/result.jsonl"):
            if result.parent.name.rpartition(".")[0] == round_:
                return {"state": DONE, "key": result.parent.name}
        if (known := self.state(sent.key))["state"] != UNKNOWN:
            return known
        if running := self._running():
            return {"state": BUSY, "key": running[0], "why": f"round {running[0]} runs"}
        self._start(sent.key, text)
        return {"state": RUNNING, "key": sent.key}

    def state(self, key: str) -> State:
        """How a round stands that was begun here."""
        place = self._place(key)
        if place is None or not place.is_dir():
            return {"state": UNKNOWN, "key": key}
        code = self._child.poll() if self._child else None  # reaps it, too
        running = self._running()
        if (place / "result.jsonl").is_file():
            return {"state": DONE, "key": key}
        if running and running[0] == key:
            return {"state": RUNNING, "key": key}
        return {"state": REFUSED if code in _REFUSES else LOST, "key": key, "why": _said(place)}

    def text(self, key: str) -> str:
        """The result of a round that is done; empty where there is none."""
        place = self._place(key)
        with suppress(OSError):
            return (place / "result.jsonl").read_text(encoding="utf-8") if place else ""
        return ""

    def forget(self, key: str) -> None:
        """Removes what is kept of a round: the driver has recorded it, or given it up."""
        place = self._place(key)
        if place and self.state(key)["state"] != RUNNING:
            shutil.rmtree(place, ignore_errors=True)

    def stop(self) -> None:
        """Ends the round that runs, and its servers with it."""
        if running := self._running():
            processes.stop(running[1], wait_s=2 * STOP_S)

    def _start(self, key: str, text: str) -> None:
        place = self._place(key)
        assert place is not None, "the key of a task is a name"
        files.write(place / "task.json", text)
        command = [sys.executable, "-m", "bench_driver", "round"]
        command += ["--out", str(place / "result.jsonl"), "--root", str(self.root)]
        with (
            signals.deferred(),
            (place / "task.json").open("rb") as given,
            (place / "log").open("wb") as log,
        ):
            # In a session of its own: what ends the worker does not end the round.
            self._child = subprocess.Popen(
                command, stdin=given, stdout=log, stderr=log, start_new_session=True
            )
            started = processes.started(self._child.pid) or ""
            mark = {"key": key, "pid": self._child.pid, "started": started}
            files.write(self._mark, json.dumps(mark))

    @property
    def _mark(self) -> Path:
        """Says which process makes which round."""
        return self.folder / "running.json"

    def _running(self) -> tuple[str, Identity] | None:
        try:
            said: Mapping[str, Any] = json.loads(self._mark.read_text())
            process = Identity(said["pid"], said["started"])
        except (OSError, ValueError, LookupError):
            return None
        # One whose result is here is only ending; the machine's lock holds the next one off.
        place = self.folder / said["key"]
        over = not place.is_dir() or (place / "result.jsonl").is_file()
        return (said["key"], process) if process.alive and not over else None

    def _place(self, key: str) -> Path | None:
        """The folder of a round; None where its name leads elsewhere."""
        place = self.folder / key
        return place if key and place.parent == self.folder and key[0] != "." else None


def _said(place: Path) -> str:
    """The last of what a round said that left no result."""
    with suppress(OSError):
        lines = (place / "log").read_text(errors="replace").split("\n")
        text = " ".join(line.strip() for line in lines if line.strip())
        if shown := "".join(one for one in text if one.isprintable())[-300:]:
            return shown
    return "its process is gone, and said nothing"
