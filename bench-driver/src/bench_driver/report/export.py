"""A sweep's figures as tables for other programs: CSV a scenario, and Parquet, a row a point and run, in the columns of `Measurement`."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields
from itertools import islice
from pathlib import Path
from typing import Any

from ..analysis.points import Point
from ..model.records import Measurement
from ..model.scenario import Scenario
from ..system import files

#: Rows that are in memory at once.
_BATCH = 5000
_COLUMNS = tuple(field.name for field in fields(Point) if field.name != "scenario")
_SCENARIO = tuple(field.name for field in fields(Scenario) if field.name != "engine")
_TEXT = ("sweep_id", "series", "arm", "steadiness", *(field.name for field in fields(Scenario)))


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
    with format_.ParquetWriter(file, schema, compression="zstd") as writer:
        while batch := list(islice(every, _BATCH)):
            writer.write_table(arrow.Table.from_pylist(batch, schema))
            count += len(batch)
    return count


def write_csv(file: Path, points: Iterable[Point]) -> Path:
    """Points as CSV, a row each as they come, whole or not at all; an unknown value is an empty cell."""
    with files.drafted(file) as draft, draft.open("w", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*_SCENARIO, *_COLUMNS])
        for point in points:
            writer.writerow([*(getattr(point.scenario, name) for name in _SCENARIO), *(getattr(point, name) for name in _COLUMNS)])
    return file
