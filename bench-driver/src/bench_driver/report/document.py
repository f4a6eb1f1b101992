"""What a report consists of, whatever it is rendered as."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

#: The headings of columns that hold words among figures: who is faster, or why nobody is; and by
#: what.
IN_WORDS = ("faster", "noise", "verdict", "libraries")


@dataclass(frozen=True)
class Text:
    """A paragraph. A `lead` is what must not be missed."""

    text: str
    lead: bool = False


@dataclass(frozen=True)
class Items:
    """A list, a line each."""

    items: Sequence[str]


@dataclass(frozen=True)
class Table:
    """A table; the columns from `figures` on hold figures.

    One that is `aside` is for those who ask, and closed at first.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: int
    caption: str = ""
    aside: bool = False

    def is_figure(self, place: int) -> bool:
        """Whether a column holds figures; verdicts stand among them, and are words."""
        return place >= self.figures and self.head[place] not in IN_WORDS


@dataclass(frozen=True)
class Chart:
    """A Vega-Lite spec, under a name that is its file's; `words` say what it shows to whoever
    cannot see it. Title, `notes` and `libraries` (with their versions) are drawn where the picture
    stands alone.
    """

    name: str
    title: str
    words: str
    spec: dict[str, Any]
    libraries: Sequence[str]
    notes: Sequence[str] = ()


@dataclass(frozen=True)
class Charts:
    """Charts that stand side by side where there is room."""

    charts: Sequence[Chart]


@dataclass(frozen=True)
class Code:
    """Commands to be copied."""

    text: str


Block = Text | Items | Table | Charts | Code


@dataclass(frozen=True)
class Section:
    """A heading, its anchor, and what stands under it."""

    anchor: str
    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Document:
    """A report; `trust` says at its head what it is good for."""

    title: str
    subtitle: str
    sections: Sequence[Section]
    trust: str = ""

    def charts(self) -> list[Chart]:
        """All charts, in order."""
        return [
            chart
            for section in self.sections
            for block in section.blocks
            if isinstance(block, Charts)
            for chart in block.charts
        ]

    def in_short(self, anchors: Collection[str]) -> Document:
        """The sections of these anchors alone, without what is aside."""
        kept = [section for section in self.sections if section.anchor in anchors]
        return replace(
            self,
            sections=[
                replace(
                    section,
                    blocks=[
                        block for block in section.blocks if not getattr(block, "aside", False)
                    ],
                )
                for section in kept
            ],
        )
