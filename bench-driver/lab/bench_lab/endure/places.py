"""Origins where no provider answers, each as long as its block lasts."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench_driver.servers.specs import HOST

#: No query to a name service can hold a label of more than 63 letters, so it asks nobody.
UNKNOWN = f"http://{'x' * 64}.invalid:8083"
#: Connections to fill a backlog of none; Linux lets one in, some more wait for an answer.
_FILLERS = 6


def _origin(listener: socket.socket) -> str:
    return f"http://{HOST}:{listener.getsockname()[1]}"


@contextmanager
def closed() -> Iterator[str]:
    """Nobody listens: the port stays bound, so that nobody else takes it."""
    with socket.socket() as bound:
        bound.bind((HOST, 0))
        yield _origin(bound)


@contextmanager
def full() -> Iterator[str]:
    """A listener with a full backlog: to open one more neither succeeds nor fails."""
    with ExitStack() as opened:
        listener = opened.enter_context(socket.socket())
        listener.bind((HOST, 0))
        listener.listen(0)
        for _ in range(_FILLERS):
            filler = opened.enter_context(socket.socket())
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
        yield _origin(listener)
