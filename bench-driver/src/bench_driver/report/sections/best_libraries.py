"""What a sweep says of formats and libraries, and how to compare the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...analysis.best_engines import between_formats, between_libraries, has_several
from ...analysis.facts import Facts
from ...analysis.phrases import span
from ...model.series import USUAL
from ...stats.interval import Interval
from .. import words

_ASK = "For the best library of each runtime:"


def lines(facts: Facts) -> list[str]:
    """A sentence on formats and one on libraries, and how to compare the best of each runtime."""
    usual = [cell for cell in facts.cells if (cell.condition, cell.checks) == ("block", USUAL)]
    runtimes = {who.consumer for cell in usual for who in facts.contenders[cell]}
    if facts.best_of or len(runtimes) < 2:
        return []
    if has_several(facts):
        return [*choices(facts), f"{_ASK} bench-driver sweep --best-of {facts.sweep.id}."]
    return [f"{_ASK} bench-driver sweep --engine all --checks usual, then --best-of last."]


def choices(facts: Facts) -> list[str]:
    """What the choice of a format makes, and that of a library."""
    formats = [f"{name} {_formats(those)}" for name, those in between_formats(facts).items()]
    libraries = [f"{name} {_spans(of)}" for name, of in between_libraries(facts).items()]
    found = {
        "Which format, the best library's time over the quickest format's (95 %)": formats,
        "Which library, the slowest's time over the quickest's": libraries,
    }
    return [f"{what}: {'; '.join(said)}." for what, said in found.items() if said]


def _formats(those: Sequence[tuple[str, Interval | None]]) -> str:
    return ", ".join(f"{name} {words.ratio(ratio) if ratio else '1.00'}" for name, ratio in those)


def _spans(of_formats: Mapping[str, Sequence[float]]) -> str:
    return ", ".join(f"{name} {span(ratios)}" for name, ratios in of_formats.items())
