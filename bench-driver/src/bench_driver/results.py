"""A sweep's folder: the plan first, each run as it ends, and what is made of them.

<out>/plan.json              what was to be done, on which machine, with which versions
<out>/runs.ndjson            a line a run: scenario, round, order, request, times, and the raw answer or the problem
<out>/csv/  charts/  summary.md      made from the two above, and only from them
<out>/logs/                  what the servers said
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TextIO

from .errors import ResultsError
from .plan import Scenario
from .points import Point, Record

_COLUMNS = tuple(field.name for field in fields(Point) if field.name != "scenario")
_NAMES = tuple(field.name for field in fields(Scenario))


class Results:
    """The results in one folder, which only one sweep ever writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def create(cls, folder: Path) -> Results:
        """A new folder; ResultsError where it exists with something in it, or cannot be made."""
        with _explained(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise ResultsError(f"{folder} is not empty", why="results are never written over", do="give another folder with --out")
            return cls(folder)

    @property
    def logs(self) -> Path:
        """Where the servers' output goes."""
        return self.folder / "logs"

    def write_plan(self, plan: dict[str, Any]) -> None:
        """Writes `plan.json`."""
        self.write("plan.json", json.dumps(plan, indent=2, ensure_ascii=False) + "\n")

    def plan(self) -> dict[str, Any]:
        """What `plan.json` says."""
        with _explained(self.folder / "plan.json"):
            return dict(json.loads((self.folder / "plan.json").read_text()))

    def append(self, record: Record) -> None:
        """Adds a run, and returns only when it is on the disk."""
        with _explained(self.folder / "runs.ndjson"), (self.folder / "runs.ndjson").open("a") as file:
            _append(file, record)

    def records(self) -> list[Record]:
        """Every run so far, in the order in which they ended; a last line that was cut short is left out."""
        file = self.folder / "runs.ndjson"
        with _explained(file):
            lines = file.read_text().splitlines(keepends=True) if file.exists() else []
            return [json.loads(line) for line in lines if line.endswith("\n")]

    def write(self, name: str, content: str | bytes) -> None:
        """Writes a file whole or not at all."""
        file = self.folder / name
        with _explained(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            draft = file.with_name(f".{file.name}.tmp")
            draft.write_bytes(content.encode() if isinstance(content, str) else content)
            draft.replace(file)

    def write_csv(self, scenario: Scenario, found: Sequence[Point]) -> None:
        """Writes a scenario's CSV: a row a round and amount; the header alone where no run of it did well."""
        self.write(f"csv/{scenario.slug}.csv", csv_text([point for point in found if point.scenario == scenario]))


def csv_text(found: Sequence[Point]) -> str:
    """Points as CSV, by round and amount; an unknown value is an empty cell."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [*_NAMES, *_COLUMNS], lineterminator="\n")
    writer.writeheader()
    for point in sorted(found, key=lambda point: (point.round, point.amount)):
        row = asdict(point)
        writer.writerow({**row.pop("scenario"), **row})
    return text.getvalue()


def _append(file: TextIO, record: Record) -> None:
    file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
    file.flush()
    os.fsync(file.fileno())


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """Failures of the file system, in words."""
    try:
        yield
    except OSError as error:
        raise ResultsError(
            f"{file} cannot be written or read", why=error.strerror or str(error), do="make room there, or give another folder with --out"
        ) from error
    except ValueError as error:
        raise ResultsError(f"{file} cannot be understood", why=str(error), do="it is not what a sweep writes; sweep again") from error
