"""A link between two network interfaces, whose bandwidth is set while it runs.

A frame arrives when its last bit does. The kernel's token buckets let the first frame after a pause
through at once, and a body of 1 KiB is no more than that one; netem, which would not, is in few
kernels.
"""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import select
import struct
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, Self

#: Of <linux/if_tun.h>: frames of IP, with nothing before them.
_TUNSETIFF, _IFF_TUN, _IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
#: What Ethernet adds to a frame of IP.
_ETHERNET = 14
_LARGEST = 65536
_TCP = 6
#: How long before a frame is due the relay stops to sleep, s: the system wakes it too late.
_SPINS_S = 2e-4


def interface(name: str) -> int:
    """Makes a network interface here, and gives the file of its other end. OSError."""
    end = os.open("/dev/net/tun", os.O_RDWR)
    flags = _IFF_TUN | _IFF_NO_PI
    fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH22x", name.encode(), flags))
    return end


class Relay:
    """A process that passes frames on between two ends until the block ends. Each direction has the
    bandwidth, bits a second; 0 is as quick as it can be.
    """

    def __init__(self, ends: Sequence[int]) -> None:
        context = multiprocessing.get_context("fork")
        self._bits_s: Any = context.RawValue("d", 0.0)
        self._payload: Any = context.RawArray("q", 2)
        shared = (ends, self._bits_s, self._payload)
        self._process = context.Process(target=_pass_on, args=shared, daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()

    def shape(self, bits_s: float) -> None:
        """Sets the bandwidth of both directions."""
        self._bits_s.value = bits_s

    @property
    def payload(self) -> tuple[int, int]:
        """Bytes that TCP has carried: from the first end, and from the second."""
        return self._payload[0], self._payload[1]


def _pass_on(ends: Sequence[int], bits_s: Any, payload: Any) -> None:
    Path("/proc/self/timerslack_ns").write_text("1")
    queues: tuple[deque[tuple[float, bytes]], ...] = (deque(), deque())
    free = [0.0, 0.0]
    while True:
        due = min((queue[0][0] for queue in queues if queue), default=None)
        wait = None if due is None else max(0.0, due - perf_counter() - _SPINS_S)
        readable = select.select(ends, (), (), wait)[0]
        for side, end in enumerate(ends):
            if end in readable:
                frame = os.read(end, _LARGEST)
                payload[side] += carried(frame)
                rate = bits_s.value
                takes = 8 * (len(frame) + _ETHERNET) / rate if rate else 0.0
                free[side] = max(perf_counter(), free[side]) + takes
                queues[side].append((free[side], frame))
        for queue, other in zip(queues, reversed(ends), strict=True):
            while queue and queue[0][0] <= perf_counter():
                os.write(other, queue.popleft()[1])


def carried(frame: bytes) -> int:
    """Bytes that a frame carries over TCP and IPv4; 0 of any other."""
    if frame[0] >> 4 != 4 or frame[9] != _TCP:
        return 0
    head = 4 * (frame[0] & 15)
    return len(frame) - head - 4 * (frame[head + 12] >> 4)
