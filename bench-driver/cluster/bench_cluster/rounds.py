"""The rounds of a machine: each is a process of its own with a folder of its own, which holds the
result until the driver has recorded it.

A round outlives its worker. A worker that comes back finds what is running and what is done.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from bench_driver.errors import BenchError
from bench_driver.system import files, processes, signals
from bench_driver.system.processes import Identity

from . import task
from .task import Task

#: How a round stands: it runs, or another one does; its result is here; nothing will come of it; it
#: must not be made here.
RUNNING, BUSY, DONE, LOST, REFUSED = "running", "busy", "done", "lost", "refused"
State = dict[str, str]
#: How long a round may take to end its servers, seconds: recipes wait for 120.
STOP_S = 90.0


@dataclass
class Rounds:
    """The rounds of the machine `name` in its own checkout `root`, below `folder`."""

    name: str
    root: Path
    folder: Path
    _child: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def state(self, text: str) -> State:
        """How the round of a task stands, with its result once that is here. One that this machine
        does not know is begun, unless another one runs.
        """
        try:
            sent = task.read(text)
            if not (known := self._known(sent)):
                sent.whose(self.root, self.folder)
                self._start(sent, text)
            return known or {"state": RUNNING}
        except BenchError as error:
            return {"state": REFUSED, "why": str(error)}

    def forget(self, key: str) -> None:
        """Removes what is kept of a round: the driver has recorded it, or given it up."""
        for file in self.folder.glob("*/task.json"):
            if file.parent.name == key != self.running:
                shutil.rmtree(file.parent, ignore_errors=True)

    @property
    def running(self) -> str:
        """The key of the round that runs, if one does."""
        return (self._running() or ("",))[0]

    def stop(self) -> None:
        """Ends the round that runs, and its servers with it."""
        if running := self._running():
            processes.stop(running[1], wait_s=STOP_S)

    def _known(self, sent: Task) -> State:
        """How a round stands that cannot be begun; of one that can, nothing."""
        place = self.folder / sent.key
        running = self._running()  # before the look at its result, which comes as it ends
        with suppress(OSError):
            return {"state": DONE, "result": (place / "result.json").read_text(encoding="utf-8")}
        if running:
            same = running[0] == sent.key
            return {"state": RUNNING if same else BUSY, "why": f"round {running[0]} runs"}
        with suppress(OSError):
            if json.loads((place / "task.json").read_text())["attempt"] == sent.attempt:
                return {"state": LOST, "why": _last_words(place)}
        return {}

    def _start(self, sent: Task, text: str) -> None:
        place = self.folder / sent.key
        shutil.rmtree(place, ignore_errors=True)  # an attempt before left no result
        files.write(place / "task.json", text)
        command = [sys.executable, "-m", "bench_driver", "round"]
        command += ["--out", str(place / "result.json"), "--root", str(self.root)]
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
            mark = {"key": sent.key, "pid": self._child.pid, "started": started}
            files.write(self._mark, json.dumps(mark))

    @property
    def _mark(self) -> Path:
        """Says which process makes which round."""
        return self.folder / "running.json"

    def _running(self) -> tuple[str, Identity] | None:
        if self._child:
            self._child.poll()  # one that has ended stays a zombie until somebody asks
        try:
            mark = json.loads(self._mark.read_text())
            process = Identity(mark["pid"], mark["started"])
        except (OSError, ValueError, LookupError):
            return None
        # One whose result is here is only ending; the machine's lock holds the next one off.
        over = (self.folder / mark["key"] / "result.json").is_file()
        return (mark["key"], process) if process.alive and not over else None


def _last_words(place: Path) -> str:
    """The last of what a round said that left no result."""
    with suppress(OSError):
        text = (place / "log").read_text(errors="replace").rpartition("error: ")[2]
        if shown := "; ".join(" ".join(line.split()) for line in text.splitlines())[-300:]:
            return shown
    return "its process is gone, and said nothing"
