"""A document as one HTML page that needs nothing else: style and charts (SVG) are in it, there is
no script and no address to fetch from.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from .document import IN_WORDS, Chart, Document, Table

#: A chart of this many pixels or more takes a row of its own.
_WIDE = 560
#: Characters of a cell from which on it may wrap, and of one with words among figures.
_LONG, _LONG_WORDS = 60, 40


def page(document: Document) -> str:
    """The page, with its charts."""
    import vl_convert

    svgs = {chart.name: vl_convert.vegalite_to_svg(chart.spec) for chart in document.charts()}
    here = files(__package__)
    known = Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    style = "".join(here.joinpath(name).read_text() for name in ("tokens.css", "style.css"))
    known.globals |= {
        "style": Markup(style),
        "kind": lambda block: type(block).__name__,
        "class_of": _class,
        "wide": lambda chart: _width(svgs[chart.name]) >= _WIDE,
        "drawn": lambda chart: Markup(inline(chart, svgs[chart.name])),
    }
    template = here.joinpath("page.html.jinja").read_text()
    return known.from_string(template).render(document=document)


def _class(block: Table, place: int, cell: str) -> str:
    if len(cell) > (_LONG_WORDS if block.head[place] in IN_WORDS else _LONG):
        return "long"
    return "figure" if block.is_figure(place) else ""


def _width(svg: str) -> float:
    found = re.search(r'<svg[^>]*? width="([\d.]+)"', svg)
    return float(found[1]) if found else 0.0


def inline(chart: Chart, svg: str) -> str:
    """An SVG that can stand beside others in a page: ids of its own, its size left to the page, and
    words for whoever cannot see it.
    """
    body = svg[svg.index("<svg") :]
    for name in set(re.findall(r'\bid="([^"]+)"', body)):
        body = (
            body.replace(f'id="{name}"', f'id="{chart.name}-{name}"')
            .replace(f"#{name})", f"#{chart.name}-{name})")
            .replace(f'"#{name}"', f'"#{chart.name}-{name}"')
        )
    head, _, rest = body.partition(">")
    head = re.sub(r' (?:width|height)="[^"]*"', "", head)
    return f'{head} role="img" aria-label="{escape(chart.words)}">{rest}'
