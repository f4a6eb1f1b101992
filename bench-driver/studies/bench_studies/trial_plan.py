"""What a run of a study on real stores measures, in which order, and how long it takes. Pure."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from statistics import median

from bench_driver.model.trials import Tag, Trial

from .trial_study import PARTS, TrialStudy

#: Pairs that are started once and measured by several trials.
Session = tuple[str, str, int]
#: A ring has its nodes back after these, so that it is started once for them.
_COMES_BACK = {("cassandra", fault) for fault in ("none", "killed", "returned")}


@dataclass(frozen=True)
class Asked:
    """What a run is of."""

    preset: str
    parts: Sequence[str]
    rounds: int
    seed: int
    planned_at: str
    run: str


def plan(study: TrialStudy, asked: Asked) -> list[Trial]:
    """The trials of every round. Pairs are started in a random order, and the trials of a pair are
    measured in a random order. A pair of which one is killed is started for that alone.
    """
    drawn, made = random.Random(asked.seed), list[Trial]()
    cells = [(part, tags) for part in PARTS if part in asked.parts for tags in
             study.cells(asked.preset, part)]  # fmt: skip
    sessions: dict[object, list[tuple[str, Mapping[str, Tag]]]] = {}
    for place, (part, tags) in enumerate(cells, 1):
        sessions.setdefault(_session(part, tags, place), []).append((part, tags))
    for number in range(1, asked.rounds + 1):
        groups = list(sessions.values())
        drawn.shuffle(groups)
        order = [
            one
            for group in groups
            for one in sorted(drawn.sample(group, len(group)), key=_follows_others)
        ]
        made += [
            Trial(
                asked.run, study.name, part, asked.preset, asked.planned_at, asked.seed,
                number, place, tags,
            )
            for place, (part, tags) in enumerate(order, 1)
        ]  # fmt: skip
    return made


def _follows_others(planned: tuple[str, Mapping[str, Tag]]) -> bool:
    """What is offered in an open loop is a share of what a closed one did; after a fault a ring is
    no longer undisturbed.
    """
    tags = planned[1]
    return tags.get("load", "closed") != "closed" or tags.get("fault", "none") != "none"


def session_of(one: Trial) -> Session:
    """Which pair a trial is measured on."""
    return _session(one.part, one.tags, one.position)


def _session(part: str, tags: Mapping[str, Tag], place: int) -> Session:
    store, alone = str(tags["store"]), 0
    if part == "killed":
        alone = -1 if (store, tags.get("fault")) in _COMES_BACK else place
    return store, str(tags.get("acknowledgement", "")), alone


def sessions(trials: Iterable[Trial]) -> list[tuple[Session, list[Trial]]]:
    """The trials of a round by their pairs, in the order of the plan."""
    return [(key, list(mine)) for key, mine in groupby(trials, session_of)]


def seconds(study: TrialStudy, trials: Sequence[Trial], past: Iterable[Trial] = ()) -> float:
    """How long these trials take: as long as past ones of the same tags did, else by the file's
    pace.
    """
    taken: dict[str, list[float]] = {}
    for one in past:
        if one.state == "complete" and one.started_at and one.ended_at:
            lasted = datetime.fromisoformat(one.ended_at) - datetime.fromisoformat(one.started_at)
            taken.setdefault(_key(one), []).append(lasted.total_seconds())
    total = 0.0
    for key, mine in sessions(trials):
        total += study.pace[key[0]].start
        total += sum(median(taken.get(_key(one), [_paced(study, one)])) for one in mine)
    return total


def _key(one: Trial) -> str:
    return repr((one.part, sorted(one.tags.items())))


def _paced(study: TrialStudy, one: Trial) -> float:
    pace = study.pace[str(one.tags["store"])]
    if "load" in one.tags:
        return pace.beside + float(one.tags["seconds"])
    if one.part == "killed":
        return pace.beside + float(one.tags["seconds"]) + pace.start
    if operation := one.tags.get("operation"):
        return (
            pace.beside + int(one.tags["n"]) * int(one.tags["fields"]) / pace.rates[str(operation)]
        )
    bulk = "bulk" if one.tags.get("bulk") else str(one.tags["acknowledgement"])
    many = 4 if one.tags["in flight"] != 1 else 1
    return pace.beside + int(one.tags["n"]) / (pace.rates[bulk] * many)
