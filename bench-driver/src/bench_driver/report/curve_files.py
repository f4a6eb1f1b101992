"""A sweep's runs as files for other programs: CSV a scenario, with a row a point; Parquet, with a
row a point and run; the plan as JSON.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, fields
from itertools import islice
from pathlib import Path
from typing import Any

from ..model.records import Measurement, SweepRecord
from ..model.scenario import Scenario
from ..store import read
from ..store.database import Store
from ..system.files import drafted
from .points import Point, Warmed

#: Rows that are in memory at once.
_BATCH = 5000
_COLUMNS = tuple(field.name for field in fields(Point) if field.name != "scenario")
_SCENARIO = tuple(field.name for field in fields(Scenario) if field.name != "engine")
#: What of a plan holds for every run; some of it stands in older plans alone.
_HELD = frozenset(
    {"concurrency", "variants", "source", "warmup", "warmup_http", "warmup_provider", "independent"}
)
_TEXT = ("sweep_id", "series", "arm", "steadiness", *(field.name for field in fields(Scenario)))


def as_planned(sweep: SweepRecord) -> dict[str, Any]:
    """The plan in short, as `plan.json` has it: what was to be done, under which conditions, and
    about what.
    """
    held = {name: value for name, value in sweep.conditions.items() if name in _HELD}
    rest = {name: value for name, value in sweep.conditions.items() if name not in _HELD}
    return {
        "sweep": sweep.id,
        "preset": sweep.preset,
        "started": sweep.planned_at,
        "seed": sweep.seed,
        **rest,
        "conditions": held,
        **sweep.about,
    }


def rows(measurements: Iterable[Measurement]) -> Iterator[dict[str, Any]]:
    """Measurements as flat rows."""
    for item in measurements:
        row = asdict(item)
        yield {**row.pop("scenario"), **row}


def parquet(measurements: Iterable[Measurement], file: Path) -> int:
    """Writes them, and says how many they were. Memory stays flat."""
    import pyarrow as arrow
    from pyarrow import parquet as format_

    names = [
        *(field.name for field in fields(Scenario)),
        *(field.name for field in fields(Measurement) if field.name != "scenario"),
    ]
    kinds = {
        **dict.fromkeys(_TEXT, arrow.string()),
        "mean_ns": arrow.float64(),
        "noisy": arrow.bool_(),
    }
    schema = arrow.schema([(name, kinds.get(name, arrow.int64())) for name in names])
    every, count = rows(measurements), 0
    with drafted(file) as draft, format_.ParquetWriter(draft, schema, compression="zstd") as writer:
        while batch := list(islice(every, _BATCH)):
            writer.write_table(arrow.Table.from_pylist(batch, schema))
            count += len(batch)
    return count


def curves(store: Store, sweep: SweepRecord, folder: Path) -> None:
    """Writes the points of a sweep that reports its runs at amounts.

    They are `csv/<scenario>.csv`, of what was measured cold `cold/<scenario>.csv`, and
    `measurements.parquet`.
    """
    cold = set(read.scenarios(store, sweep.id, "cold"))
    series = "steady" if sweep.by_amounts else "slice"
    for scenario in read.scenarios(store, sweep.id, series):
        warmed = Warmed()
        with ExitStack() as files:
            table = files.enter_context(_table(folder / "csv" / f"{scenario.slug}.csv"))
            tables = {series: table}
            if scenario in cold:
                file = folder / "cold" / f"{scenario.slug}.csv"
                tables["cold"] = files.enter_context(_table(file))
            for made in read.answers(store, sweep.id, scenario=scenario):
                for point in warmed.points(made):
                    tables[made.series](point)
    parquet(read.measurements(store, sweep.id), folder / "measurements.parquet")


@contextmanager
def _table(file: Path) -> Iterator[Callable[[Point], None]]:
    """A CSV that takes points, a row each; an unknown value is an empty cell."""
    with drafted(file) as draft, draft.open("w", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*_SCENARIO, *_COLUMNS])
        yield lambda point: writer.writerow(
            [
                *(getattr(point.scenario, name) for name in _SCENARIO),
                *(getattr(point, name) for name in _COLUMNS),
            ]
        )
