"""The page of the prices: a section each, with what exceeds the margin on top. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from bench_driver.report.document import Section, Text
from bench_driver.stats.pairs import Rounds

from ..paired import rows
from ..paired.loops import GROUPS, WARMUP
from ..paired.page import STATISTICS
from ..paired.rows import Parsed
from ..paired.slices import HELD
from .price import Price
from .round import AMOUNT

TITLE = "Prices"


def section(price: Price, measured: Mapping[Parsed, Rounds]) -> Section:
    """A price's: the sentence, the table, what the two readers differ in."""
    found = rows.rows(measured, price.names)
    return Section(price.name, price.title, [Text(rows.sentence(found), lead=True), rows.table(found, price.names), Text(price.words)])


#: How it was measured, a line each.
HOW = (
    "both readers of a price are programs of their own, without a server: Rust's `prices`, Java's loop in JMH; each waits at a gate before a sample",
    f"they are started afresh for each round and each row, and parse {WARMUP:,} objects before the first slice",
    f"{GROUPS} groups a row and round: a slice of each reader, back to back, either one first equally often; all rows of a round in random order",
    f"slices of {AMOUNT:,} objects, all 1,024 bodies equally often, {HELD.warmup_slice:,} uncounted before",
    *STATISTICS,
)
