"""A document as Markdown; charts are the page's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .document import IN_WORDS, Block, Charts, Code, Document, Items, Table, Text


def table(head: Sequence[str], lines: Iterable[Sequence[str]], *, text_columns: int) -> str:
    """A table of Markdown; the columns after the first `text_columns` hold figures, but for words among them."""
    rule = ["---" if number < text_columns or name in IN_WORDS else "---:" for number, name in enumerate(head)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in (head, rule, *lines))


def markdown(document: Document) -> str:
    """The text."""
    parts = [f"# {document.title}", document.subtitle]
    for section in document.sections:
        parts += [f"## {section.title}", *map(_block, section.blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block) -> str:
    match block:
        case Text(text, lead):
            return f"**{text}**" if lead else text
        case Items(items):
            return "\n".join(f"- {item}" for item in items)
        case Code(text):
            return f"```sh\n{text}\n```"
        case Charts():
            return ""
        case Table():
            return _table(block)


def _table(block: Table) -> str:
    if not block.rows:
        return f"{block.caption}: nothing." if block.caption else ""
    return (f"{block.caption}:\n\n" if block.caption else "") + table(block.head, block.rows, text_columns=block.figures)
