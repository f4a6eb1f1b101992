"""The report's sections, in their order; each is a function of the facts, and says so where it has nothing to show."""

from __future__ import annotations

from collections.abc import Callable

from ...analysis.facts import Facts
from ..document import Section
from .answer import answer
from .curves import curves
from .distributions import distributions
from .environment import environment
from .nights import nights
from .noise import noise
from .ratios import ratios
from .repeat import repeat
from .resources import resources
from .shares import shares
from .warmth import warmth

SECTIONS: tuple[Callable[[Facts], Section], ...] = (
    answer, ratios, curves, distributions, shares, warmth, resources, noise, nights, environment, repeat,
)  # fmt: skip
