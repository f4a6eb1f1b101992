"""The figures of a trial, by its study's runner and by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """What a figure is in, and whether it is a count, of which any difference is one."""

    unit: str
    counted: bool = False
    #: for people
    says: str = ""


_REPLICATION: Mapping[str, Figure] = {
    "document bytes": Figure("B", True, "mean size of a document as its form sends it"),
    "link bytes": Figure("B", True, "on the link to the replica, a document"),
    "link bytes back": Figure("B", True, "on the link to the primary, a document"),
    "payload bytes": Figure("B", True, "to the replica, a document, without packets' headers"),
    "log bytes": Figure("B", True, "of the primary's log or stream, a document"),
    "page images": Figure("", True, "whole pages in that log: they are no document's"),
    "wall": Figure("s", says="from the first insert to the last acknowledgement"),
    "caught up": Figure("s", says="from the first insert to the last document at the replica"),
    "acknowledged p50": Figure("ms", says="from an insert to its acknowledgement"),
    "acknowledged p99": Figure("ms", says="the same"),
    "lag p50": Figure("ms", says="from a marked document's insert until the replica shows it"),
    "lag p99": Figure("ms", says="the same"),
    "primary CPU": Figure("s"),
    "replica CPU": Figure("s"),
    "client CPU": Figure("s"),
    "primary memory": Figure("B", says="the primary's peak"),
    "replica memory": Figure("B", says="the replica's peak"),
    "primary disk": Figure("B", says="by which the primary's folder grew"),
    "replica disk": Figure("B", says="by which the replica's folder grew"),
    "acknowledged": Figure("documents", True),
    "missing": Figure("documents", True, "acknowledged, and not at the replica"),
    "different": Figure("documents", True, "at the replica other than they were sent"),
    "gone": Figure("documents", True, "acknowledged, and gone with the primary"),
    "unasked": Figure("documents", True, "there, though never acknowledged"),
    "taken over": Figure("s", says="until the store took inserts again"),
}

_DRIVERS: Mapping[str, Figure] = {
    "client CPU": Figure("s", says="of the process that has the driver, over the operation"),
    "allocated": Figure("B", says="by its runtime; in Node on the heap alone, none in Python"),
    "peak memory": Figure("B", says="the process's peak within the operation, with its runtime"),
    "event-loop delay": Figure("ms", says="the longest, by a timer of 10 ms; Node's alone"),
    "wall": Figure("s", says="of the operation"),
    "server CPU": Figure("s", says="of all the store's processes, over the operation"),
    "server share": Figure("", says="of the wall time: its CPU, or what the client waited for it"),
    "documents": Figure("documents", True, "there afterwards, each compared by its digest"),
}

_OPERATIONS: Mapping[str, Figure] = {
    f"{operation} {at}": Figure("ms", says=says)
    for operation in ("post", "userline", "timeline")
    for at, says in (
        ("p50", "from the intended start until it is acknowledged"),
        ("p99", "the same"),
        ("p99.9", "the same"),
        ("p50, few", "the same, of users with 1 to 9 followers"),
        ("p50, many", "the same, of users with 100 followers or more"),
    )
}
_MICROBLOG: Mapping[str, Figure] = {
    "rate": Figure("/s", says="operations that were acknowledged"),
    "reached": Figure("%", says="of the offered rate"),
    **_OPERATIONS,
    "visible p50": Figure("ms", says="from sending a tweet until all nodes show it"),
    "visible p99": Figure("ms", says="the same"),
    "unseen": Figure("tweets", True, "watched, and 10 s later not at all nodes"),
    "operations": Figure("operations", True, "that were to start"),
    "failed": Figure("operations", True, "that the store refused, or that reached no server"),
    "unknown": Figure("operations", True, "that may have been done, or not"),
    "gap": Figure("s", says="the longest time in which nothing was acknowledged"),
    "taken over": Figure("s", says="until what was killed, paused or joined was there"),
    "acknowledged": Figure("tweets", True),
    "rows": Figure("rows", True, "that these owe to followers' timelines, at all nodes asked"),
    "missing": Figure("rows", True, "of these, not there"),
    "largest share": Figure("", says="rows of the node that has most, over the mean of all"),
    "generator CPU": Figure("cores", says="of the generator, which has one"),
    "servers CPU": Figure("s", says="of all nodes, with connections and the warm-up"),
    "servers memory": Figure("B", says="the sum of the nodes' peaks"),
    "servers disk": Figure("B", says="by which the nodes' folders grew"),
    "servers written": Figure("B", says="in changed pages, as the system counts them"),
}

#: A wall time that a server takes a greater share of says nothing of a driver.
SERVER_BOUND = 0.8

FIGURES: Mapping[str, Mapping[str, Figure]] = {
    "replication": _REPLICATION,
    "drivers": _DRIVERS,
    "microblog": _MICROBLOG,
}


#: The figures of a trial by name, each with its unit.
Readings = dict[str, tuple[float, str]]


def readings(runner: str, values: Mapping[str, float | None]) -> Readings:
    """A runner's figures with their units; what was not measured is left out."""
    units = FIGURES[runner]
    return {
        name: (float(value), units[name].unit)
        for name, value in values.items()
        if value is not None
    }
