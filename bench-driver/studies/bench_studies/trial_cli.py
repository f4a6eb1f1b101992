"""What `bench-driver study run` and `show` do with a study on real stores."""

from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench_driver import moment
from bench_driver.cli import screen
from bench_driver.errors import ExitCode, SetupError, UsageError
from bench_driver.measure import lease
from bench_driver.model.published import secretless
from bench_driver.model.trials import Trial
from bench_driver.report.markdown import markdown
from bench_driver.store import trials as kept
from bench_driver.store.database import Store as Results
from bench_driver.store.opening import open_store, read_store
from bench_driver.system import files, lock

from . import page, trial_page
from .claims import Study
from .runners import RUNNERS
from .stores import find, package, package_of, sandboxes
from .stores.base import Store
from .stores.mongodb import MongoDB
from .trial_answers import Trials, answers
from .trial_plan import Asked, plan
from .trial_session import Session, unfinished
from .trial_study import PARTS, TrialStudy, on_mongodb
from .verdicts import Answer


@dataclass(frozen=True)
class Where:
    """Where results are kept, and where the stores are."""

    address: str
    stores: Path | None
    stores_from: str
    wait: bool
    #: of a MongoDB that takes the emulator's place
    mongodb: str = ""

    def found(self, name: str) -> Path:
        """The folder of a package. Clients are never taken from PATH. SetupError."""
        ours = name == "generator" or name.startswith("drivers-")
        source = "installed" if ours else self.stores_from
        return package.found(name, self.stores, source)

    @contextmanager
    def pairs(self, store: str, acknowledgement: str) -> Iterator[Store]:
        """A pair of a store for as long as the block; what a driver that died left is ended."""
        installed = self.found(package_of(store))
        elsewhere = store == MongoDB.name  # there is no way to it from a namespace
        with sandboxes.opened(package.folder(self.stores), loopback=elsewhere) as box:
            pair = find(store)(installed, box.folder / "pair", box)
            if isinstance(pair, MongoDB):
                pair.url = self.mongodb
            # Where clients say what acknowledges, the store lets them ask for everything.
            pair.start(acknowledgement or [*pair.acknowledgements][-1])
            try:
                yield pair
            finally:
                pair.stop()


def run(
    study: TrialStudy, preset: str, part: str | None, rounds: int | None, where: Where
) -> tuple[str, int]:
    """Plans and measures a run; returns its id, and an exit code."""
    study = on_mongodb(study) if where.mongodb else study
    planned = planned_run(study, preset, part, rounds)
    _refuse_missing(study, where, planned)
    with _alone(where), open_store(where.address) as results:
        name = kept.add_run(results, planned)
        return name, _measure(study, results, name, range(1, planned[-1].round + 1), where)


def resume(study: TrialStudy, where: Where) -> tuple[str, int]:
    """Goes on with the newest run: rounds that are not whole are made, or made again."""
    with _alone(where), open_store(where.address, create=False) as results:
        newest = kept.find(results, study.name)
        trials = kept.of_run(results, newest.id)
        if MongoDB.name in {one.tags["store"] for one in trials} and not where.mongodb:
            raise UsageError(
                f"{newest.id} cannot go on",
                why="it is measured on a MongoDB, whose URL nothing keeps",
                do="give --mongodb again",
            )
        _refuse_missing(study, where, trials)
        left = unfinished(newest, trials)
        if not left:
            _say(f"{newest.id} is complete")
        return newest.id, _measure(study, results, newest.id, left, where)


def show_plan(
    study: TrialStudy, preset: str, part: str | None, rounds: int | None, where: Where
) -> None:
    """What a run would measure, on which stores, and how long it takes; measures nothing."""
    study = on_mongodb(study) if where.mongodb else study
    planned, past = planned_run(study, preset, part, rounds), list[Trial]()
    if "://" in where.address or Path(where.address).exists():
        with read_store(where.address) as results:
            past = [
                one
                for each in kept.runs(results, study.name)
                for one in kept.of_run(results, each.id)
            ]
    lines = trial_page.planned(study, planned, past)
    for name in _needed(study, planned):
        try:
            where.found(name)
        except SetupError as error:
            lines.append(f"{error.what}: {error.do}")
    for line in lines:
        screen.say(line)


