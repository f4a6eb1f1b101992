"""The file of a comparison's rounds: what it is of, then a line of JSON for each as it ends. So one that was cut goes on, and one of few rounds gets more."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench_driver.errors import ResultsError, UsageError
from bench_driver.model.cell import Slice
from bench_driver.stats.pairs import Group
from bench_driver.system import files

from ..paired.rows import Parsed, contenders
from .measure import Measured
from .round import NAMES, Bytes, Found


@dataclass(frozen=True)
class Asked:
    """What a comparison is of: engines by name, whether loops check, JVMs' flags, what each server says of itself. Only rounds alike in all go together."""

    engines: tuple[str, ...]
    checked: bool
    jvm_flags: tuple[str, ...]
    servers: Mapping[str, Any]

    @property
    def facts(self) -> dict[str, Any]:
        """The same as it is read back."""
        found: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return found


@dataclass
class Kept:
    """A file, and the rounds that are in it."""

    file: Path
    asked: Asked
    measured: Measured = field(default_factory=Measured)

    @classmethod
    def begun(cls, folder: Path, asked: Asked) -> Kept:
        """A new file in that folder, named after the time. ResultsError."""
        kept = cls(folder / f"{time.strftime('%Y-%m-%dT%H-%M-%S')}.jsonl", asked)
        files.write(kept.file, json.dumps(asked.facts) + "\n")
        return kept

    @classmethod
    def read(cls, file: Path) -> Kept:
        """What such a file has; the line of a round that was cut while it was written is no round. ResultsError where it is no such file."""
        with files.explained(file):
            head, *lines = file.read_text(encoding="utf-8").split("\n")[:-1] or [""]
        try:
            said = json.loads(head)
            kept = cls(file, Asked(tuple(said["engines"]), said["checked"], tuple(said["jvm_flags"]), said["servers"]))
            for line in lines:
                _take(json.loads(line), kept.measured)
        except (ValueError, KeyError, TypeError) as error:
            why = f"{type(error).__name__}: {error}"
            raise ResultsError(f"{file} holds no rounds of this comparison", why=why, do="name a file that `limit` said it keeps its rounds in") from error
        return kept

    def fits(self, asked: Asked) -> None:
        """UsageError where the rounds are of something else: of other builds, most likely."""
        before, now = self.asked.facts, asked.facts
        differ = [name for name in now if name != "servers" and now[name] != before[name]]
        differ += [name for name in now["servers"] if now["servers"][name] != before["servers"].get(name)]
        if differ:
            why = f"{', '.join(differ)} differ from when its rounds were made"
            raise UsageError(f"{self.file} cannot be gone on with", why=why, do="make the comparison anew, without --resume")

    def measure(self, make: Callable[[int], Found], rounds: int, begins: Callable[[int], None]) -> Measured:
        """All rounds up to that number; those that are not in the file `make` makes, and `begins` hears of each."""
        for number in range(1, rounds + 1):
            if number not in self.measured.rounds:
                begins(number)
                self.add(number, make(number))
        return self.measured

    def add(self, number: int, found: Found) -> None:
        """Takes in a round, which is on the disk afterwards. ResultsError."""
        line = json.dumps({"round": number, "rows": [_row(parsed, groups, found.allocated.get(parsed)) for parsed, groups in found.groups.items()]})
        with files.explained(self.file), self.file.open("r+b") as out:
            out.seek(_whole(out.read()))
            out.truncate()
            out.write(f"{line}\n".encode())
            out.flush()
            os.fsync(out.fileno())
        self.measured.add(number, found)


def _whole(content: bytes) -> int:
    """How many bytes are whole lines."""
    return content.rfind(b"\n") + 1


def _row(parsed: Parsed, groups: Sequence[Group], allocated: Bytes | None) -> dict[str, Any]:
    figures = [[_slice(group[who]) for who in contenders(NAMES)] for group in groups]
    return {**asdict(parsed), "groups": figures, "allocated": asdict(allocated) if allocated else None}


def _slice(one: Slice) -> dict[str, Any]:
    return {name: value for name, value in asdict(one).items() if name not in ("cell", "contender")}


def _take(said: Mapping[str, Any], measured: Measured) -> None:
    """Takes in the round that a line tells of."""
    found = Found()
    for row in said["rows"]:
        parsed = Parsed(*(row[name] for name in Parsed.__dataclass_fields__))
        found.groups[parsed] = [
            {who: Slice(parsed.cell, who, **{**one, "blocks": tuple(map(tuple, one["blocks"]))}) for who, one in zip(contenders(NAMES), group, strict=True)}
            for group in row["groups"]
        ]
        if row["allocated"]:
            found.allocated[parsed] = Bytes(**row["allocated"])
    measured.add(said["round"], found)
