"""Disagreements: which of them are of one kind, how one is made small, and how it is told and kept."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from .provided import provided
from .shrink import shrink
from .wire import Body, Pipe, Verdict, ask, same

_QUOTED = re.compile(r"`[^`]*`|'[^']*'|\"[^\"]*\"|\[Source.*|\(at .*|at line .*|\d+", re.DOTALL)


def reference() -> Callable[[str, str, bytes], str | None]:
    """The rules of providers/guard.py: the rule that a body breaks, or None."""
    check: Callable[[str, str, bytes], str | None] = provided("guard").check
    return check


def agree(body: Body, verdicts: Sequence[Verdict]) -> bool:
    """Whether all servers say the same: the guard refuses just what the rules refuse, and engines
    read the rest.
    """
    first = verdicts[0]
    if first.status not in (200, 422) or any(not same(first, other) for other in verdicts[1:]):
        return False
    broken = reference()(body.format, body.object_type, body.data)
    return first.who() == ("guard" if broken else "reads it")


@dataclass(frozen=True)
class Finding:
    """A body on which the servers disagree, and what each said."""

    body: Body
    names: tuple[str, ...]
    verdicts: tuple[Verdict, ...]

    @property
    def kind(self) -> str:
        """Two bodies of one kind are most likely the same fault: who says what, and in which words,
        their details left out.
        """
        words = [
            _QUOTED.sub("…", verdict.detail())[:60] for verdict in self.verdicts if not verdict.read
        ]
        return f"{self.body.format}: {self.rules}, " + ", ".join(
            [f"{name} {verdict.who()}" for name, verdict in self._said()] + words
        )

    @property
    def rules(self) -> str:
        broken = reference()(self.body.format, self.body.object_type, self.body.data)
        return f"guard.md refuses ({broken})" if broken else "guard.md lets it pass"

    def _said(self) -> list[tuple[str, Verdict]]:
        return list(zip(self.names, self.verdicts, strict=True))

    def told(self) -> str:
        """For people: the bytes, as base64 and as they look, and what was said."""
        data = self.body.data
        lines = [
            f"{self.body.format} {self.body.object_type}, {len(data)} bytes: {data[:400]!r}",
            f"  base64: {base64.b64encode(data).decode()}",
            f"  rules: {self.rules}",
        ]
        return "\n".join(
            [
                *lines,
                *(
                    f"  {name}: {verdict.who()}: {verdict.detail()[:300]}"
                    for name, verdict in self._said()
                ),
            ]
        )

    def save(self, folder: Path) -> Path:
        """Keeps the body and the telling beside it."""
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{self.body.object_type}.{sha256(self.kind.encode()).hexdigest()[:12]}.{self.body.format.lower()}"
        (folder / name).write_bytes(self.body.data)
        (folder / f"{name}.txt").write_text(self.told() + "\n", encoding="utf-8")
        return folder / name


def shrunk(finding: Finding, pipes: Sequence[Pipe]) -> Finding:
    """The smallest body of the same kind that was found."""

    def as_finding(data: bytes, verdicts: tuple[Verdict, ...]) -> Finding:
        return Finding(
            Body(finding.body.format, finding.body.object_type, data), finding.names, verdicts
        )

    def keeps(bodies: Sequence[bytes]) -> list[bool]:
        asked = [Body(finding.body.format, finding.body.object_type, data) for data in bodies]
        kept = []
        for body, verdicts in zip(asked, ask(pipes, asked), strict=True):
            kept.append(
                not agree(body, verdicts) and as_finding(body.data, verdicts).kind == finding.kind
            )
        return kept

    data = shrink(finding.body.data, keeps)
    return as_finding(
        data, ask(pipes, [Body(finding.body.format, finding.body.object_type, data)])[0]
    )
