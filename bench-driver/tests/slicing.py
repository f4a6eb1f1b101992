"""Sweeps over servers in miniature: how they are made, and servers whose times a test
knows beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from bench_driver.measure.ready import Reporter
from bench_driver.measure.sweeping import Outcome, SweepRun
from bench_driver.model.cell import Slice
from bench_driver.model.records import SweepRecord
from bench_driver.plan.request import Held, Request, Stopping
from bench_driver.store import read
from bench_driver.store.database import Store
from bench_driver.store.slices import whole_slices

from .miniatures import Behaviour, Json, result
from .stores import scaled
from .sweeping import ABOUT, Miniatures

#: Little warm-up and two cells of one series in one part, so that a round is short.
SMALL: dict[str, Any] = {
    "held": Held(variants=8, warmup_run=24, warmup_runs=2, warmup_slice=8, warmup_provider=5),
    "object_types": ("DummyObject",),
    "formats": ("JSON", "XML"),
    "conditions": ("block",),
    "checks": ("usual",),
    "groups": 4,
    "processes": "shared",
    "seed": 7,
}


def sweep_in_groups(
    store: Store,
    servers: Miniatures,
    *,
    reporter: Reporter | None = None,
    resume: SweepRecord | None = None,
    rounds: int | None = 2,
    **changes: Any,
) -> Outcome:
    """A sweep of a number of rounds, unless `stopping` says otherwise, or the rest of
    one.
    """
    wanted = Request(**{"stopping": Stopping(rounds=rounds), **SMALL, **changes})
    made = SweepRun(servers, store, reporter or Reporter())
    return made.resume(resume) if resume else made.run(wanted, ABOUT)


def slices_of(store: Store) -> list[Slice]:
    return list(whole_slices(store, read.find(store).id))


def timed(factor: Callable[[str, int, Json], float], servers: Sequence[Miniatures]) -> Behaviour:
    """Right, and so many times as quick as usual, by runtime, round and request; `servers` holds
    those that count the rounds.
    """

    def behave(runtime: str, request: Json) -> Iterator[Json | bytes]:
        answer = scaled(result(runtime, request), factor(runtime, servers[0].started, request))
        name = f"{request['object_format'].lower()}_parsing_time_micro_s"
        yield {
            "event": "started",
            "amount": request["amount"],
            "warmup": request.get("warmup", 0),
            "engine": answer["engine"],
        }
        yield {"event": "result", **answer, name: (answer["parse"]["total_ns"] + 500) // 1000}

    return behave
