"""What writing an object takes beside what parsing it takes: by object type, format and contender.
Pure.
"""

from __future__ import annotations

from dataclasses import replace

from ..model.condition import WRITE
from ..model.series import DECODE, USUAL
from .excerpts import Pair, Reading, beside
from .facts import Facts


def writings(facts: Facts) -> list[Reading]:
    """Each contender that writes, beside the same consumer's and engine's parse under the answer's
    condition. All intervals are simultaneous.
    """
    first = next((name for name in facts.conditions if name != WRITE), WRITE)
    pairs: list[Pair] = [
        (
            cell,
            who,
            replace(cell, condition=first, operation=DECODE, checks=USUAL),
            who,
        )
        for cell, those in facts.compared(WRITE).items()
        for who in those
    ]
    return beside(facts, pairs)
