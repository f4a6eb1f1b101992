"""Measures a trial of the study of drivers: one operation, by one library, in a process of its own,
which first does the same on other documents until its runtime is warm.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_driver.model.published import secretless
from bench_driver.model.trials import Tag, Trial
from bench_driver.system import cpu

from ..figures import Readings, readings
from ..stores import package_of
from ..stores.sandbox import Role, kill_all, last_line
from ..stores.single import Single
from ..trial_failed import TrialFailed
from . import clients, rows
from .clients import Find

#: A fixed warm-up, of the same operation by the same library.
WARM_UP = {"documents": 500, "times": 4}
#: No step of a client takes longer on the busiest machine.
_LIMIT_S = 900.0
_POLL_S = 0.005


def needs(tags: Mapping[str, Tag]) -> list[str]:
    """The packages that a trial needs."""
    store = package_of(str(tags["store"]))
    below = ["postgresql"] if store == "ferretdb" else []
    return [store, *below, clients.package(str(tags["language"]))]


def runtimes(planned: Sequence[Trial]) -> dict[str, str]:
    """The versions of the languages of a plan."""
    return {one: clients.version(one) for one in sorted({str(t.tags["language"]) for t in planned})}


def measure(find: Find, store: Single, trial: Trial, folder: Path) -> Readings:
    """The figures of a trial. TrialFailed where the store or the client failed, or where other
    documents came back than were sent.
    """
    name, language = f"t{trial.position:04}", str(trial.tags["language"])
    command, variables = clients.command(language, find(clients.package(language)), folder)
    steps, log = folder / name, folder / f"{name}.log"
    job = json.dumps(_job(store, trial, name, steps))
    client = store.sandbox.spawn(Role.PRIMARY, command, log=log, variables=variables, input=job)
    running = _Running(store, trial, client, steps, log)
    try:
        running.await_step("ready")
        pid = store.sandbox.pids(client)[0]
        Path(f"/proc/{pid}/clear_refs").write_text("5")  # its peak begins anew
        before = _Snapshot.of(store, pid)
        running.go_on("ready")
        running.await_step("done")
        after = _Snapshot.of(store, pid)
        running.go_on("done")
        answer = running.answer()
    finally:
        kill_all(store.sandbox.pids(client))
        client.wait()
    wanted = rows.expected(str(trial.tags["operation"]), *_size(trial))
    if (answer.get("count"), answer.get("digest")) != wanted:
        raise running.failed(f"read back other documents than the {wanted[0]:,} that were sent")
    return _readings(answer, before, after)


def _job(store: Single, trial: Trial, name: str, steps: Path) -> dict[str, Any]:
    fields, count = _size(trial)
    file = steps.with_name(f"rows-{fields}-{count}")
    if not file.exists():
        file.write_text("".join(rows.lines(fields, count)))
    # Whoever finds documents leaves them as they are, for the next who does.
    shared = f"rows_{fields}_{count}"
    operation = str(trial.tags["operation"])
    return {
        **store.address(),
        "operation": operation,
        "library": trial.tags["library"],
        "collection": shared if operation == "find" else name,
        "names": rows.names(fields),
        "n": count,
        "rows": str(file),
        "changed": rows.CHANGED,
        "value": rows.VALUE,
        "warm_up": WARM_UP,
        "steps": str(steps),
    }


def _size(trial: Trial) -> tuple[int, int]:
    return int(trial.tags["fields"]), int(trial.tags["n"])


@dataclass(frozen=True)
class _Running:
    """A client at work. It makes a file at each step, and waits for another before it goes on."""

    store: Single
    trial: Trial
    client: subprocess.Popen[bytes]
    steps: Path
    log: Path

    def await_step(self, step: str) -> None:
        """TrialFailed where the client or a server ends before, or is too slow."""
        deadline = time.monotonic() + _LIMIT_S
        while not self.steps.with_suffix(f".{step}").exists():
            if ended := [node for node in self.store.nodes if not self.store.runs(node)]:
                why = self.store.last_words(ended[0])
                raise self.failed(f"lost {self.store.title}", why, alone=False)
            if self.client.poll() is not None:
                raise self.failed("ended", last_line(self.log.read_bytes()))
            if time.monotonic() > deadline:
                raise self.failed(f"did not get to {step} within {_LIMIT_S:.0f} s")
            time.sleep(_POLL_S)

    def go_on(self, step: str) -> None:
        """Lets the client go on."""
        self.steps.with_suffix(f".{step}.seen").touch()

    def answer(self) -> dict[str, Any]:
        """The line of JSON that it ends with. TrialFailed."""
        try:
            code = self.client.wait(_LIMIT_S)
            answer = json.loads(self.log.read_text(errors="replace").strip().splitlines()[-1])
        except (subprocess.TimeoutExpired, ValueError, IndexError) as error:
            raise self.failed("said nothing", last_line(self.log.read_bytes())) from error
        if code or not isinstance(answer, dict):
            raise self.failed(f"ended with {code}", last_line(self.log.read_bytes()))
        return answer

    def failed(self, what: str, why: str = "", *, alone: bool = True) -> TrialFailed:
        """The client, and what became of it."""
        tags = self.trial.tags
        who = f"{tags['library']} in {tags['language']}, {tags['operation']}"
        what = f"{who}, on {self.store.title}: it {what}"
        return TrialFailed(what, why=secretless(why), readings={}, alone=alone)


@dataclass(frozen=True)
class _Snapshot:
    """What has been used so far, as the system counts it."""

    #: of all the store's processes; 0 of a store that runs elsewhere
    server_cpu_s: float
    client_cpu_s: float
    peak: int
    #: of each thread of the client: ns on a core, and ns that it waited for one
    threads: Mapping[str, tuple[int, int]]

    @classmethod
    def of(cls, store: Single, pid: int) -> _Snapshot:
        """Of a client and its store."""
        server = sum(store.usage(node).cpu_s for node in store.nodes)
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        (peak,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
        threads = {}
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                on_core, waited, _ = map(int, (task / "schedstat").read_text().split())
                threads[task.name] = on_core, waited
        return cls(server, cpu.seconds(pid) or 0.0, int(peak) * 1024, threads)

    def queued_s(self, before: _Snapshot) -> float:
        """How long the busiest thread has waited for a core since then."""
        used = []
        for name, (on_core, waited) in self.threads.items():
            core_then, waited_then = before.threads.get(name, (0, 0))
            used.append((on_core - core_then, waited - waited_then))
        return max(used, default=(0, 0))[1] / 1e9


def _readings(answer: Mapping[str, Any], before: _Snapshot, after: _Snapshot) -> Readings:
    own = ("client CPU", "wall", "allocated", "event-loop delay")
    # A runtime that cannot tell its CPU exactly is measured from here.
    values = {"client CPU": after.client_cpu_s - before.client_cpu_s}
    values |= {name: float(answer[name]) for name in own if name in answer}
    server = after.server_cpu_s - before.server_cpu_s
    values |= {"peak memory": after.peak, "documents": answer["count"]}
    if server:  # there is none of a server elsewhere
        values["server CPU"] = server
    # The client used a core, waited for one, or waited for the server.
    waited = values["wall"] - values["client CPU"] - after.queued_s(before)
    values["server share"] = min(max(server, waited, 0.0) / values["wall"], 1.0)
    return readings("drivers", values)
