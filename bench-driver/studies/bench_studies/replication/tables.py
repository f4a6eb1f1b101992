"""What the page of replication has beside the claims. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from bench_driver.report import words
from bench_driver.report.document import Block, Section, Table, Text

from ..trial_answers import Trials
from ..trial_study import Tags, columns

COLUMNS = ("store", "form")
SHOWN = (
    *("wall", "caught up", "acknowledged p50", "lag p50", "lag p99", "primary CPU", "replica CPU"),
    *("client CPU", "primary memory", "replica memory", "primary disk", "missing", "different"),
)
_BYTES = (
    "Medians over rounds. On the link are all bytes of packets to the replica with their headers, "
    "where the pair has network namespaces, or the bytes within them that a relay counted. Beyond "
    "the document: what a store and its protocol add to the text of a document."
)
_OF_BYTES = ("document bytes", "link bytes", "payload bytes", "log bytes")
_KILLED = (
    "The primary and all its processes got SIGKILL while 16 clients inserted. Gone: acknowledged, "
    "and not there afterwards. A killed process is no power cut: what the system has in memory "
    "stays, so what fsync is for is not testable here. At most: the upper end of a one-sided "
    "interval of 95 % (Clopper and Pearson)."
)


def explaining(cells: Sequence[Tags], measured: Trials) -> Section:
    """What a document takes on the link and in the log, and how much of it is its own."""
    lines = []
    for tags in cells:
        own, link, payload, logged = (measured.median("claims", tags, name) for name in _OF_BYTES)
        if own is not None:
            beyond = [None if value is None else value - own for value in (link, payload, logged)]
            figures = (words.number(value) for value in (own, link, *beyond))
            lines.append([*columns(tags, COLUMNS), *figures])
    head = [*COLUMNS, "cell", "document, B", "on the link", "beyond the document"]
    table = Table([*head, "without headers", "in the log beyond it"], lines, 3)
    return Section("bytes", "What explains the bytes", [table, Text(_BYTES)])


def faults(cells: Sequence[Tags], measured: Trials) -> Sequence[Block]:
    """What a killed primary took with it, in all rounds."""
    lines = []
    for tags in cells:
        sums = [
            measured.values("killed", tags, name) for name in ("acknowledged", "gone", "unasked")
        ]
        took = measured.values("killed", tags, "taken over")
        if took:
            counts = [f"{sum(each.values()):,.0f}" for each in sums]
            about = [str(tags["store"]), str(tags["acknowledgement"]), str(tags["way"])]
            lines.append([*about, f"{len(took)}", *counts, f"{median(took.values()):.2f}"])
    head = ["store", "acknowledged by", "then", "rounds", "acknowledged", "gone"]
    return [Table([*head, "there, not acknowledged", "back after, s"], lines, 3), Text(_KILLED)]
