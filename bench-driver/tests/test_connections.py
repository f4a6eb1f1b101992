"""Waiting for ports that closed connections keep."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from bench_driver.system.connections import await_ports

HEAD = (
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
    "inode\n"
)


def proc(
    folder: Path,
    closed: int,
    *,
    by: str = "client",
    of: str = "0100007F",
    ports: str = "32768\t60999\n",
) -> Path:
    """What Linux says there of so many connections that a client or a server closed, and of one
    that is open.
    """
    local = [32768 + number if by == "client" else 8080 for number in range(closed)]
    waiting = [
        f"{number}: {of}:{port:04X} 0100007F:1F90 06 00000000:00000000 03:00000F 0 0 0 3\n"
        for number, port in enumerate(local)
    ]
    files = {
        "sys/net/ipv4/ip_local_port_range": ports,
        "net/sockstat": f"sockets: used 9\nTCP: inuse 5 orphan 0 tw {closed} alloc 6 mem 1\n",
        "net/tcp": HEAD
        + "0: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 0 0 1 1\n"
        + "".join(waiting[::2]),
        "net/tcp6": HEAD + "".join(waiting[1::2]),
    }
    for name, text in files.items():
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


def test_connections_that_a_server_closed_keep_its_one_port(tmp_path: Path) -> None:
    assert await_ports(limit_s=0.1, proc=proc(tmp_path, 28_000, by="server"))


def test_what_load_generators_closed_from_addresses_of_their_own_is_not_waited_for(
    tmp_path: Path,
) -> None:
    assert await_ports(limit_s=0.1, proc=proc(tmp_path, 28_000, of="0200007F"))
    assert await_ports(
        limit_s=0.1, proc=proc(tmp_path, 28_000, of="0000000000000000FFFF0000FE00007F")
    )
    assert not await_ports(
        limit_s=0.1, proc=proc(tmp_path, 28_000, of="0000000000000000FFFF00000100007F")
    )


def test_it_gives_up_where_they_do_not_come_back(tmp_path: Path) -> None:
    assert not await_ports(limit_s=0.1, proc=proc(tmp_path, 28_000))


def test_a_system_that_does_not_tell_is_not_waited_for(tmp_path: Path) -> None:
    assert await_ports(proc=tmp_path)
