"""The document of a sweep."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .. import __version__, moment
from ..analysis.facts import Facts
from .charts import unchecked
from .document import Document, Section
from .sections.all_cores import cores
from .sections.all_cores import tables as tables_on_all_cores
from .sections.answer import answer, tables, trusted
from .sections.beside import reclaim, tail
from .sections.by_amount import curves
from .sections.by_size import by_size
from .sections.certainty import sure
from .sections.codings import coded
from .sections.environment import machine_of
from .sections.failed import failed
from .sections.fronts import choice
from .sections.machines import machines
from .sections.nights import nights
from .sections.noise import noise
from .sections.orders import orders
from .sections.providers import providers
from .sections.pushes import pushed
from .sections.quiet_core import core
from .sections.ranks import ranked
from .sections.repeat import repeat
from .sections.setting import conditions
from .sections.setup_rows import setups
from .sections.short_answer import Short, short
from .sections.slice_sizes import sizes
from .sections.three_fields import partial
from .sections.writes import written

#: The sections, in their order. One that was not measured is None.
SECTIONS: Sequence[Callable[[Facts], Section | None]] = (
    answer,
    choice,
    coded,
    orders,
    machines,
    cores,
    curves,
    ranked,
    partial,
    written,
    pushed,
    setups,
    by_size,
    sure,
    sizes,
    providers,
    tail,
    reclaim,
    core,
    noise,
    nights,
    conditions,
    failed,
    repeat,
)
#: Those of its summary, by their anchors.
_SUMMARY = (
    "answer",
    "formats",
    "codings",
    "orders",
    "machines",
    "cores",
    "curves",
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


def document(facts: Facts) -> Document:
    """All that is said of a sweep."""
    with unchecked():
        made = [section for make in SECTIONS if (section := make(facts))]
    return Document(
        f"Sweep {facts.sweep.id}",
        f"{measured(facts)}; {machine_of(facts.sweep)}; bench-driver {__version__}",
        made,
        trusted(facts),
    )


def measured(facts: Facts) -> str:
    """What a sweep measured, in a line."""
    label = f"{facts.sweep.label}; " if facts.sweep.label else ""
    return (
        f"{label}{len(facts.whole.cells)} cells, {facts.rounds} rounds, "
        f"{facts.whole.whole_groups:,} groups, planned {moment.minute(facts.sweep.planned_at)}"
    )


def beside_the_answer(facts: Facts) -> list[Section]:
    """The sections that hold no picture: all but the answer and the nights, which the web page
    shows in its own way.
    """
    drawn = (answer, curves, nights)
    return [section for make in SECTIONS if make not in drawn and (section := make(facts))]


def summary(whole: Document) -> Document:
    """A sweep's document in short."""
    return whole.in_short(_SUMMARY)


def answers(facts: Facts) -> list[Short]:
    """The tables of its answer, and of what all cores do at once, as a screen has them."""
    if facts.on_all_cores:
        return [Short(table) for table in tables(facts)]
    return [*short(facts), *map(Short, tables_on_all_cores(facts))]
