"""A document as one HTML page that needs nothing else: style and charts (SVG) are in it, there is no script and no address to fetch from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from importlib.resources import files
from typing import Any

from .document import IN_WORDS, Block, Chart, Charts, Code, Document, Items, Section, Table, Text

#: A chart of this many pixels or more takes a row of its own.
_WIDE = 560
#: Characters of a cell from which on it may wrap, and of one with words among figures.
_LONG, _LONG_WORDS = 60, 40


def page(document: Document, svgs: Mapping[str, str]) -> str:
    """The page; `svgs` are the charts by their names."""
    style = "".join(files(__package__).joinpath(name).read_text() for name in ("tokens.css", "style.css"))
    links = "".join(f'<li><a href="#{section.anchor}">{escape(section.title)}</a></li>' for section in document.sections)
    body = "\n".join(_section(section, svgs) for section in document.sections)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{escape(document.title)}</title>
<style>
{style}</style>
</head>
<body>
<header><h1>{escape(document.title)}</h1><p class="subtitle">{escape(document.subtitle)}</p></header>
<nav aria-label="Sections"><ul>{links}</ul></nav>
<main>
{body}
</main>
</body>
</html>
"""


def _section(section: Section, svgs: Mapping[str, str]) -> str:
    blocks = "\n".join(_block(block, svgs) for block in section.blocks)
    return f'<section aria-labelledby="{section.anchor}">\n<h2 id="{section.anchor}">{escape(section.title)}</h2>\n{blocks}\n</section>'


def _block(block: Block, svgs: Mapping[str, str]) -> str:
    if isinstance(block, Charts):
        return '<div class="charts">\n' + "\n".join(_figure(chart, svgs[chart.name]) for chart in block.charts) + "\n</div>" if block.charts else ""
    return _PLAIN[type(block)](block)


def _text(block: Text) -> str:
    return f'<p class="lead">{escape(block.text)}</p>' if block.lead else f"<p>{escape(block.text)}</p>"


def _items(block: Items) -> str:
    return "<ul>\n" + "\n".join(f"<li>{escape(item)}</li>" for item in block.items) + "\n</ul>"


def _table(block: Table) -> str:
    if not block.rows:
        return f"<p>{escape(block.caption)}: nothing.</p>" if block.caption else ""
    head = "".join(f"<th{_class(place, block, '')} scope='col'>{escape(name)}</th>" for place, name in enumerate(block.head))
    rows = "\n".join("<tr>" + "".join(f"<td{_class(place, block, cell)}>{escape(cell)}</td>" for place, cell in enumerate(row)) + "</tr>" for row in block.rows)
    heading = f"<thead><tr>{head}</tr></thead>" if any(block.head) else ""
    caption = f"<caption>{escape(block.caption)}</caption>" if block.caption and not block.aside else ""
    made = (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(block.caption)}"><table>{caption}{heading}<tbody>\n{rows}\n</tbody></table></div>'
    )
    return f"<details><summary>{escape(block.caption)}</summary>{made}</details>" if block.aside else made


def _class(place: int, block: Table, cell: str) -> str:
    if len(cell) > (_LONG_WORDS if block.head[place] in IN_WORDS else _LONG):
        return ' class="long"'
    return ' class="figure"' if block.is_figure(place) else ""


def _code(block: Code) -> str:
    return f"<pre><code>{escape(block.text)}</code></pre>"


_PLAIN: dict[type[Any], Callable[[Any], str]] = {Text: _text, Items: _items, Table: _table, Code: _code}


def _figure(chart: Chart, svg: str) -> str:
    width = re.search(r'<svg[^>]*? width="([\d.]+)"', svg)
    wide = ' class="wide"' if width and float(width[1]) >= _WIDE else ""
    return f"<figure{wide}><figcaption>{escape(chart.title)}</figcaption>\n{inline(chart, svg)}\n</figure>"


def inline(chart: Chart, svg: str) -> str:
    """An SVG that can stand beside others in a page: ids of its own, its size left to the page, and words for whoever cannot see it."""
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
