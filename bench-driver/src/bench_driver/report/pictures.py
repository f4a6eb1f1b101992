"""Pictures that are saved. Each stands alone: it has a title, the libraries with their versions,
where its figures come from, and a background of its own, since a dark page has none that it could
be read on.

Nothing else draws into a file, and none is drawn without its origin.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any

from ..model.published import published
from ..model.records import SweepRecord
from ..system import files
from .document import Chart
from .look import INK, SOFT
from .sections.environment import machine_in

BACKGROUND = "#ffffff"
#: Characters of a line under the title.
_LINE = 104


def origin_of(sweep: SweepRecord) -> str:
    """Where a sweep's figures come from."""
    return origin(published(sweep).about, sweep.planned_at[:10], f"sweep {sweep.id}")


def origin(about: Mapping[str, Any], day: str, source: str) -> str:
    """Machine and day, and the sweep or the command that the figures come from."""
    return f"{machine_in(about)}; {day}; {source}"


def spec(chart: Chart, origin: str) -> dict[str, Any]:
    """The chart with all that it needs outside of its page."""
    lines = [*chart.notes, *chart.libraries, origin]
    title = {
        "text": wrap(chart.title, _LINE - 20),
        "subtitle": [part for line in lines for part in wrap(line, _LINE, break_on_hyphens=False)],
        "color": INK,
        "subtitleColor": SOFT,
        "fontSize": 15,
        "subtitleFontSize": 11,
        "subtitlePadding": 4,
        "offset": 10,
        "anchor": "start",
        "frame": "bounds",
    }
    return {**chart.spec, "title": title, "background": BACKGROUND, "padding": 12}


def svg(chart: Chart, origin: str) -> str:
    """The picture as SVG, with a title and a description for whoever cannot see it."""
    import vl_convert

    head, end, drawing = vl_convert.vegalite_to_svg(spec(chart, origin)).partition(">")
    said = f"{chart.words} {'; '.join(chart.libraries)}. {origin}"
    words = f"<title>{escape(chart.title)}</title><desc>{escape(said)}</desc>"
    return f"{head}{end}{words}{drawing}"


def png(chart: Chart, origin: str) -> bytes:
    """The picture as PNG, at twice its size."""
    import vl_convert

    return bytes(vl_convert.vegalite_to_png(spec(chart, origin), scale=2))


def save(chart: Chart, origin: str, file: Path) -> None:
    """Writes the picture, as PNG where the file's name ends so, else as SVG. ResultsError."""
    draw = png if file.suffix.lower() == ".png" else svg
    files.write(file, draw(chart, origin))
