"""What measures the trials of a study, by the `runner` that its file names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench_driver.model.trials import Tag, Trial

from . import controls, replication
from .drivers import trial as drivers
from .drivers.clients import Find
from .figures import Readings
from .microblog import trial as microblog

Measure = Callable[[Any, Trial, Path], Readings]


@dataclass(frozen=True)
class Runner:
    """How trials are measured. `Find` leads to the folder of an installed package."""

    measure: Callable[[Find], Measure]
    #: the packages that a trial needs, by its tags
    needs: Callable[[Mapping[str, Tag]], Sequence[str]]
    #: of what the clients of a plan run on, their versions by name
    runtimes: Callable[[Sequence[Trial]], Mapping[str, str]]
    #: those of a round that are void, and why
    voided: Callable[[Sequence[Trial]], Iterable[tuple[list[Trial], str]]]


RUNNERS: Mapping[str, Runner] = {
    "replication": Runner(
        lambda _: replication.measure,
        lambda tags: [str(tags["store"])],
        lambda _: {},
        controls.voided,
    ),
    "drivers": Runner(
        lambda find: partial(drivers.measure, find), drivers.needs, drivers.runtimes, lambda _: ()
    ),
    "microblog": Runner(
        lambda find: partial(microblog.measure, find), microblog.needs, lambda _: {}, lambda _: ()
    ),
}
