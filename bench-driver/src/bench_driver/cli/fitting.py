"""A table that fits the terminal: nothing in it is cut, and no cell is folded within a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import fill

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

#: Between two columns; and the width below which no column is wrapped.
_GAP, _LEAST = 2, 24
#: Where headings may be broken: nowhere, between words, and behind hyphens too.
_BREAKS = (r"$^", r"\s+", r"\s+|(?<=-)")


@dataclass(frozen=True)
class Fitted:
    """Rows under their names, those of `right` being figures.

    Where they are too wide, headings are wrapped first; then empty columns are left out, and those
    of `spare`, the last first; then texts are wrapped. At last each row is a paragraph.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[str] = ()
    spare: Sequence[str] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width
        for one in self._ever_fewer():
            for breaks in _BREAKS:
                if _whole(widths := one._widths(breaks)) <= room:
                    yield one._drawn(widths)
                    return
        if widths := one._wrapped(room):
            yield one._drawn(widths)
        else:
            yield Text("\n".join(one._paragraphs(room)))

    def _ever_fewer(self) -> Iterator[Fitted]:
        yield self
        empty = [name for place, name in enumerate(self.columns) if not any(self._cells(place))]
        left = self
        for name in [*empty, *reversed(self.spare)]:
            kept = [place for place, other in enumerate(left.columns) if other != name]
            columns = [left.columns[place] for place in kept]
            left = replace(left, columns=columns, rows=[[r[at] for at in kept] for r in left.rows])
            yield left

    def _cells(self, place: int) -> list[str]:
        return [row[place] for row in self.rows]

    def _widths(self, breaks: str) -> list[int]:
        """As wide as each column's cells and the parts of its heading are."""
        return [
            max([*map(cell_len, self._cells(place)), *map(cell_len, re.split(breaks, name)), 0])
            for place, name in enumerate(self.columns)
        ]

    def _wrapped(self, room: int) -> list[int]:
        """Widths that fit, texts being wrapped between words; empty where none do."""
        widths = self._widths(_BREAKS[-1])
        least = {
            place: max(
                [
                    _LEAST,
                    *(
                        cell_len(one.rstrip())
                        for text in self._cells(place)
                        for one in _parts(text)
                    ),
                ]
            )
            for place, name in enumerate(self.columns)
            if name not in self.right
        }
        while (excess := _whole(widths) - room) > 0:
            place = max(least, key=lambda at: widths[at] - least[at], default=None)
            if place is None or widths[place] <= least[place]:
                return []
            widths[place] = max(least[place], widths[place] - excess)
        return widths

    def _drawn(self, widths: Sequence[int]) -> Table:
        made = Table(
            box=None, pad_edge=False, padding=(0, _GAP, 0, 0), show_header=any(self.columns)
        )
        for name, width in zip(self.columns, widths, strict=True):
            heading = fill(name, max(width, 1), break_long_words=False) if name else ""
            made.add_column(
                heading,
                justify="right" if name in self.right else "left",
                width=width,
            )
        for row in self.rows:
            made.add_row(
                *(Text(_filled(cell, width)) for cell, width in zip(row, widths, strict=True))
            )
        return made

    def _paragraphs(self, room: int) -> Iterator[str]:
        for first, *rest in self.rows:
            words = (
                f"{name} {cell}" if name else cell
                for name, cell in zip(self.columns[1:], rest, strict=True)
                if cell
            )
            yield _filled(f"{first}: {'; '.join(words)}", room, indent="  ")


def _parts(text: str) -> list[str]:
    """A text in pieces that stay whole: words, and so paths."""
    return re.split(r"(?<=\s)(?=\S)", text)


def _filled(text: str, width: int, indent: str = "") -> str:
    lines = [""]
    for part in _parts(text):
        if lines[-1].strip() and cell_len(lines[-1] + part.rstrip()) > width:
            lines.append(indent)
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def _whole(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)
