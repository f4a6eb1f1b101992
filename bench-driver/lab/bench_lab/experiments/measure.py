"""All rounds of the experiments, and what they need to know of the bodies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import product

from ..paired.gathered import Gathered, gather
from .bodies import first_over_median
from .round import Rounds
from .variants import VARIANTS


@dataclass(frozen=True)
class Measured:
    """Each experiment's groups by what is parsed and round; the one body's length over the median, by object type and format, where it is asked for."""

    groups: Gathered = field(default_factory=dict)
    lengths: dict[tuple[str, str], float] = field(default_factory=dict)


def measure(parts: Sequence[Rounds], rounds: int, begins: Callable[[int], None]) -> Measured:
    """Makes so many rounds of each part, one part after the other; `begins` hears of each round. SetupError, StackError, ServerError, RunFailed."""
    measured = Measured()
    for number, making in product(range(1, rounds + 1), parts):
        if making is parts[0]:
            begins(number)
        with making.ready(number) as servers:
            if VARIANTS in making.experiments and not measured.lengths:
                kinds = dict.fromkeys((parsed.object_type, parsed.format) for parsed in making.parsed)
                measured.lengths.update({kind: first_over_median(servers.provider_url, *kind) for kind in kinds})
            gather(measured.groups, number, making.measure(number, servers.run))
    return measured
