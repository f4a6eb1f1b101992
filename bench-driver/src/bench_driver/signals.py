"""Signals as exceptions, and stretches of code that none may cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from .errors import Interrupted

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _raise(number: int, _: FrameType | None) -> None:
    raise Interrupted(number)


@contextmanager
def as_exceptions() -> Iterator[None]:
    """SIGINT, SIGTERM and SIGHUP raise `Interrupted` in the main thread, so that `with` blocks and `finally` run."""
    previous = {number: signal.signal(number, _raise) for number in _ENDING if signal.getsignal(number) is not signal.SIG_IGN}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@contextmanager
def deferred() -> Iterator[None]:
    """Holds the three back until the block is done: a process that was just started gets written down, one that is stopping gets stopped."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Python handles signals in the main thread only, so they cannot cut this one
        return
    caught: list[tuple[int, FrameType | None]] = []
    previous = {number: signal.signal(number, lambda caught_number, frame: caught.append((caught_number, frame))) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        for caught_number, frame in caught[:1]:
            handler = previous[signal.Signals(caught_number)]
            if callable(handler):
                handler(caught_number, frame)
            elif handler == signal.SIG_DFL:
                signal.raise_signal(caught_number)
