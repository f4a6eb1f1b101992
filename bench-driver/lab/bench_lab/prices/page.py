"""The page of the prices: its title, and how they were measured."""

from __future__ import annotations

from ..paired.loops import GROUPS, WARMUP
from ..paired.page import STATISTICS
from ..paired.slices import HELD
from .round import AMOUNT

TITLE = "Prices"
#: How it was measured, a line each.
HOW = (
    "both readers of a price are programs of their own, without a server: Rust's `prices`, Java's loop in JMH; each waits at a gate before a sample",
    f"they are started afresh for each round and each row, and parse {WARMUP:,} objects before the first slice",
    f"{GROUPS} groups a row and round: a slice of each reader, back to back, either one first equally often; all rows of a round in random order",
    f"slices of {AMOUNT:,} objects, all 1,024 bodies equally often, {HELD.warmup_slice:,} uncounted before",
    *STATISTICS,
)
