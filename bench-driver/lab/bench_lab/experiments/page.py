"""The page of the experiments: a section each, with what exceeds the margin on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bench_driver.plan.groups import WINDOWS_S
from bench_driver.report.document import Section
from bench_driver.stats.pairs import Rounds

from ..paired import page
from ..paired.page import STATISTICS
from ..paired.rows import Parsed
from ..paired.slices import HELD, WARM_UP
from .experiment import Experiment
from .variants import VARIANTS

TITLE = "Experiments"
#: Heading of the column that says how much shorter or longer the one body is.
LENGTH = "length of one / median"


def section(experiment: Experiment, measured: Mapping[Parsed, Rounds], lengths: Mapping[tuple[str, str], float]) -> Section:
    """An experiment's: the sentence, the table, how to read it. `lengths` are the one body's over the median, by object type and format."""
    beside = {LENGTH: {parsed: f"{lengths[parsed.object_type, parsed.format]:.3f}" for parsed in measured}} if experiment is VARIANTS else {}
    return page.section(experiment, measured, beside)


def how(groups: int, amounts: Iterable[int]) -> Sequence[str]:
    """How it was measured, a line each."""
    sizes = sorted(set(amounts))
    return [
        f"processes are started afresh for each round; each parsed {WARM_UP:,} objects of each type and format by replay before a slice",
        f"{groups} groups a row and round: a slice of each contender, back to back, either one first equally often; all rows of an experiment in random order",
        f"`replay`; slices of {sizes[0]:,} to {sizes[-1]:,} objects, {HELD.warmup_slice:,} uncounted before; windows of {1000 * WINDOWS_S:.0f} ms or so",
        *STATISTICS,
    ]
