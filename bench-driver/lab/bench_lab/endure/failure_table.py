"""The table of failures, pure: what was seen of each row at each consumer in, lines of text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .provoke import Seen, completed, wrong
from .row import Row


@dataclass(frozen=True)
class Failed:
    """A row, how many objects were right before it, and what each consumer made of it."""

    row: Row
    good_before: int
    seen: Mapping[str, Seen]

    @property
    def off(self) -> list[str]:
        """What is not as contracted."""
        return [f"{name}, {self.row.name}: {what}" for name, seen in self.seen.items() for what in wrong(self.row, seen, self.good_before)]


def header(servers: Sequence[str]) -> list[str]:
    """The columns."""
    return ["failure", "how it is made", *servers, "completed", *(f"{name} ms" for name in servers)]


def cells(failed: Failed) -> list[str]:
    """A line as text in the order of `header`; a `!` marks what is not as contracted."""
    answers = [_answer(failed, seen) for seen in failed.seen.values()]
    done = completed(failed.row, failed.good_before)
    return [
        failed.row.name,
        failed.row.how,
        *answers,
        "" if failed.row.code == "provider_not_allowed" else str(done),
        *(f"{seen.ms:,.0f}" for seen in failed.seen.values()),
    ]


def _answer(failed: Failed, seen: Seen) -> str:
    said = f"{seen.status} {seen.code}".strip()
    refused_by = f", {seen.answer['refused_by']}" if "refused_by" in seen.answer else ""
    return said + refused_by + (" !" if wrong(failed.row, seen, failed.good_before) else "")
