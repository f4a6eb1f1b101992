"""A sweep's runs as files for other programs: CSV a scenario, with a row a point; Parquet, with a row a point and run; the plan as JSON."""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, fields
from itertools import islice
from pathlib import Path
from typing import Any

from ..model.records import Answer, Conditions, Measurement, SweepRecord
from ..model.scenario import Scenario
from ..system.files import drafted
from .rows import Point, Warmed

#: Rows that are in memory at once.
_BATCH = 5000
_COLUMNS = tuple(field.name for field in fields(Point) if field.name != "scenario")
_SCENARIO = tuple(field.name for field in fields(Scenario) if field.name != "engine")
_TEXT = ("sweep_id", "series", "arm", "steadiness", *(field.name for field in fields(Scenario)))


def as_planned(sweep: SweepRecord) -> dict[str, Any]:
    """The plan in short, as `plan.json` has it: what was to be done, under which conditions, and about what."""
    names = {field.name for field in fields(Conditions)}
    held = {name: value for name, value in sweep.conditions.items() if name in names}
    rest = {name: value for name, value in sweep.conditions.items() if name not in names}  # rounds, amounts, scenarios
    return {"sweep": sweep.id, "preset": sweep.preset, "started": sweep.planned_at, "seed": sweep.seed, **rest, "conditions": held, **sweep.about}


def rows(measurements: Iterable[Measurement]) -> Iterator[dict[str, Any]]:
    """Measurements as flat rows."""
    for item in measurements:
        row = asdict(item)
        yield {**row.pop("scenario"), **row}


def parquet(measurements: Iterable[Measurement], file: Path) -> int:
    """Writes them, and says how many they were. Memory stays flat."""
    import pyarrow as arrow
    from pyarrow import parquet as format_

    names = [*(field.name for field in fields(Scenario)), *(field.name for field in fields(Measurement) if field.name != "scenario")]
    kinds = {**dict.fromkeys(_TEXT, arrow.string()), "mean_ns": arrow.float64(), "noisy": arrow.bool_()}
    schema = arrow.schema([(name, kinds.get(name, arrow.int64())) for name in names])
    every, count = rows(measurements), 0
    with drafted(file) as draft, format_.ParquetWriter(draft, schema, compression="zstd") as writer:
        while batch := list(islice(every, _BATCH)):
            writer.write_table(arrow.Table.from_pylist(batch, schema))
            count += len(batch)
    return count


def csv_on_the_way(folder: Path, cold: Collection[Scenario]) -> Callable[[Scenario, Iterable[Answer]], Iterator[Answer]]:
    """Passes a scenario's runs on, and writes `csv/<scenario>.csv` on the way, where it is one of `cold` also `cold/<scenario>.csv`; whole or not at all."""

    def passing(scenario: Scenario, answers: Iterable[Answer]) -> Iterator[Answer]:
        warmed = Warmed()
        with ExitStack() as open_files:
            tables = {"steady": open_files.enter_context(_table(folder / "csv" / f"{scenario.slug}.csv"))}
            if scenario in cold:
                tables["cold"] = open_files.enter_context(_table(folder / "cold" / f"{scenario.slug}.csv"))
            for made in answers:
                for point in warmed.points(made):
                    tables[made.series](point)
                yield made

    return passing


@contextmanager
def _table(file: Path) -> Iterator[Callable[[Point], None]]:
    """A CSV that takes points, a row each; an unknown value is an empty cell."""
    with drafted(file) as draft, draft.open("w", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*_SCENARIO, *_COLUMNS])
        yield lambda point: writer.writerow([*(getattr(point.scenario, name) for name in _SCENARIO), *(getattr(point, name) for name in _COLUMNS)])
