"""A sweep in miniature that runs while a test looks at the page, and goes on as far as the test
lets it.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import exp
from pathlib import Path
from typing import Any

from bench_driver.measure.call import Run
from bench_driver.measure.ready import Reporter
from bench_driver.model.cell import Turn
from bench_driver.model.formats import USUAL
from bench_driver.store.opening import open_store

from ..miniatures import Behaviour, Json
from ..slicing import sweep_in_groups, timed
from ..sweeping import Miniatures

#: What the counters of a machine say that is quiet enough.
CPU = {"run_ms": 30.0, "run_queue_wait_ms": 0.1, "steal_ms": 0.2, "canary_ns": [1000, 1010]}


def noisy(**cpu: float) -> Behaviour:
    """Servers whose slices scatter by a per cent, and whose counters say these things too."""
    dice, servers = random.Random(1), Miniatures()
    scattering = timed(lambda runtime, number, request: exp(dice.gauss(0, 0.01)), [servers])

    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        for event in scattering(runtime, request):
            yield (
                {**event, "cpu": {**CPU, **cpu}}
                if isinstance(event, dict) and event["event"] == "result"
                else event
            )

    return behave


class Paced(Reporter):
    """Lets a sweep make this many runs."""

    def __init__(self) -> None:
        self._may, self._ended, self._changed, self._stopped = 1, 0, threading.Condition(), False

    def ended(self, turn: Turn, run: Run) -> None:
        with self._changed:
            self._ended += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._stopped or self._ended < self._may)
            if self._stopped:
                raise KeyboardInterrupt

    def until(self, runs: int) -> None:
        """Waits until this many runs have ended, or as many as a group brings with it."""
        with self._changed:
            self._may = max(runs, self._may)
            self._changed.notify_all()
            assert self._changed.wait_for(lambda: self._ended >= runs, timeout=120), self._ended

    def rest(self) -> None:
        """Lets it go to its end."""
        with self._changed:
            self._may = 10**9
            self._changed.notify_all()

    def stop(self) -> None:
        """Presses Ctrl-C."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()


@contextmanager
def sweeping(file: Path, behaviour: Behaviour | None = None, **wanted: Any) -> Iterator[Paced]:
    """A sweep into a store, held after its first run; cut at the end, where it has not ended."""
    paced = Paced()

    def sweep() -> None:
        with open_store(str(file)) as store:
            sweep_in_groups(
                store,
                Miniatures(behaviour or noisy()),
                reporter=paced,
                **{
                    "object_types": ("NumericObject", "DummyObject"),
                    "formats": USUAL,
                    **wanted,
                },
            )

    thread = threading.Thread(target=sweep, daemon=True)
    thread.start()
    try:
        paced.until(1)
        yield paced
    finally:
        paced.stop()
        thread.join(60)
        assert not thread.is_alive()
