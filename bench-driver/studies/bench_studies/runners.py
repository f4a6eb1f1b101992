"""What measures the trials of a study and lists them, by the `runner` that its file names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bench_driver.model.trials import Tag, Trial
from bench_driver.report.document import Block, Section

from .drivers import rungs
from .drivers import trial as drivers
from .drivers.clients import Find
from .figures import Readings
from .microblog import tables as of_microblogs
from .microblog import trial as microblog
from .replication import controls
from .replication import tables as of_replication
from .replication import trial as replication
from .trial_answers import Trials
from .trial_study import Tags

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
    #: tags with a column of their own where cells are listed
    columns: Sequence[str]
    #: the figures that are listed of each cell
    shown: Sequence[str]
    #: what explains the figures of the claims, by the cells of a preset
    explaining: Callable[[Sequence[Tags], Trials], Section]
    #: what faults took, by theirs
    faults: Callable[[Sequence[Tags], Trials], Sequence[Block]]


RUNNERS: Mapping[str, Runner] = {
    "replication": Runner(
        measure=lambda _: replication.measure,
        needs=lambda tags: [str(tags["store"])],
        runtimes=lambda _: {},
        voided=controls.voided,
        columns=of_replication.COLUMNS,
        shown=of_replication.SHOWN,
        explaining=of_replication.explaining,
        faults=of_replication.faults,
    ),
    "drivers": Runner(
        measure=lambda find: partial(drivers.measure, find),
        needs=drivers.needs,
        runtimes=drivers.runtimes,
        voided=lambda _: (),
        columns=rungs.COLUMNS,
        shown=rungs.SHOWN,
        explaining=rungs.explaining,
        faults=lambda *_: (),
    ),
    "microblog": Runner(
        measure=lambda find: partial(microblog.measure, find),
        needs=microblog.needs,
        runtimes=lambda _: {},
        voided=lambda _: (),
        columns=of_microblogs.COLUMNS,
        shown=of_microblogs.SHOWN,
        explaining=of_microblogs.explaining,
        faults=of_microblogs.faults,
    ),
}
