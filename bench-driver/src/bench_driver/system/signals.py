"""Signals as exceptions, and stretches of code that none may cut in two."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ..errors import Interrupted

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_raised: list[int] = []


def _raise(number: int, _: FrameType | None) -> None:
    _raised.append(number)
    raise Interrupted(number)


def check() -> None:
    """Raises again what was raised and lost: an exception in a finalizer is told and dropped
    (https://docs.python.org/3/reference/datamodel.html#object.__del__).

    For long work to call at each step; nobody calls it who ends because of a signal.
    """
    if _raised:
        raise Interrupted(_raised[0])


@contextmanager
def as_exceptions() -> Iterator[None]:
    """SIGINT, SIGTERM and SIGHUP raise `Interrupted` in the main thread, so that `with` blocks and
    `finally` run.
    """
    previous = {
        number: signal.signal(number, _raise)
        for number in _ENDING
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        _raised.clear()
        for number, handler in previous.items():
            signal.signal(number, handler)


class Deferred:
    """The three, held back until `release`, or until what waits lets one through."""

    def __init__(self) -> None:
        #: Python handles signals in the main thread only, so that they cut no other.
        self._main = threading.current_thread() is threading.main_thread()
        self._caught: list[tuple[int, FrameType | None]] = []
        self._previous = {number: signal.getsignal(number) for number in _ENDING}
        self.hold()

    def hold(self) -> None:
        """Holds them back, again where the code no longer waits."""
        if self._main:
            for number in _ENDING:
                signal.signal(number, self._catch)

    def let_through(self) -> None:
        """Lets one through, also one that was held back: for code that only waits, and that an
        exception harms nowhere.
        """
        if self._main:
            for number in _ENDING:
                signal.signal(number, self._pass)
            self._deliver()

    def release(self) -> None:
        """Ends the stretch, and delivers what was held back."""
        if self._main:
            for number, handler in self._previous.items():
                signal.signal(number, handler)
            self._deliver()

    def _catch(self, number: int, frame: FrameType | None) -> None:
        self._caught.append((number, frame))

    def _pass(self, number: int, frame: FrameType | None) -> None:
        self.hold()  # what ends because of it is not to be cut by the next
        self._catch(number, frame)
        self._deliver()

    def _deliver(self) -> None:
        """Does with the first that was caught what was done before; the others say the same."""
        if self._caught:
            number, frame = self._caught[0]
            self._caught.clear()
            handler = self._previous[signal.Signals(number)]
            if callable(handler):
                handler(number, frame)
            elif handler == signal.SIG_DFL:
                signal.signal(number, handler)
                signal.raise_signal(number)


@contextmanager
def deferred() -> Iterator[Deferred]:
    """Holds the three back until the block is done: a process that was just started gets written
    down, one that is stopping gets stopped.
    """
    held = Deferred()
    try:
        yield held
    finally:
        held.release()
