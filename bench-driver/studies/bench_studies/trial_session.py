"""Measures the rounds of a planned run: starts pairs, makes their trials, and writes down what came
of each.
"""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import psutil

from bench_driver import moment
from bench_driver.errors import BenchError, StackError
from bench_driver.model.trials import Trial, TrialRun
from bench_driver.store import trials as kept
from bench_driver.store.database import Store as Results
from bench_driver.system import machine

from .figures import Readings
from .replication import controls
from .replication.trial import measure
from .stores.base import Store
from .trial_failed import TrialFailed
from .trial_plan import sessions

#: Starts a pair of a store by an acknowledgement.
Pairs = Callable[[str, str], AbstractContextManager[Store]]
#: With less, nothing that a trial starts can write, not even why it failed.
_FULL_BYTES = 2**20


@dataclass(frozen=True)
class Session:
    """Where trials are made and written down; `say` tells people how far it is."""

    results: Results
    pairs: Pairs
    say: Callable[[str], None]
    measured: Callable[[Any, Trial, Path], Readings] = measure
    #: of what clients run on, by name
    runtimes: Mapping[str, str] = field(default_factory=dict)
    voided: Callable[[Sequence[Trial]], Iterable[tuple[list[Trial], str]]] = controls.voided

    def rounds(self, run: str, numbers: Iterable[int]) -> None:
        """Measures these rounds. A store that fails ends its trials of the round; the others go
        on.
        """
        for number in numbers:
            planned = kept.begin_round(self.results, run, number)
            for (store, acknowledgement, _), mine in sessions(planned):
                of = "a killed primary" if mine[0].part == "killed" else f"{len(mine)} trials"
                by = f", acknowledged by {acknowledgement}" if acknowledgement else ""
                self.say(f"round {number}: {store}{by}, {of}")
                self._pair(store, acknowledgement, mine)
            made = [one for one in kept.of_run(self.results, run) if one.round == number]
            for those, why in self.voided(made):
                self.say(f"round {number}: {len(those)} trials are void: {why}")
                kept.void(self.results, those, why)

    def _pair(self, store: str, acknowledgement: str, mine: Sequence[Trial]) -> None:
        began, first = moment.now(), mine[0]
        try:
            with (
                _said_of(store),
                self.pairs(store, acknowledgement) as pair,
            ):
                folder = pair.sandbox.folder / "trials"
                folder.mkdir(mode=0o700)
                about = {
                    "title": pair.title,
                    "settings": pair.settings(),
                    "link": pair.sandbox.kind,
                    "machine": machine.describe(),
                    "runtimes": dict(self.runtimes),
                }
                for one in mine:
                    self._trial(pair, one, about, folder)
        except StackError as error:
            self.say(f"{store}: {_sentence(error)}")
            states = {one.key: one.state for one in kept.of_run(self.results, first.run)}
            if states[first.key] == "planned":  # the pair never started
                ended = replace(first, state="failed", started_at=began, ended_at=moment.now())
                kept.end(self.results, replace(ended, problem=_problem(error)))

    def _trial(self, pair: Store, one: Trial, about: dict[str, Any], folder: Path) -> None:
        begun = replace(one, started_at=moment.now(), about=dict(about))
        try:
            readings = self.measured(pair, begun, folder)
        except BenchError as error:
            if shutil.disk_usage(folder).free < _FULL_BYTES:
                error.why = "the disk of the stores' folder is full"
            known = error.readings if isinstance(error, TrialFailed) else {}
            failed = replace(begun, state="failed", ended_at=moment.now(), readings=known)
            kept.end(self.results, replace(failed, problem=_problem(error)))
            if not (isinstance(error, TrialFailed) and error.alone):
                raise
            self.say(_sentence(error))
            return
        ended = replace(begun, state="complete", ended_at=moment.now(), readings=readings)
        kept.end(self.results, ended)


@contextmanager
def _said_of(store: str) -> Iterator[None]:
    """What the system refuses while a store is measured, as the store's failure."""
    try:
        yield
    except (OSError, subprocess.SubprocessError, psutil.Error) as error:
        why = getattr(error, "strerror", None) or str(error)
        do = "go on with --resume once the cause is gone"
        raise StackError(f"{store} could not be measured", why=why, do=do) from error


def _sentence(error: BenchError) -> str:
    return f"{error.what}{f': {error.why}' if error.why else ''}"


def _problem(error: BenchError) -> dict[str, str]:
    return {"what": error.what, "why": error.why, "do": error.do}


def unfinished(run: TrialRun, trials: Iterable[Trial]) -> list[int]:
    """The rounds that lack a trial, or have one that failed or is void: they are to be made."""
    whole = Counter(one.round for one in trials if one.state == "complete")
    return [number for number in range(1, run.rounds + 1) if whole[number] < run.each]
