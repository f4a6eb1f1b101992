"""The report as Markdown, its charts in files beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .document import Block, Charts, Code, Document, Items, Table, Text


def table(head: Sequence[str], lines: Iterable[Sequence[str]], *, text_columns: int) -> str:
    """A table of Markdown; the columns after the first `text_columns` hold figures, but for a verdict."""
    rule = ["---" if number < text_columns or name == "faster" else "---:" for number, name in enumerate(head)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in (head, rule, *lines))


def markdown(document: Document, *, folder: str = "charts") -> str:
    """The text; charts are taken from `<folder>/<name>.svg`."""
    parts = [f"# {document.title}", document.subtitle]
    for section in document.sections:
        parts += [f"## {section.title}", *(_block(block, folder) for block in section.blocks)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block, folder: str) -> str:
    match block:
        case Text(text, lead):
            return f"**{text}**" if lead else text
        case Items(items):
            return "\n".join(f"- {item}" for item in items)
        case Code(text):
            return f"```sh\n{text}\n```"
        case Charts(charts):
            return "\n\n".join(f"![{chart.words}]({folder}/{chart.name}.svg)" for chart in charts)
        case Table():
            return _table(block)


def _table(block: Table) -> str:
    if not block.rows:
        return f"{block.caption}: nothing." if block.caption else ""
    return (f"{block.caption}:\n\n" if block.caption else "") + table(block.head, block.rows, text_columns=block.figures)
