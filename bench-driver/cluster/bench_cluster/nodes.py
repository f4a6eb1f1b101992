"""Dask's scheduler and worker, cut down to what a cluster of rounds needs.

A worker takes two messages of JSON, which the scheduler passes on. It computes no tasks: those are
pickled functions, whoever may send one runs code on every machine, and no setting of Dask's forbids
that. So no round moves to another machine either, or is retried unseen.
"""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any

from distributed import Scheduler, Worker
from distributed.security import Security

from bench_driver.errors import StackError

from . import door
from .rounds import BUSY, RUNNING, Rounds

#: How often a worker says that it lives, and looks whether a round has ended; how long a question
#: waits for that. Seconds.
HEARTBEAT_S, LOOK_S, WAIT_S = 10.0, 1.0, 30.0
_OF_SCHEDULER = ("register-worker", "heartbeat_worker", "identity", "broadcast")
_FROM_SCHEDULER = ("close", "remove-worker", "worker-status-change")
#: What a worker would do all the time for tasks that it does not have.
_IDLE = ("find-missing", "tick", "ticks", "monitor", "shift_counters", "memory_monitor")
#: What Dask starts for tasks, and its web pages.
_NOTHING: dict[str, Any] = {"dashboard": False, "extensions": {}}


class _NoPage:
    """Without the web server that Dask starts also where it has no dashboard: it asks nobody for a
    certificate.
    """

    def start_http_server(self, *_: object, **__: object) -> None:
        """Starts none."""


class RoundScheduler(_NoPage, Scheduler):  # type: ignore[misc]
    """Knows which machines are there, and passes messages on to them. It has no clients."""

    handlers: dict[str, Any]

    def __init__(self, **given: Any) -> None:
        super().__init__(**_NOTHING, **given)
        known: dict[str, Any] = self.handlers
        self.handlers = {name: known[name] for name in _OF_SCHEDULER}


class RoundWorker(_NoPage, Worker):  # type: ignore[misc]
    """A machine, as the scheduler knows it."""

    handlers: dict[str, Any]
    stream_handlers: dict[str, Any]

    def __init__(self, scheduler: str, rounds: Rounds, **given: Any) -> None:
        self._rounds = rounds
        own: dict[str, Any] = {"metrics": {}, "startup_information": {}, "memory_limit": 0}
        super().__init__(scheduler, name=rounds.name, nthreads=1, **own, **_NOTHING, **given)
        self.handlers = {"bench-round": self._round, "bench-forget": self._forget}
        known: dict[str, Any] = self.stream_handlers
        self.stream_handlers = {name: known[name] for name in _FROM_SCHEDULER}
        for name in _IDLE:
            self.periodic_callbacks.pop(name, None)

    async def heartbeat(self) -> None:
        """As Dask's, but seldom."""
        await super().heartbeat()
        self.periodic_callbacks["heartbeat"].callback_time = HEARTBEAT_S * 1000

    async def _round(self, task: str) -> str:
        state = self._rounds.state(task)
        if state["state"] in (RUNNING, BUSY):
            for _ in range(int(WAIT_S / LOOK_S)):
                await asyncio.sleep(LOOK_S)
                if not self._rounds.running:
                    break
            state = self._rounds.state(task)
        return json.dumps(state)

    async def _forget(self, key: str) -> str:
        self._rounds.forget(key)
        return "{}"


async def serve_scheduler(address: str, security: Security) -> None:
    """Runs a scheduler until a signal."""
    scheme, host, port = door.parts(address)
    async with RoundScheduler(security=security, protocol=scheme, host=host, port=port):
        door.log(f"scheduler: listens at {address}")
        await _signalled()


async def serve_worker(address: str, security: Security, rounds: Rounds) -> None:
    """Joins a scheduler until a signal, which ends a round that runs. StackError where the
    scheduler goes away; a round goes on then, and is found again.
    """
    with TemporaryDirectory(prefix="bench-worker-") as folder:
        host = "127.0.0.1" if address.startswith("tcp:") else None
        given: dict[str, Any] = {"host": host, "local_directory": folder, "death_timeout": 60}
        try:
            worker = await RoundWorker(address, rounds, security=security, **given)
        except Exception as error:
            why = door.first_cause(error)
            do = "give --machine another, if that is taken; else see `bench-driver worker --help`"
            raise StackError(f"{address} does not take this machine in", why=why, do=do) from error
        door.log(f"worker: {rounds.name} joined {address}")
        wanted = asyncio.create_task(_signalled())
        ended = asyncio.create_task(worker.finished())
        await asyncio.wait({ended, wanted}, return_when=asyncio.FIRST_COMPLETED)
        if not wanted.done():
            wanted.cancel()
            why = "it ended, or the network between broke"
            raise StackError(f"{address} is gone", why=why, do="a supervisor starts this again")
        await asyncio.to_thread(rounds.stop)
        with suppress(Exception):
            await worker.close(timeout=2)


async def _signalled() -> None:
    loop, came = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, came.set)
    await came.wait()
