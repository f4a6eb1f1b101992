"""The file of a session's rounds: what it is of, then a line of JSON for each as it ends.

So one that was cut goes on, and one of few rounds gets more.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from .. import moment
from ..errors import ResultsError, UsageError
from ..servers.specs import Options
from ..system import files, machine

#: What a round found.
Found = TypeVar("Found")


@dataclass(frozen=True)
class Form(Generic[Found]):
    """How a round stands in its line: as JSON, and read back from that."""

    told: Callable[[Found], Any]
    taken: Callable[[Any], Found]


def asked(
    comparison: str, options: Options, servers: Mapping[str, Any], **of: Any
) -> dict[str, Any]:
    """What rounds are of, as JSON reads it back: only those alike in all of it go together. `of` is
    what options ask for.
    """
    here = {name: value for name, value in machine.describe().items() if name in ("cpu", "cores")}
    said = {
        "comparison": comparison,
        **of,
        "java": options.jdk.name,
        "jvm_flags": options.jvm_flags,
        "machine": here,
        "servers": servers,
    }
    found: dict[str, Any] = json.loads(json.dumps(said))
    return found


@dataclass
class Kept(Generic[Found]):
    """A file, what its rounds are of, how they stand there, and the rounds by their numbers."""

    file: Path
    asked: dict[str, Any]
    form: Form[Found]
    rounds: dict[int, Found] = field(default_factory=dict)

    @classmethod
    def begun(cls, folder: Path, asked: dict[str, Any], form: Form[Found]) -> Kept[Found]:
        """A new file in that folder, named after the time. ResultsError."""
        kept = cls(folder / f"{moment.name()}.jsonl", asked, form)
        files.write(kept.file, json.dumps(asked) + "\n")
        return kept

    @classmethod
    def read(cls, file: Path, comparison: str, form: Form[Found]) -> Kept[Found]:
        """What such a file has; the line of a round that was cut while it was written is no round.
        ResultsError where it is no such file.
        """
        with files.explained(file):
            head, *lines = file.read_text(encoding="utf-8").split("\n")[:-1] or [""]
        try:
            said = json.loads(head)
            if said["comparison"] != comparison:
                raise ValueError(f"its rounds are of {said['comparison']}")
            kept = cls(file, said, form)
            for line in map(json.loads, lines):
                kept.rounds[line["round"]] = form.taken(line["rows"])
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            why = f"{type(error).__name__}: {error}"
            raise ResultsError(
                f"{file} holds no rounds of {comparison}",
                why=why,
                do=f"name a file that `{comparison}` said it keeps its rounds in",
            ) from error
        return kept

    def fits(self, asked: Mapping[str, Any]) -> None:
        """UsageError where the rounds are of something else: of another build or machine, most
        likely.
        """
        before, now = self.asked, asked
        differ = [name for name in now if name != "servers" and now[name] != before.get(name)]
        differ += [
            name for name in now["servers"] if now["servers"][name] != before["servers"].get(name)
        ]
        if differ:
            why = f"its rounds were made with other values of {', '.join(differ)}"
            raise UsageError(
                f"cannot go on with {self.file}",
                why=why,
                do="leave --resume out, and begin anew",
            )

    def measure(
        self, make: Callable[[int], Found], rounds: int, begins: Callable[[int], None]
    ) -> dict[int, Found]:
        """All rounds up to that number; those that lack `make` makes, and `begins` hears of each. A
        round is on the disk as it ends. ResultsError.
        """
        for number in self.lacking(rounds):
            begins(number)
            self.add(number, make(number))
        return self.rounds

    def lacking(self, rounds: int) -> list[int]:
        """Those up to that number that are still to make."""
        return [number for number in range(1, rounds + 1) if number not in self.rounds]

    def add(self, number: int, found: Found) -> None:
        """A round that was made. ResultsError."""
        line = json.dumps({"round": number, "rows": self.form.told(found)})
        with files.explained(self.file), self.file.open("r+b") as out:
            out.seek(_whole(out.read()))
            out.truncate()
            out.write(f"{line}\n".encode())
            out.flush()
            os.fsync(out.fileno())
        self.rounds[number] = found


def _whole(content: bytes) -> int:
    """How many bytes are whole lines."""
    return content.rfind(b"\n") + 1
