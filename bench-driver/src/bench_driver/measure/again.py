"""A second measurement of some cells of a sweep: the same contenders, servers and conditions, in
fewer rounds.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from ..model.cell import Cell
from ..model.records import SweepRecord
from ..plan.contenders import plan_with
from ..plan.estimate import Rates, estimate
from ..plan.plan import planned
from ..plan.request import Processes, Request, Stopping
from ..stats.verdict import CLAIM_ROUNDS
from . import origin
from .session import Session
from .wanted import unused_folder


def again(root: Path, sweep: SweepRecord, cells: Collection[Cell]) -> Session:
    """The session that measures these cells of a sweep again, in as many rounds as a claim takes.

    StoreError where this checkout did not plan the sweep.
    """
    whose = replace(origin.started(root, sweep), folder=str(unused_folder(root)))
    plan = planned(sweep.conditions, sweep.seed)
    processes: Processes = (
        "shared" if not plan.apart else "engine" if plan.engines_apart else "format"
    )
    wanted = Request(
        Stopping(rounds=CLAIM_ROUNDS),
        conditions=tuple(dict.fromkeys(cell.condition for cell in cells)),
        groups=plan.groups,
        processes=processes,
        seed=random.SystemRandom().randrange(2**32),
        preset=sweep.preset,
        held=plan.held,
        contenders={cell: those for cell, those in plan.contenders.items() if cell in cells},
        again_of=sweep.id,
    )
    return Session(root, whose, wanted, whose.servers(root))


def seconds(session: Session, sweep: SweepRecord, rates: Rates) -> float:
    """How long that takes, about."""
    wanted, providers = session.wanted, planned(sweep.conditions, sweep.seed).providers
    plan = plan_with(wanted, wanted.contenders, providers, with_itself=False)
    return estimate(plan, CLAIM_ROUNDS, rates).seconds
