"""The document of a sweep, whichever way it measures: in groups of slices, or by amounts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import __version__, moment
from ..analysis.answer import AnyFacts
from ..analysis.grouped.facts import GroupedFacts
from . import sections
from .charts import unchecked
from .document import Document, Section, Table
from .grouped.answer import answer, notes_of, tables
from .grouped.beside import reclaim, tail
from .grouped.by_size import by_size
from .grouped.conditions import conditions
from .grouped.core import core
from .grouped.cores import cores
from .grouped.cores import tables as tables_on_all_cores
from .grouped.noise import noise
from .grouped.partial import partial
from .grouped.providers import providers
from .grouped.pushed import pushed
from .grouped.ranking import ranked
from .grouped.setups import setups
from .grouped.sizes import sizes
from .grouped.sure import sure
from .grouped.written import written
from .sections.answer import tables as tables_by_amounts
from .sections.failed import failed
from .sections.nights import nights
from .sections.repeat import repeat

#: The sections of a sweep in groups, in their order.
GROUPED: Sequence[Callable[[GroupedFacts], Section]] = (
    answer, cores, ranked, partial, written, pushed, setups, by_size, sure, sizes, providers, tail, reclaim, core, noise,
    nights, conditions, failed, repeat,
)  # fmt: skip
#: Those of its summary, by their anchors.
_SUMMARY = (
    "answer",
    "cores",
    "engines",
    "partial",
    "written",
    "pushed",
    "setups",
    "by-size",
    "sure",
    "sizes",
    "tail",
    "reclaim",
    "core",
    "noise",
    "history",
    "conditions",
    "failed",
)


def document(facts: AnyFacts) -> Document:
    """All that is said of a sweep."""
    if not isinstance(facts, GroupedFacts):
        return sections.document(facts)
    with unchecked():
        made = [section(facts) for section in GROUPED]
    return Document(f"Sweep {facts.sweep.id}", f"{measured(facts)}; {sections.machine_of(facts.sweep)}; bench-driver {__version__}", made)


def measured(facts: GroupedFacts) -> str:
    """What a sweep in groups measured, in a line."""
    label = f"{facts.sweep.label}; " if facts.sweep.label else ""
    return f"{label}{len(facts.cells)} cells, {facts.rounds} rounds, {facts.whole_groups:,} groups, planned {moment.minute(facts.sweep.planned_at)}"


def beside_the_answer(facts: GroupedFacts) -> list[Section]:
    """The sections that hold no picture: all but the answer and the nights, which the web page shows in its own way."""
    return [section(facts) for section in GROUPED if section not in (answer, nights)]


def summary(facts: AnyFacts, whole: Document) -> Document:
    """Its document in short."""
    return whole.in_short(_SUMMARY if isinstance(facts, GroupedFacts) else sections.SUMMARY)


def notes(facts: AnyFacts) -> list[str]:
    """What a reader must know beside its answer, a line each."""
    return notes_of(facts) if isinstance(facts, GroupedFacts) else facts.notes


def answers(facts: AnyFacts) -> list[Table]:
    """The tables of its answer, and of what all cores do at once."""
    if not isinstance(facts, GroupedFacts):
        return tables_by_amounts(facts)
    return tables(facts) + ([] if facts.on_all_cores else tables_on_all_cores(facts))
