"""The figures of a trial, by name."""

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


FIGURES: Mapping[str, Figure] = {
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
