"""The slices of a sweep as files for other programs, CSV and Parquet: a row a slice of a whole
group, with the same columns.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from ..analysis.slice_facts import Seen
from ..system.files import drafted


@dataclass(frozen=True)
class SliceRow:
    """A slice.

    Times are of an object unless the name says total; shares are parts of 1; what a server does not
    say is None.
    """

    sweep_id: str
    round: int
    #: its place in the round
    position: int
    object_type: str
    #: of types that come in some; empty of others
    size: str
    format: str
    #: the content coding; empty where bodies have none
    coding: str
    condition: str
    operation: str
    #: the series, usual or equal
    checks: str
    consumer: str
    engine: str
    #: how the consumer was built or started; empty for the usual way
    setup: str
    #: what the slice is there for beside the comparison: one-thread, itself, again, floor
    role: str
    #: library and version
    library: str
    provider: str
    #: of its cell's groups in the round, from 1
    group: int
    #: in its group, from 0
    place: int
    amount: int
    #: how many parsed at once
    threads: int
    p50_ns: float
    p99_ns: float
    mean_ns: float
    total_ns: float
    #: of all threads together; None but under `cores`
    objects_per_s: float | None
    wall_total_ns: float
    guard_total_ns: float | None
    drop_total_ns: float | None
    gc_pause_total_ns: float | None
    allocated_bytes: float | None
    idle_cpu: float | None
    steal_ms: float | None
    run_queue_wait_ms: float | None
    #: the rules that fired for the slice alone
    noise: str


def rows(sweep_id: str, seen: Iterable[Seen]) -> list[SliceRow]:
    """A row each."""
    return [_row(sweep_id, one) for one in seen]


def _row(sweep_id: str, one: Seen) -> SliceRow:
    made, run, who = one.slice, one.run, one.slice.contender
    return SliceRow(
        sweep_id,
        made.round,
        one.position,
        made.cell.object_type,
        made.cell.size,
        made.cell.format,
        made.cell.coding,
        made.cell.condition,
        made.cell.operation,
        made.cell.checks,
        who.consumer,
        who.engine,
        who.setup,
        who.role,
        run.engine,
        made.provider,
        made.group,
        made.place,
        made.amount,
        made.threads,
        made.p50_ns,
        made.p99_ns,
        made.mean_ns,
        made.total_ns,
        made.objects_per_s,
        run.wall_ns,
        run.guard_ns,
        run.drop_ns,
        one.paused_ns,
        run.allocated_bytes,
        made.idle_cpu,
        made.cpu.get("steal_ms"),
        made.cpu.get("run_queue_wait_ms"),
        " ".join(rule for rule, *_ in run.noise),
    )


def write(found: Iterable[SliceRow], folder: Path) -> None:
    """Writes `csv/slices.csv` and `slices.parquet`."""
    import pyarrow as arrow
    from pyarrow import parquet

    every = [asdict(row) for row in found]
    names = [field.name for field in fields(SliceRow)]
    with drafted(folder / "csv" / "slices.csv") as draft, draft.open("w", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(row.values() for row in every)
    kinds = {"str": arrow.string(), "int": arrow.int64()}
    schema = arrow.schema(
        [(field.name, kinds.get(str(field.type), arrow.float64())) for field in fields(SliceRow)]
    )
    with drafted(folder / "slices.parquet") as draft:
        parquet.write_table(arrow.Table.from_pylist(every, schema), draft, compression="zstd")
