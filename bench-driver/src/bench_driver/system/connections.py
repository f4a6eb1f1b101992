"""The ports that this machine has left for connections: one that was closed keeps its own for a
minute.
"""

from __future__ import annotations

import re
import time
from pathlib import Path

_PROC = Path("/proc")
#: How long Linux keeps a closed connection's port: TCP_TIMEWAIT_LEN of net/tcp.h, and a second for
#: its timer.
_KEPT_S = 61.0
_POLL_S = 0.5
#: A state of `net/tcp_states.h`, as /proc/net/tcp writes it.
_TIME_WAIT = "06"
#: How the addresses 127.0.0.0/24 end there, and 127.0.0.1.
_LOOPBACK, _USUAL = "00007F", "0100007F"


def await_ports(*, limit_s: float = _KEPT_S, proc: Path = _PROC) -> bool:
    """Waits until no more than half of the ports are kept by closed connections, and says whether
    it came to that.

    It does not where somebody closes more of them for longer than one keeps its port. True at once
    where the system does not tell.
    """
    try:
        low, high = map(int, (proc / "sys/net/ipv4/ip_local_port_range").read_text().split())
    except (OSError, ValueError):
        return True
    most, deadline = (high - low + 1) // 2, time.monotonic() + limit_s
    while _kept(proc, most) > most:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_S)
    return True


def _kept(proc: Path, most: int) -> int:
    """Ports that closed connections keep; 0 where the system does not say.

    Who closed first keeps its own: a client one for each connection, a server its only one. To
    count ports takes a while, so no more than `most` are not counted: `tw` of /proc/net/sockstat
    has the connections (`man 5 proc`). Nor are those counted of loopback's other addresses, which
    load generators connect from.
    """
    try:
        found = re.search(r"^TCP:.* tw (\d+)", (proc / "net/sockstat").read_text(), re.MULTILINE)
        if not found or int(found[1]) <= most:
            return 0
        lines = [
            line.split()
            for name in ("tcp", "tcp6")
            for line in (proc / "net" / name).read_text().splitlines()
        ]
    except OSError:
        return 0
    local = [one.rpartition(":") for _, one, _, state, *_ in lines if state == _TIME_WAIT]
    return len(
        {
            port
            for address, _, port in local
            if not address.endswith(_LOOPBACK) or address.endswith(_USUAL)
        }
    )
