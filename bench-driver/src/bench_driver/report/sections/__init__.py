"""The sections of a sweep's documents, in their order; each is a function of the facts, and says so where it has nothing to show.

The page has all of them; the summary has some, without charts and details.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ... import __version__, moment
from ...analysis.facts import Facts
from ...model.records import SweepRecord
from ..charts import unchecked
from ..document import Document, Section
from .answer import answer
from .curves import curves
from .distributions import distributions
from .environment import environment
from .failed import failed
from .nights import nights
from .noise import noise
from .ratios import ratios
from .repeat import repeat
from .resources import resources
from .shares import shares
from .warmth import warmth

SECTIONS: Sequence[Callable[[Facts], Section]] = (
    answer, ratios, curves, distributions, shares, warmth, resources, noise, nights, environment, failed, repeat,
)  # fmt: skip
#: Those of the summary, by their anchors.
SUMMARY = ("answer", "noise", "warmth", "history", "conditions", "failed")


def document(facts: Facts) -> Document:
    """All that is said of a sweep."""
    sweep = facts.sweep
    label = f"{sweep.label}; " if sweep.label else ""
    measured = f"{label}{len(facts.scenarios)} scenarios, {facts.rounds} rounds, preset {sweep.preset}, planned {moment.minute(sweep.planned_at)}"
    with unchecked():
        made = [section(facts) for section in SECTIONS]
    return Document(f"Sweep {sweep.id}", f"{measured}; {machine_of(sweep)}; bench-driver {__version__}", made)


def machine_of(sweep: SweepRecord) -> str:
    """Where a sweep was measured, in a few words."""
    machine = sweep.about.get("machine", {})
    said = [str(machine.get("cpu", "")), f"{machine['cores']} cores" if machine.get("cores") else ""]
    return ", ".join(filter(None, said)) or "machine unknown"
