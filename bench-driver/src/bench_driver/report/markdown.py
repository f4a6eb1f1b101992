"""A document as Markdown; charts are the page's.

A document's texts are plain, and a stranger may have written a part of them. All that Markdown
would obey is escaped here, but for code between backticks: it is shown as it is, whoever wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .document import IN_WORDS, Block, Charts, Code, Document, Items, Table, Text

#: Code between two equal runs of backticks, or a mark that means something within a line: to
#: CommonMark, or to GitHub, which also makes links of bare addresses.
_MARKS = re.compile(
    r"(?<!`)(?P<run>`+)(?!`)(?P<code>.+?)(?<!`)(?P=run)(?!`)"
    r"|[\\`*\[~|]|(?<![^\W_])_|_(?![^\W_])|<(?=[A-Za-z/!?])|&(?=#?\w+;)|:(?=//)|(?<=\bwww)\."
)
#: What comes before the mark by which a line begins a heading, a list, a quotation or a rule.
_BEFORE_MARK = re.compile(r"\d{1,9}(?=[.)](?:\s|$))|(?=(?:#{1,6}|[-+])(?:\s|$)|>|--)")


def inline(text: str) -> str:
    """A text within a line, as one line: its marks escaped, its code kept."""
    return _MARKS.sub(_escaped, _joined(text))


def _joined(text: str) -> str:
    return re.sub(r"[\r\n]+", " ", text)


def _escaped(mark: re.Match[str]) -> str:
    if mark["code"] and "|" not in mark["code"]:  # a cell would end at the bar
        return mark[0]
    return re.sub(r"[!-/:-@\[-`{-~]", r"\\\g<0>", mark[0])


def line(text: str) -> str:
    """A text as a line of its own."""
    made = inline(text).strip()
    return f"{start[0]}\\{made[start.end() :]}" if (start := _BEFORE_MARK.match(made)) else made


def code(text: str) -> str:
    """A text as code within a line."""
    fence, space = _fence(text, 1), " " if "`" in text else ""
    return f"{fence}{space}{_joined(text)}{space}{fence}"


def fenced(text: str, language: str) -> str:
    """Lines as code."""
    fence = _fence(text, 3)
    return f"{fence}{language}\n{text}\n{fence}"


def _fence(text: str, least: int) -> str:
    """More backticks than the text has in a row, and at least this many."""
    return "`" * max([least, *(len(run) + 1 for run in re.findall("`+", text))])


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, text_columns: int) -> str:
    """A table of Markdown; the columns after the first `text_columns` hold figures, but for words
    among them.
    """
    rule = [
        "---" if number < text_columns or name in IN_WORDS else "---:"
        for number, name in enumerate(head)
    ]
    return "\n".join("| " + " | ".join(map(inline, cells)) + " |" for cells in (head, rule, *rows))


def markdown(document: Document) -> str:
    """The text."""
    parts = [f"# {inline(document.title)}", line(document.subtitle)]
    parts += [f"**{inline(document.trust)}**"] if document.trust else []
    for section in document.sections:
        parts += [f"## {inline(section.title)}", *map(_block, section.blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block) -> str:
    match block:
        case Text(text, lead):
            return f"**{inline(text).strip()}**" if lead else line(text)
        case Items(items):
            return "\n".join(f"- {line(item)}" for item in items)
        case Code(text):
            return fenced(text, "sh")
        case Charts():
            return ""
        case Table():
            return _table(block)


def _table(block: Table) -> str:
    caption = line(block.caption)
    if not block.rows:
        return f"{caption}: nothing." if caption else ""
    rows = table(block.head, block.rows, text_columns=block.figures)
    return f"{caption}:\n\n{rows}" if caption else rows