def show(study: TrialStudy, name: str, claim: str | None, out: Path | None, address: str) -> None:
    """A run's answers; `out` gets the page with all of it."""
    with read_store(address) as results:
        found = kept.find(results, study.name, name)
        void = kept.of_run(results, found.id, void=True)
        measured = Trials(found, kept.of_run(results, found.id), void)
    if MongoDB.name in {one.tags["store"] for one in measured.every}:
        study = on_mongodb(study)
    every = answers(study, study.claims, measured)
    shown = chosen(study, [*every, *answers(study, study.promises, measured)], claim)
    for line in trial_page.said(shown):
        screen.say(line)
    screen.show_table(page.table(shown, "at"))
    if out:
        files.write(out, markdown(trial_page.document(study, measured)))


def chosen(study: Study, found: Sequence[Answer], claim: str | None) -> list[Answer]:
    """The answers that were asked for. UsageError."""
    shown = [one for one in found if claim in (None, one.claim.id)]
    if not shown:
        raise UsageError(
            f"{claim} is no claim of {study.name}",
            why=f"there are {', '.join(one.claim.id for one in found)}",
            do="name one of these",
        )
    return shown


def refuse_unknown(study: TrialStudy, claim: str | None) -> None:
    """UsageError where a study has no such claim, before it is measured."""
    chosen(study, [Answer(one, ()) for one in (*study.claims, *study.promises)], claim)


def refuse_options(study: TrialStudy, given: Sequence[tuple[str, object]]) -> None:
    """UsageError where an option of a sweep's study was given."""
    if used := [name for name, value in given if value]:
        raise UsageError(
            f"{used[0]} does not go with {study.name}",
            why="trials on real stores answer it, not sweeps",
            do="give --run, or leave it out",
        )


def refuse_mongodb(study: TrialStudy, url: str | None) -> None:
    """UsageError where a URL is none of MongoDB's, or where the study is of no such store."""
    if url and study.runner != "drivers":
        why = "it is measured on other stores"
        raise UsageError(f"--mongodb does not go with {study.name}", why=why, do="leave it out")
    if url and not url.startswith("mongodb://"):
        raise UsageError(
            "--mongodb takes another URL",
            why="it has to begin with mongodb://",
            do="write it as mongodb://HOST:PORT, with user and password before the host",
        )


def planned_run(
    study: TrialStudy, preset: str, part: str | None, rounds: int | None
) -> list[Trial]:
    """The trials of a run. UsageError where the study has no such preset or part."""
    if preset not in study.presets or part not in (None, *PARTS):
        raise UsageError(
            f"{study.name} has no preset {preset} of {part or 'all parts'}",
            why=f"it has {', '.join(study.presets)}, with the parts {', '.join(PARTS)}",
            do="name one of these",
        )
    parts, name = [part] if part else PARTS, f"{study.name}-{moment.name()}"
    seed, many = random.SystemRandom().randrange(2**31), rounds or study.presets[preset].rounds
    planned = plan(study, Asked(preset, parts, many, seed, moment.now(), name))
    if not planned:
        raise UsageError(
            f"the preset {preset} of {study.name} measures no part {part}",
            why="its file has no cells for it",
            do="leave --part or --preset out",
        )
    return planned


@contextmanager
def _alone(where: Where) -> Iterator[None]:
    """Holds the machine's lock. Busy where something else measures, unless it may be waited for."""
    command = shlex.join(["bench-driver", *map(secretless, sys.argv[1:])])
    with lock.held(command, (lambda busy: _say(f"waiting: {busy.why}")) if where.wait else None):
        yield


def _say(line: str) -> None:
    screen.say(line, screen.err())


def _measure(
    study: TrialStudy, results: Results, name: str, rounds: Sequence[int], where: Where
) -> int:
    runner = RUNNERS[study.runner]
    measure, runtimes = runner.measure(where.found), runner.runtimes(kept.of_run(results, name))
    session = Session(results, where.pairs, _say, measure, runtimes, runner.voided)
    with lease.held(results, [lease.of_sweep(name)]):
        session.rounds(name, rounds)
    (made,) = [one for one in kept.runs(results) if one.id == name]
    if made.state == "complete":
        return ExitCode.OK
    missing = f"{made.planned - made.complete} of {made.planned} trials of {name} are missing"
    _say(f"{missing}: go on with `bench-driver study run {made.study} --resume`")
    return ExitCode.FAILED


def _refuse_missing(study: TrialStudy, where: Where, planned: Sequence[Trial]) -> None:
    """SetupError where a package that the plan needs is not installed."""
    for name in _needed(study, planned):
        where.found(name)


def _needed(study: TrialStudy, planned: Sequence[Trial]) -> list[str]:
    return sorted({name for one in planned for name in RUNNERS[study.runner].needs(one.tags)})
