"""Runs that a signal cuts at every moment there is, as a program of its own: `python -m
tests.interrupting`, last line a JSON object.

Python calls a signal's handler where a call returns. So the handler is called at the first return
of a call in a run, then at the second, and so on until a run ends before its turn comes. The
program hangs where one of them leaves a lock taken.
"""

from __future__ import annotations

import json
import signal
import sys
from collections import Counter
from types import FrameType
from typing import Any

from bench_driver.errors import Interrupted
from bench_driver.servers.client import Client
from bench_driver.system import signals

from .miniatures import Miniature, right

RUN = {
    "amount": 20,
    "checkpoints": [10, 20],
    "object_format": "JSON",
    "object_type": "DummyObject",
    "server_type": "rust",
    "provider_url": "http://127.0.0.1:1",
}


def run(url: str, moment: int) -> str:
    """A run that is interrupted as the call with that number returns: `interrupted`, or `ended`
    where it has not so many.
    """
    returned = 0

    def count(frame: FrameType, event: str, _: Any) -> None:
        nonlocal returned
        returned += event == "c_return"
        if returned == moment:
            sys.setprofile(None)
            handler = signal.getsignal(signal.SIGINT)
            assert callable(handler)
            handler(signal.SIGINT, frame)

    try:
        with signals.as_exceptions(), Client(url) as client:
            sys.setprofile(count)
            try:
                client.run(RUN)
                client.close()
            finally:
                sys.setprofile(None)
    except Interrupted:
        return "interrupted"
    return "ended"


if __name__ == "__main__":
    seen: Counter[str] = Counter()
    with Miniature("rust", right) as server:
        while not seen["ended"]:
            seen[run(server.url, sum(seen.values()) + 1)] += 1
    print(json.dumps(seen))
