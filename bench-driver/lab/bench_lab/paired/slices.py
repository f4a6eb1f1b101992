"""Slices of a paired comparison: how processes are warmed before them, how long they are, and how one is made; all as in a sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bench_driver.model import answers
from bench_driver.model.cell import Cell, Contender, Slice, SliceTurn
from bench_driver.model.condition import CONDITIONS
from bench_driver.plan.grouped import GroupedPlan
from bench_driver.plan.groups import slice_size
from bench_driver.plan.request import Held

from .rows import CONDITION, Parsed
from .servers import PROVIDER, Run

#: As a sweep holds it, but for the warm-up.
HELD = Held(warmup_run=10_000)
SEED = 1
#: Each process is warmed by so many runs of all that it parses: it may say nothing of what it compiles, so that no pilot can find the number.
WARM_UP_RUNS = 10
#: The objects of these together.
WARM_UP = WARM_UP_RUNS * (HELD.warmup_run + HELD.warmup_slice)


def warm(number: int, processes: Mapping[str, Sequence[Parsed]], run: Run, held: Held = HELD) -> dict[Parsed, int]:
    """Warms every process with all that it parses, as a sweep does as a round begins, all side by side; gives how many objects a slice of each is to have."""
    contenders: dict[Cell, list[Contender]] = {}
    for name, each in processes.items():
        for parsed in each:
            contenders.setdefault(parsed.cell, []).append(Contender(name))
    parses = {(name, parsed.object_type, parsed.format): parsed for name, each in processes.items() for parsed in each}
    plan = GroupedPlan({cell: tuple(those) for cell, those in contenders.items()}, (PROVIDER,), groups=1, seed=SEED, held=held)
    times: dict[Parsed, list[tuple[float, float]]] = {}
    for turn, asked in plan.warmups(number, dict.fromkeys(plan.pairs, WARM_UP_RUNS)):
        process = turn.scenario.consumer
        parsed = parses[process, turn.scenario.object_type, turn.scenario.format]
        raw = run(process, parsed, asked)
        whole_ns = 1e6 * max(1, answers.by_format(raw, "total_time_ms")) / raw["amount"]
        times.setdefault(parsed, []).append((float(raw["parse"]["p50_ns"]), whole_ns))
    ends = {parsed: (min(window for window, _ in made), min(whole for _, whole in made)) for parsed, made in times.items()}
    return {parsed: slice_size(window_ns, whole_ns, held.variants).amount for parsed, (window_ns, whole_ns) in ends.items()}


def make(run: Run, process: str, parsed: Parsed, amount: int, variants: int = HELD.variants) -> dict[str, Any]:
    """A slice's answer, as it came."""
    return run(process, parsed, {"amount": amount, "warmup": HELD.warmup_slice, "variants": variants, **CONDITIONS[CONDITION]})


def told(answer: Mapping[str, Any], parsed: Parsed, who: Contender, number: int, group: int, place: int, amount: int) -> Slice:
    """The slice of a group of a round that somebody gave this answer to, a service or a loop."""
    return Slice.told(SliceTurn(number, 0, parsed.cell, who, PROVIDER, group, place, amount), answer)
