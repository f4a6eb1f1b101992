"""Does one job against one server, and ends."""

from __future__ import annotations

import json
import os
import resource
import sys
import threading
import time
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from ..forms import digest, text_of
from .connection import Connection, Documents

BATCH = 500
_POLL_S = 0.0005
#: Of the time, at most this part goes into counting what a replica has.
_COUNTING = 0.1


def connect(job: dict[str, Any]) -> Connection:
    """A connection of the job's store."""
    module = import_module(f".{job['store']}", __package__)
    made = module.connection(job["server"], job["trial"], job["form"])
    assert isinstance(made, Connection)
    return made


def documents_of(job: dict[str, Any]) -> Documents:
    """A connection of a store of documents."""
    connection = connect(job)
    assert isinstance(connection, Documents)
    return connection


class Log:
    """Lines that are with the system as soon as they are written: a kill loses none."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def __call__(self, *lines: object) -> None:
        """Appends lines in one write."""
        os.write(self._file, "".join(f"{json.dumps(line)}\n" for line in lines).encode())


def insert(job: dict[str, Any], log: Log) -> None:
    """Each thread sends the next document once its last one is acknowledged."""
    with open(job["documents"]) as file:
        left = iter([(one["key"], text_of(job["form"], one)) for one in map(json.loads, file)])
    lock, size = threading.Lock(), BATCH if job["bulk"] else 1
    connections = [documents_of(job) for _ in range(job["in_flight"])]
    before = _cpu_s()

    def send(connection: Documents) -> None:
        while True:
            with lock:
                batch = list(islice(left, size))
            if not batch:
                return
            sent_ns = time.monotonic_ns()
            try:
                connection.insert(batch)
            except Exception as error:
                log(*({"key": key, "error": type(error).__name__} for key, _ in batch))
                if isinstance(error, connection.broken):
                    return
                continue
            at = {"sent_ns": sent_ns, "acknowledged_ns": time.monotonic_ns()}
            log(*({"key": key, **at} for key, _ in batch))

    threads = [threading.Thread(target=send, args=[one]) for one in connections]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    log({"cpu_s": _cpu_s() - before, "peak_rss_bytes": peak})


def watch(job: dict[str, Any], log: Log) -> None:
    """Notes when each marked key is first there, in the order given, and then when all are."""
    connection = documents_of(job)
    for key in job["keys"]:
        while not connection.has(key):
            time.sleep(_POLL_S)
        log({"key": key, "seen_ns": time.monotonic_ns()})
    while True:
        begun = time.monotonic()
        if connection.count() >= job["count"]:
            break
        time.sleep(max(_POLL_S, (time.monotonic() - begun) / _COUNTING))
    log({"caught_up_ns": time.monotonic_ns()})


def documents(job: dict[str, Any], log: Log) -> None:
    """Writes each document's digest."""
    connection = documents_of(job)
    found: Iterator[tuple[int, str]] = connection.documents()
    while batch := [(key, digest(job["form"], text)) for key, text in islice(found, BATCH)]:
        log(*batch)


def ask(job: dict[str, Any], log: Log) -> None:
    """Sends requests of the store's own protocol, and writes their answers."""
    connection = connect(job)
    for request in job["requests"]:
        log(connection.ask(*request))


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    jobs = {"insert": insert, "watch": watch, "digest": documents, "ask": ask}
    jobs[asked["do"]](asked, Log(asked["log"]))
