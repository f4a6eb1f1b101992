"""The page of a paired comparison: what was found, and on which machine, with which versions, in how many rounds, by which command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from bench_driver.report.document import Section, Text
from bench_driver.report.markdown import markdown
from bench_driver.report.measured import measured
from bench_driver.stats.decision import MARGIN
from bench_driver.stats.pairs import Rounds
from bench_driver.system import files

from . import rows
from .rows import Parsed

#: How times and ratios come about, a line each.
STATISTICS = (
    "time: of an object in a slice, as on a core that nobody shares, or beside all neighbours that were met where that was hardly ever so "
    "(docs/methodology.md); the median over a round's slices, then over rounds",
    "ratio: of a group's slices; the median over a round's groups, then the mean over rounds with Student's t; "
    f"the intervals of a table hold together with 95 %; the margin is {100 * MARGIN:.0f} %",
)


class _Comparison(Protocol):
    """What is compared: its name, its title, how tables call the two contenders, and what they differ in."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def names(self) -> tuple[str, str]: ...
    @property
    def words(self) -> str: ...


def section(of: _Comparison, rounds: Mapping[Parsed, Rounds], beside: Mapping[str, Mapping[Parsed, str]] | None = None) -> Section:
    """A comparison's: the sentence, the table with further columns by their headings, how to read it."""
    known = rows.measured(rounds)
    found = rows.rows(known, of.names)
    return Section(of.name, of.title, [Text(rows.sentence(found), lead=True), rows.table(found, of.names, beside), Text(of.words + rows.neighbours(found))])


def write(file: Path, title: str, sections: Sequence[Section], how: Sequence[str], about: Mapping[str, Any], rounds: int) -> Path:
    """Writes the page; `how` says how it was measured, a line each."""
    return files.write(file, markdown(measured(title, sections, how, about, rounds)))
