"""Waiting for ports that closed connections keep."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from bench_driver.system.connections import await_ports


def proc(folder: Path, closed: int, ports: str = "32768\t60999\n") -> Path:
    """What Linux says there of so many closed connections."""
    for name, text in (("sys/net/ipv4/ip_local_port_range", ports), ("net/sockstat", f"sockets: used 9\nTCP: inuse 5 orphan 0 tw {closed} alloc 6 mem 1\n")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_where_ports_are_free_nothing_is_waited_for(tmp_path: Path) -> None:
    start = time.monotonic()
    assert await_ports(proc=proc(tmp_path, 14_116))
    assert time.monotonic() - start < 0.4


def test_it_waits_for_as_long_as_closed_connections_keep_more_than_half(tmp_path: Path) -> None:
    proc(tmp_path, 28_000)
    freed = threading.Timer(0.2, lambda: proc(tmp_path, 3))
    start = time.monotonic()
    freed.start()
    assert await_ports(proc=tmp_path)
    assert time.monotonic() - start >= 0.2


def test_it_gives_up_where_they_do_not_come_back(tmp_path: Path) -> None:
    assert not await_ports(limit_s=0.1, proc=proc(tmp_path, 28_000))


def test_a_system_that_does_not_tell_is_not_waited_for(tmp_path: Path) -> None:
    assert await_ports(proc=tmp_path)
