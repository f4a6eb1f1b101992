"""What each library costs, over the driver of its language on the same store. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from statistics import median

from bench_driver.analysis.ratios import ratio_between_rounds
from bench_driver.model.trials import Tag
from bench_driver.report import words
from bench_driver.report.document import Section, Table, Text

from ..trial_answers import Trials
from ..trial_study import Tags

#: The driver as its language's users have it; what is below it parses less, what is above it maps.
DRIVERS = ("mongodb", "pg", "pymongo", "Document")
COLUMNS = ("store", "library")
SHOWN = (
    *("client CPU", "allocated", "peak memory", "event-loop delay", "wall", "server CPU"),
    "server share",
)
_READ = (
    "Medians over rounds, for a document. The ratio is the client's CPU over that of the driver in "
    "the same language, on the same store; all intervals of this table are simultaneous at 95 %. "
    "An emulator shows what its client costs, and nothing of MongoDB."
)
_OF_A_CELL = ("store", "language", "operation", "fields", "n")


def explaining(cells: Sequence[Tags], measured: Trials) -> Section:
    """What each library costs over the driver."""
    return Section("rungs", "Driver against mapper", [_table(cells, measured), Text(_READ)])


def _table(cells: Sequence[Tags], measured: Trials) -> Table:
    """A line each cell, the driver's own with a ratio of 1."""
    every = {_key(tags): tags for tags in cells if tags["library"] in DRIVERS}
    pairs = [(tags, every[_key(tags)]) for tags in cells if _key(tags) in every]
    many = sum(tags != driver for tags, driver in pairs)
    lines = [_line(tags, driver, measured, max(many, 1)) for tags, driver in pairs]
    head = ["language", "library", "operation", "fields", "documents", "store"]
    figures = ["CPU, us", "over the driver", "allocated, B", "peak memory, MB"]
    return Table([*head, *figures], lines, len(head))


def _line(tags: Tags, driver: Tags, measured: Trials, many: int) -> list[str]:
    count = int(tags["n"])
    cpu, allocated, peak = (
        measured.values("claims", tags, name).values()
        for name in ("client CPU", "allocated", "peak memory")
    )
    over = ratio_between_rounds(_logs(measured, tags), _logs(measured, driver), many)
    names = ("language", "library", "operation", "fields")
    return [
        *(str(tags[name]) for name in names), f"{count:,}", str(tags["store"]),
        words.number(1e6 * median(cpu) / count if cpu else None),
        "1" if tags == driver else words.ratio(over),
        words.number(median(allocated) / count if allocated else None, 0),
        words.number(median(peak) / 1e6 if peak else None, 0),
    ]  # fmt: skip


def _logs(measured: Trials, tags: Tags) -> dict[int, float]:
    values = measured.values("claims", tags, "client CPU")
    return {number: log(value) for number, value in values.items() if value > 0}


def _key(tags: Mapping[str, Tag]) -> tuple[Tag, ...]:
    return tuple(tags[name] for name in _OF_A_CELL)
