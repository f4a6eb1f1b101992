"""The ports that this machine has left for connections: one that was closed keeps its own for a minute."""

from __future__ import annotations

import re
import time
from pathlib import Path

_PROC = Path("/proc")
#: How long Linux keeps a closed connection's port: TCP_TIMEWAIT_LEN of net/tcp.h, and a second for its timer.
_KEPT_S = 61.0
_POLL_S = 0.5


def await_ports(*, limit_s: float = _KEPT_S, proc: Path = _PROC) -> bool:
    """Waits until no more than half of the ports are kept by closed connections, and says whether it came to that.

    It does not where somebody closes more of them for longer than one keeps its port. True at once where the system does not tell.
    """
    try:
        low, high = map(int, (proc / "sys/net/ipv4/ip_local_port_range").read_text().split())
    except (OSError, ValueError):
        return True
    most, deadline = (high - low + 1) // 2, time.monotonic() + limit_s
    while _closed(proc) > most:
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_S)
    return True


def _closed(proc: Path) -> int:
    """Closed connections that still keep a port, `tw` of `man 5 proc`'s /proc/net/sockstat; 0 where the system does not say."""
    try:
        found = re.search(r"^TCP:.* tw (\d+)", (proc / "net/sockstat").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found else 0
